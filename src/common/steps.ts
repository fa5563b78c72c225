/**
 * Work that yields every few microseconds and returns its result. It can run in one go or across turns of the
 * event loop.
 */
export type Steps<T> = Generator<void, T, void>;

/** Runs all steps synchronously. */
export function atOnce<T>(steps: Steps<T>): T {
  for (;;) {
    const { done, value } = steps.next();
    if (done) return value;
  }
}

/** Wraps work that cannot be split up; yields once before it. */
export function* inOneStep<T>(work: () => T): Steps<T> {
  yield;
  return work();
}
