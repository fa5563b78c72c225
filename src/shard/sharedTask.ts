import type { Mutex } from '../common/index.ts';

/** A frequently requested task: callers that arrive before the next run begins share that run. */
export class SharedTask<T> {
  readonly #mutex: Mutex;
  readonly #task: () => Promise<T>;
  readonly #begin: (start: () => void) => void;
  #next: Promise<T> | null = null;

  /** `begin` decides when a due run begins: at once, or later, so that more callers share it. */
  constructor(mutex: Mutex, task: () => Promise<T>, begin: (start: () => void) => void = (start) => start()) {
    this.#mutex = mutex;
    this.#task = task;
    this.#begin = begin;
  }

  run(): Promise<T> {
    this.#next ??= this.#mutex.run(
      () =>
        new Promise<T>((resolve) => {
          this.#begin(() => {
            this.#next = null;
            resolve(this.#task());
          });
        }),
    );
    return this.#next;
  }
}
