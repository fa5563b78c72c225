export type Phase = 'rewrite' | 'hits' | 'aggregations';

/** Adds up the time that the parts of a search take; without a clock it only runs them. */
export class Stopwatch {
  readonly #nanoTime: (() => bigint) | null;
  readonly #nanos = new Map<Phase, bigint>();

  constructor(nanoTime: (() => bigint) | null) {
    this.#nanoTime = nanoTime;
  }

  time<T>(phase: Phase, run: () => T): T {
    if (this.#nanoTime === null) return run();
    const start = this.#nanoTime();
    const result = run();
    this.#nanos.set(phase, (this.#nanos.get(phase) ?? 0n) + this.#nanoTime() - start);
    return result;
  }

  /** The same for what pauses in between: the pauses are counted. */
  async timeAll<T>(phase: Phase, run: () => Promise<T>): Promise<T> {
    if (this.#nanoTime === null) return run();
    const start = this.#nanoTime();
    const result = await run();
    this.#nanos.set(phase, (this.#nanos.get(phase) ?? 0n) + this.#nanoTime() - start);
    return result;
  }

  nanos(phase: Phase): number {
    return Number(this.#nanos.get(phase) ?? 0n);
  }
}
