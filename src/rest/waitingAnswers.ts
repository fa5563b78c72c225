import type { ServerResponse } from 'node:http';
import { type Clock, limits, type Reservation } from '../common/index.ts';
import type { RestServices } from './services.ts';

/** The memory of a response. */
export interface AnswerMemory extends Reservation {
  readonly heldBytes: number;
}

interface Waiting {
  readonly res: ServerResponse;
  readonly memory: AnswerMemory;
  /** Bytes of the response passed to the socket. */
  readonly sentBytes: () => number;
  /** How much the client had read, and when it last read something. */
  takenBytes: number;
  takenAtMs: number;
}

/**
 * Large responses until their clients have read them. A client that reads nothing is disconnected: at once if
 * others are waiting for memory.
 */
export class WaitingAnswers {
  /** Oldest first. */
  readonly #waiting = new Set<Waiting>();

  /**
   * Memory for a response being written. It throws circuit_breaking_exception if all responses together use
   * too much, and no client is stalled.
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

  /** The response now waits for its client; its memory is released when it was read or the client is gone. */
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

/** Milliseconds since the client read something. */
function stands(waiting: Waiting, nowMs: number): number {
  const { res, sentBytes } = waiting;
  const taken = sentBytes() - (res.socket?.writableLength ?? res.writableLength);
  if (taken > waiting.takenBytes) {
    waiting.takenBytes = taken;
    waiting.takenAtMs = nowMs;
  }
  return nowMs - waiting.takenAtMs;
}
