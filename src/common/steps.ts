import type { Pacer } from './pacer.ts';

/** Work that yields between steps of some microseconds each, and returns its result: run at once, or in turns. */
export type Steps<T> = Generator<void, T, void>;

/** Runs all steps without letting others run between them. */
export function atOnce<T>(steps: Steps<T>): T {
  for (;;) {
    const { done, value } = steps.next();
    if (done) return value;
  }
}

/** Steps between two looks at the clock: a look costs a fraction of a step. */
const STEPS_BETWEEN_LOOKS = 16;

/** Runs the steps in turns of the event loop. Rejects with what a step throws, or with what ends the pacer's task. */
export async function inTurns<T>(steps: Steps<T>, pacer: Pacer): Promise<T> {
  for (let taken = 1; ; taken++) {
    const { done, value } = steps.next();
    if (done) return value;
    if (taken % STEPS_BETWEEN_LOOKS === 0 && pacer.isOver()) await pacer.pause();
  }
}
