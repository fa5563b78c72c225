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

/**
 * Frees a graph's memory at once, all but the library's constant part. That part goes with the object, and the garbage
 * collector, which does not see native memory, is in no hurry: when too many objects wait, it is told to run.
 */
export function releaseNative(index: HierarchicalNSW): void {
  index.initIndex(1);
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
    setFlagsFromString('--expose-gc');
    gc = runInNewContext('gc') as () => void;
    setFlagsFromString('--no-expose-gc');
  }
  gc();
}
