import type { Clock } from './clock.ts';
import { loopTurns, TURN_NANOS } from './loopTurns.ts';
import { type Soon, soon, type Turns } from './turns.ts';

/** Steps of some microseconds each. */
const STEPS_BETWEEN_LOOKS = 256;

/**
 * Long loops ask it now and then whether they have held the event loop for too long; then it lets others run.
 * One per task: merge, replay, freeze of a buffer.
 */
export class Pacer {
  readonly #clock: Clock;
  readonly #checkCancelled: () => void;
  #sliceStart: bigint;
  #steps = 0;

  /** `checkCancelled` may throw at each pause: the task ends there. */
  constructor(clock: Clock, checkCancelled: () => void = () => undefined) {
    this.#clock = clock;
    this.#checkCancelled = checkCancelled;
    this.#sliceStart = clock.nanoTime();
  }

  /** Cheap while the slice lasts; otherwise resolves when it is this task's turn again. */
  async pause(): Promise<void> {
    if (!this.isOver()) return;
    await loopTurns.next();
    this.#sliceStart = this.#clock.nanoTime();
    this.#checkCancelled();
  }

  /** Whether the slice is over: hot loops ask before they pause, which saves them the promise. */
  isOver(): boolean {
    return this.#clock.nanoTime() - this.#sliceStart >= TURN_NANOS;
  }

  /**
   * Counts the steps of a loop that is not cut into pieces; true now and then, when it is worth a look at the clock:
   * `if (pacer.due()) await pacer.pause()` costs next to nothing in all other steps.
   */
  due(): boolean {
    return ++this.#steps % STEPS_BETWEEN_LOOKS === 0;
  }

  /** Every item through `change`, where each may take long: it looks at the clock after each. */
  each<T, U>(items: readonly T[], change: (item: T) => U): Soon<U[]> {
    return soon(this.#each(items, change));
  }

  *#each<T, U>(items: readonly T[], change: (item: T) => U): Turns<U[]> {
    const out: U[] = [];
    for (const item of items) {
      out.push(change(item));
      if (this.isOver()) yield this.pause();
    }
    return out;
  }

  /** Every item through `change`, pausing now and then. */
  map<T, U>(items: readonly T[], change: (item: T, index: number) => U): Soon<U[]> {
    return soon(this.#map(items, change));
  }

  *#map<T, U>(items: readonly T[], change: (item: T, index: number) => U): Turns<U[]> {
    const out: U[] = [];
    for (let i = 0; i < items.length; i++) {
      out.push(change(items[i], i));
      if ((i + 1) % STEPS_BETWEEN_LOOKS === 0 && this.isOver()) yield this.pause();
    }
    return out;
  }

  /** Runs `body` over [0, length) piece by piece, pausing between the pieces. */
  async chunks(length: number, chunk: number, body: (from: number, to: number) => void): Promise<void> {
    for (let from = 0; from < length; from += chunk) {
      body(from, Math.min(length, from + chunk));
      await this.pause();
    }
  }
}
