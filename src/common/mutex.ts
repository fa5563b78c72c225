/** Runs tasks one at a time, in the order of their submission. */
export class Mutex {
  #last: Promise<unknown> = Promise.resolve();
  #refusal: (() => Error) | null = null;

  /** Settles as the task does; after `close`, rejects with its error. */
  run<T>(task: () => Promise<T>): Promise<T> {
    if (this.#refusal !== null) return Promise.reject(this.#refusal());
    const run = this.#last.then(task);
    this.#last = run.catch(() => undefined);
    return run;
  }

  /** Resolves when all tasks submitted so far have ended. */
  async idle(): Promise<void> {
    await this.#last;
  }

  /** Refuses all further tasks. Resolves when earlier ones have ended. */
  async close(refusal: () => Error): Promise<void> {
    this.#refusal = refusal;
    await this.idle();
  }
}
