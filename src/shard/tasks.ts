/** Runs tasks one after the other. */
export class Mutex {
  #last: Promise<unknown> = Promise.resolve();

  run<T>(task: () => Promise<T>): Promise<T> {
    const run = this.#last.then(task);
    this.#last = run.catch(() => undefined);
    return run;
  }

  /** Resolves when the tasks that were given so far have ended. */
  async idle(): Promise<void> {
    await this.#last;
  }
}

/** A task of which many may be asked for at once: whoever asks before the next run has begun shares that run. */
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
