/** What a task may do in one turn of the event loop before others have theirs. */
export const TURN_NANOS = 8_000_000n;

/**
 * The event loop as all tasks of the process share it: of those that wait for their next turn one goes on in each
 * round, between two looks at sockets and timers. However many long tasks there are, what comes in waits for one of
 * them only.
 */
class LoopTurns {
  #waiting: (() => void)[] = [];
  #resumed = 0;
  #newcomersSince: bigint | null = null;

  /** Resolves when pending I/O and timers, and all who waited before, have had their turn. */
  next(): Promise<void> {
    return new Promise((resolve) => {
      this.#waiting.push(resolve);
      if (this.#waiting.length - this.#resumed === 1) setImmediate(this.#resume);
    });
  }

  /**
   * For work that comes in: null while those that came in the same round have not used up a turn, so that a hundred
   * requests that are read from their sockets in one round are not answered in one. Otherwise a promise, as `next()`.
   */
  enter(nanoTime: bigint): Promise<void> | null {
    if (this.#newcomersSince === null) {
      this.#newcomersSince = nanoTime;
      setImmediate(this.#endOfRound);
    }
    return nanoTime - this.#newcomersSince < TURN_NANOS ? null : this.next();
  }

  readonly #resume = (): void => {
    const resume = this.#waiting[this.#resumed++];
    if (this.#resumed === this.#waiting.length) {
      this.#waiting = [];
      this.#resumed = 0;
    } else {
      setImmediate(this.#resume);
      if (this.#resumed >= KEPT) this.#forget();
    }
    resume();
  };

  readonly #endOfRound = (): void => {
    this.#newcomersSince = null;
  };

  #forget(): void {
    this.#waiting.splice(0, this.#resumed);
    this.#resumed = 0;
  }
}

/** Those that went on are forgotten so many at a time. */
const KEPT = 256;

export const loopTurns = new LoopTurns();
