import { setImmediate as nextTurn } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { isMainThread } from 'node:worker_threads';
import type { HierarchicalNSW } from 'hnswlib-node';
import { HUSK_BYTES } from './graph.ts';
import type { Husks } from './nativeBudget.ts';

/** How many husks may wait before the collector is run. In the small heap of a worker thread it is quick. */
const MAX_WAITING = isMainThread ? 32 : 4;

let waiting = 0;
let scheduled = false;
const collected = new FinalizationRegistry(() => {
  waiting--;
});

/** The emptied object of this thread's last build; a build of the same kind takes it over, constant part and all. */
let spare: { readonly kind: string; readonly index: HierarchicalNSW } | null = null;

/** Bytes of husks by worker thread, as last reported. */
const ofThreads = new Map<object, number>();

/** Husks of the process: those of this thread and those that the others have reported. */
export const husks: Husks = {
  bytes() {
    let sum = huskBytesOfThread();
    for (const bytes of ofThreads.values()) sum += bytes;
    return sum;
  },
  async collect() {
    await nextTurn();
    collectGarbage();
    // Finalizers of native objects run in later turns.
    await nextTurn();
    await nextTurn();
  },
};

/** Husks of the thread in which this runs. */
export function huskBytesOfThread(): number {
  return (waiting + (spare === null ? 0 : 1)) * HUSK_BYTES;
}

/** Records the husks of a thread; 0 when it has ended. */
export function reportHusks(thread: object, bytes: number): void {
  if (bytes === 0) ofThreads.delete(thread);
  else ofThreads.set(thread, bytes);
}

/** The spare object, if it is of that kind. It must be initialised, and never be read into. */
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
 * Frees a graph's memory at once, all but the library's constant part: a husk is left. It goes with the object, and the
 * garbage collector, which does not see native memory, is in no hurry: when too many husks wait, it is told to run.
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
