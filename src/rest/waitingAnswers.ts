import type { ServerResponse } from 'node:http';
import { type Clock, limits, type Reservation } from '../common/index.ts';
import type { RestServices } from './services.ts';

/** What an answer holds. */
export interface AnswerMemory extends Reservation {
  readonly heldBytes: number;
}

interface Waiting {
  readonly res: ServerResponse;
  readonly memory: AnswerMemory;
  /** Bytes of the answer that have left for the socket. */
  readonly sentBytes: () => number;
  /** What its reader had taken, and when it took something last. */
  takenBytes: number;
  takenAtMs: number;
}

/** Large answers until their readers have taken them. A reader that takes nothing is left: at once where others wait. */
export class WaitingAnswers {
  /** The oldest first. */
  readonly #waiting = new Set<Waiting>();

  /**
   * Memory for an answer that is being written. It throws circuit_breaking_exception when all answers together are
   * too much, and no reader of them stands still.
   */
  open({ breakers, clock }: RestServices): AnswerMemory {
    const memory = breakers.open('request', '<http_response>');
    let heldBytes = 0;
    return {
      get heldBytes() {
        return heldBytes;
      },
      grow: (bytes) => {
        this.#grow(memory, bytes, clock.nowMs());
        heldBytes += bytes;
      },
      release: () => memory.release(),
    };
  }

  /** From now on the answer waits for its reader; its memory is released when that has taken it or is gone. */
  wait(res: ServerResponse, memory: AnswerMemory, sentBytes: () => number, clock: Clock): void {
    const waiting: Waiting = { res, memory, sentBytes, takenBytes: 0, takenAtMs: clock.nowMs() };
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

  #grow(memory: Reservation, bytes: number, nowMs: number): void {
    for (;;) {
      try {
        memory.grow(bytes);
        return;
      } catch (error) {
        const slow = [...this.#waiting].find(
          (waiting) => waiting.memory.heldBytes > 0 && stands(waiting, nowMs) >= limits.slowReaderMs.value,
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
  const { res, sentBytes } = waiting;
  const taken = sentBytes() - (res.socket?.writableLength ?? res.writableLength);
  if (taken > waiting.takenBytes) {
    waiting.takenBytes = taken;
    waiting.takenAtMs = nowMs;
  }
  return nowMs - waiting.takenAtMs;
}
