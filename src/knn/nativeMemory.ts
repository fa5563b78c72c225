import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import type { HierarchicalNSW } from 'hnswlib-node';

/** Emptied graphs that may wait for the garbage collector: each still holds 2.6 MB of locks. */
const MAX_WAITING = 32;

let waiting = 0;
let scheduled = false;
const collected = new FinalizationRegistry(() => {
  waiting--;
});

/** The emptied object of this thread's last build; a build of the same kind takes it over, constant part and all. */
let spare: { readonly kind: string; readonly index: HierarchicalNSW } | null = null;

/** An object of that kind that no one else has, if there is one. It has to be initialised, never to be read into. */
export function takeSpare(kind: string): HierarchicalNSW | null {
  if (spare?.kind !== kind) return null;
  const { index } = spare;
  spare = null;
  return index;
}

/** Frees the memory of a build, and keeps its object for the next one in the place of the last. */
export function keepSpare(kind: string, index: HierarchicalNSW): void {
  index.initIndex(1);
  if (spare !== null) awaitCollection(spare.index);
  spare = { kind, index };
}

/**
 * Frees a graph's memory at once, all but the library's constant part. That part goes with the object, and the garbage
 * collector, which does not see native memory, is in no hurry: when too many objects wait, it is told to run.
 */
export function releaseNative(index: HierarchicalNSW): void {
  index.initIndex(1);
  awaitCollection(index);
}

function awaitCollection(index: HierarchicalNSW): void {
  collected.register(index, null);
  if (++waiting < MAX_WAITING || scheduled) return;
  scheduled = true;
  setImmediate(() => {
    scheduled = false;
    if (waiting >= MAX_WAITING) collectGarbage();
  });
}

let gc: (() => void) | null = null;

function collectGarbage(): void {
  if (gc === null) {
    // The flag is the whole process's: it stays, for another thread may be on its way from this line to the next.
    setFlagsFromString('--expose-gc');
    gc = runInNewContext('gc') as () => void;
  }
  gc();
}
