import type { Mutex } from '../common/index.ts';

/** A task that is asked for often: callers that ask before the next run begins share that run. */
export class SharedTask<T> {
  readonly #mutex: Mutex;
  readonly #task: () => Promise<T>;
  #next: Promise<T> | null = null;

  constructor(mutex: Mutex, task: () => Promise<T>) {
    this.#mutex = mutex;
    this.#task = task;
  }

  run(): Promise<T> {
    this.#next ??= this.#mutex.run(() => {
      this.#next = null;
      return this.#task();
    });
    return this.#next;
  }
}
