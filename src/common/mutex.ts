/** Runs tasks one after the other, in the order in which they were given. */
export class Mutex {
  #last: Promise<unknown> = Promise.resolve();
  #refusal: (() => Error) | null = null;

  /** Resolves or rejects as the task does; rejects with the error of `close` once that was called. */
  run<T>(task: () => Promise<T>): Promise<T> {
    if (this.#refusal !== null) return Promise.reject(this.#refusal());
    const run = this.#last.then(task);
    this.#last = run.catch(() => undefined);
    return run;
  }

  /** Resolves when the tasks that were given so far have ended. */
  async idle(): Promise<void> {
    await this.#last;
  }

  /** From now on every task is refused. Resolves when those before have ended. */
  async close(refusal: () => Error): Promise<void> {
    this.#refusal = refusal;
    await this.idle();
  }
}
