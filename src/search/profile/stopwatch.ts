import type { Turns } from '../../common/index.ts';

export type Phase = 'rewrite' | 'hits' | 'aggregations';

/** Adds up the time of the parts of a search; without a clock it only runs them. */
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

  /** Like `time`, for work that pauses; pauses are included. */
  timeAll<T>(phase: Phase, turns: Turns<T>): Turns<T> {
    return this.#nanoTime === null ? turns : this.#timed(phase, turns, this.#nanoTime);
  }

  *#timed<T>(phase: Phase, turns: Turns<T>, nanoTime: () => bigint): Turns<T> {
    const start = nanoTime();
    const result = yield* turns;
    this.#nanos.set(phase, (this.#nanos.get(phase) ?? 0n) + nanoTime() - start);
    return result;
  }

  nanos(phase: Phase): number {
    return Number(this.#nanos.get(phase) ?? 0n);
  }
}
