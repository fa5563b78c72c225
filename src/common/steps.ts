import type { Pacer } from './pacer.ts';

/** Work that yields after every few microseconds and returns its result. It runs at once, or in turns of the event loop. */
export type Steps<T> = Generator<void, T, void>;

/** Runs all steps in this turn of the event loop. */
export function atOnce<T>(steps: Steps<T>): T {
  for (;;) {
    const { done, value } = steps.next();
    if (done) return value;
  }
}

/** Work that is not cut up, after a step in which others may have their turns. */
export function* inOneStep<T>(work: () => T): Steps<T> {
  yield;
  return work();
}

/** Steps between two looks at the clock: a look costs a fraction of a step. */
const STEPS_BETWEEN_LOOKS = 16;

/**
 * Runs the steps in turns of the event loop. Rejects with the error of a step or of the pacer.
 * `stepsBetweenLooks`: 1 where a step may take milliseconds.
 */
export async function inTurns<T>(
  steps: Steps<T>,
  pacer: Pacer,
  stepsBetweenLooks = STEPS_BETWEEN_LOOKS,
): Promise<T> {
  for (let taken = 1; ; taken++) {
    const { done, value } = steps.next();
    if (done) return value;
    if (taken % stepsBetweenLooks === 0 && pacer.isOver()) await pacer.pause();
  }
}
