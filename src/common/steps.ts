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
