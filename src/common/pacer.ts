import type { Clock } from './clock.ts';
import { loopTurns, TURN_NANOS } from './loopTurns.ts';
import { type Soon, soon, type Turns } from './turns.ts';

/** For steps of a few microseconds each. */
const STEPS_BETWEEN_LOOKS = 256;
/**
 * If the last steps took longer than this, the clock is checked after fewer steps next time, otherwise after
 * more.
 */
const LOOK_NANOS = 500_000n;
const LATE_NANOS = 3n * TURN_NANOS;

/**
 * Long loops call it regularly; when they have held the event loop for too long, it lets others run. One per
 * task: merge, replay, freezing a buffer.
 */
export class Pacer {
  readonly #clock: Clock;
  readonly #checkCancelled: () => void;
  #sliceStart: bigint;
  #lastLook = 0n;
  #stepsToLook = 1;
  #stride = 1;

  /** `checkCancelled` is called at each pause and may throw to end the task. */
  constructor(clock: Clock, checkCancelled: () => void = () => undefined) {
    this.#clock = clock;
    this.#checkCancelled = checkCancelled;
    this.#sliceStart = clock.nanoTime();
  }

  /** Cheap while the time slice lasts; otherwise resolves when it is this task's turn again. */
  async pause(): Promise<void> {
    if (!this.isOver()) return;
    await loopTurns.next();
    this.#sliceStart = this.#clock.nanoTime();
    this.#checkCancelled();
  }

  /** Whether the time slice is over. Hot loops check this before `pause` to avoid creating a promise. */
  isOver(): boolean {
    return this.#clock.nanoTime() - this.#sliceStart >= TURN_NANOS;
  }

  /** Whether the last step should have been shorter: the time slice was over long ago. */
  isLate(): boolean {
    return this.#clock.nanoTime() - this.#sliceStart >= LATE_NANOS;
  }

  /**
   * For tight loops: an estimate of whether the time slice is over. Checks the clock only now and then, more
   * often the longer the steps take, so that `if (pacer.due()) await pacer.pause()` is almost free for short
   * steps.
   */
  due(): boolean {
    if (--this.#stepsToLook > 0) return false;
    const now = this.#clock.nanoTime();
    const isLong = now - this.#lastLook > LOOK_NANOS;
    this.#lastLook = now;
    this.#stride = isLong ? Math.max(1, this.#stride >> 2) : Math.min(STEPS_BETWEEN_LOOKS, 2 * this.#stride);
    this.#stepsToLook = this.#stride;
    return now - this.#sliceStart >= TURN_NANOS;
  }

  /** Maps items, each of which may take long: checks the clock after every one. */
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

  /** Maps items, pausing when needed. */
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

  /** Runs `body` over [0, length) in chunks, pausing between them. */
  async chunks(length: number, chunk: number, body: (from: number, to: number) => void): Promise<void> {
    for (let from = 0; from < length; from += chunk) {
      body(from, Math.min(length, from + chunk));
      await this.pause();
    }
  }
}
