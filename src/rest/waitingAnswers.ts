import type { ServerResponse } from 'node:http';
import { limits, type Reservation } from '../common/index.ts';
import type { RestServices } from './services.ts';

interface Waiting {
  readonly res: ServerResponse;
  readonly memory: Reservation;
  waitingBytes: number;
  /** When its reader took something last. */
  takenAtMs: number;
}

/** Large answers until their readers have taken them. A reader that takes nothing is left: at once where others wait. */
export class WaitingAnswers {
  /** The oldest first. */
  readonly #waiting = new Set<Waiting>();

  /** Throws circuit_breaking_exception when all answers together are too much, and none of them stands still. */
  hold(length: number, res: ServerResponse, { breakers, clock }: RestServices): void {
    const memory = breakers.open('request', '<http_response>');
    this.#grow(memory, length, clock.nowMs());
    const waiting: Waiting = { res, memory, waitingBytes: length, takenAtMs: clock.nowMs() };
    this.#waiting.add(waiting);
    const timer = clock.every(limits.answerTimeMs.value, () => {
      if (stands(waiting, clock.nowMs()) >= limits.answerTimeMs.value) this.#leave(waiting);
    });
    const done = (): void => {
      timer.cancel();
      this.#waiting.delete(waiting);
      memory.release();
    };
    res.once('finish', done);
    res.once('close', done);
  }

  #grow(memory: Reservation, length: number, nowMs: number): void {
    for (;;) {
      try {
        memory.grow(length);
        return;
      } catch (error) {
        const slow = [...this.#waiting].find(
          (waiting) => stands(waiting, nowMs) >= limits.slowReaderMs.value,
        );
        if (slow === undefined) throw error;
        this.#leave(slow);
      }
    }
  }

  #leave(waiting: Waiting): void {
    this.#waiting.delete(waiting);
    waiting.memory.release();
    waiting.res.destroy();
  }
}

/** Milliseconds since the reader took something. */
function stands(waiting: Waiting, nowMs: number): number {
  const left = waiting.res.socket?.writableLength ?? waiting.res.writableLength;
  if (left < waiting.waitingBytes) {
    waiting.waitingBytes = left;
    waiting.takenAtMs = nowMs;
  }
  return nowMs - waiting.takenAtMs;
}
