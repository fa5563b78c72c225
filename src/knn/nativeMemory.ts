import { setImmediate as nextTurn } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { isMainThread } from 'node:worker_threads';
import type { HierarchicalNSW } from 'hnswlib-node';
import { HUSK_BYTES } from './graph.ts';
import type { Husks } from './nativeBudget.ts';

/**
 * How many husks may accumulate before the garbage collector is run, which is fast in a worker thread's small
 * heap.
 */
const maxWaiting = (): number => (isMainThread ? 32 : 4);

let waiting = 0;
let scheduled = false;
const collected = new FinalizationRegistry(() => {
  waiting--;
});

/**
 * The emptied object of this thread's last build, reused including its constant part by a build of the same
 * kind.
 */
let spare: { readonly kind: string; readonly index: HierarchicalNSW } | null = null;

/** Husk memory by worker thread, as last reported. */
const ofThreads = new Map<object, number>();

/** Husks of the process: of this thread, and as reported by the others. */
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

/** Husk memory of the current thread. */
export function huskBytesOfThread(): number {
  return (waiting + (spare === null ? 0 : 1)) * HUSK_BYTES;
}

/** Records the husk memory of a thread; 0 when it has ended. */
export function reportHusks(thread: object, bytes: number): void {
  if (bytes === 0) ofThreads.delete(thread);
  else ofThreads.set(thread, bytes);
}

/** The spare object, if it is of that kind. It must be initialised, and a file must never be read into it. */
export function takeSpare(kind: string): HierarchicalNSW | null {
  if (spare?.kind !== kind) return null;
  const { index } = spare;
  spare = null;
  return index;
}

/** Frees the memory of a build, and keeps its object for the next one, replacing the previous spare. */
export function keepSpare(kind: string, index: HierarchicalNSW): void {
  index.initIndex(1);
  if (spare !== null) awaitCollection(spare.index);
  spare = { kind, index };
}

/**
 * Frees a graph's memory at once, except the library's constant part (a husk), which is only freed with the
 * object. The garbage collector does not see native memory, so it is run explicitly when too many husks
 * accumulate.
 */
export function releaseNative(index: HierarchicalNSW): void {
  index.initIndex(1);
  awaitCollection(index);
}

function awaitCollection(index: HierarchicalNSW): void {
  collected.register(index, null);
  if (++waiting < maxWaiting() || scheduled) return;
  scheduled = true;
  setImmediate(() => {
    scheduled = false;
    if (waiting >= maxWaiting()) collectGarbage();
  });
}

let gc: (() => void) | null = null;

function collectGarbage(): void {
  if (gc === null) {
    // The flag applies to the whole process and is never reset, since another thread may be between this line
    // and the next.
    setFlagsFromString('--expose-gc');
    gc = runInNewContext('gc') as () => void;
  }
  gc();
}
