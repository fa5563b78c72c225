import type { Clock } from './clock.ts';
import { loopTurns, TURN_NANOS } from './loopTurns.ts';

/**
 * Long loops ask it now and then whether they have held the event loop for too long; then it lets others run.
 * One per task: merge, replay, freeze of a buffer.
 */
export class Pacer {
  readonly #clock: Clock;
  readonly #checkCancelled: () => void;
  #sliceStart: bigint;

  /** `checkCancelled` may throw at each pause: the task ends there. */
  constructor(clock: Clock, checkCancelled: () => void = () => undefined) {
    this.#clock = clock;
    this.#checkCancelled = checkCancelled;
    this.#sliceStart = clock.nanoTime();
  }

  /** Cheap while the slice lasts; otherwise resolves when it is this task's turn again. */
  async pause(): Promise<void> {
    if (this.#clock.nanoTime() - this.#sliceStart < TURN_NANOS) return;
    await loopTurns.next();
    this.#sliceStart = this.#clock.nanoTime();
    this.#checkCancelled();
  }

  /** Runs `body` over [0, length) piece by piece, pausing between the pieces. */
  async chunks(length: number, chunk: number, body: (from: number, to: number) => void): Promise<void> {
    for (let from = 0; from < length; from += chunk) {
      body(from, Math.min(length, from + chunk));
      await this.pause();
    }
  }
}
