/** Runs tasks one after the other, in the order in which they came. */
export class Mutex {
  #tail: Promise<unknown> = Promise.resolve();
  #refusal: (() => Error) | null = null;

  /** Rejects with what `close` was given, after it. */
  run<T>(task: () => Promise<T>): Promise<T> {
    if (this.#refusal !== null) return Promise.reject(this.#refusal());
    const result = this.#tail.then(task, task);
    this.#tail = result.catch(() => undefined);
    return result;
  }

  /** Resolves when all that came before has run; what comes now is refused. */
  async close(refusal: () => Error): Promise<void> {
    this.#refusal = refusal;
    await this.#tail;
  }
}
