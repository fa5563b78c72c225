/** The time slice of a task: how long it may hold the event loop in one turn. */
export const TURN_NANOS = 8_000_000n;

/**
 * Shares the event loop fairly between all tasks of the process. In each round, between two polls of sockets
 * and timers, one long task continues and one new request begins. However many long tasks there are, a new
 * request waits for only one of them.
 */
class LoopTurns {
  readonly #newcomers = new Queue();
  readonly #long = new Queue();
  #scheduled = false;
  #newcomersSince: bigint | null = null;
  #last: (() => void)[] = [];

  /** Resolves once pending I/O and timers, and all long tasks queued before, have had their turn. */
  next(): Promise<void> {
    return this.#wait(this.#long);
  }

  /**
   * For new requests: `null` (begin at once) while the requests of this round have not used up a time slice;
   * otherwise a promise that resolves when this one may begin. Without it, a hundred requests read from their
   * sockets in one round would all be answered before the next poll.
   */
  enter(nanoTime: bigint): Promise<void> | null {
    if (this.#newcomersSince === null) {
      this.#newcomersSince = nanoTime;
      setImmediate(this.#endOfRound);
    }
    const isLate = nanoTime - this.#newcomersSince >= TURN_NANOS;
    return isLate || this.#newcomers.size > 0 ? this.#wait(this.#newcomers) : null;
  }

  /**
   * Runs `work` after everything read from sockets in this round has been handled. Answers are sent then, all
   * together: waking the client for each of them costs more than most requests do.
   */
  atEndOfRound(work: () => void): void {
    if (this.#last.length === 0) setImmediate(this.#finish);
    this.#last.push(work);
  }

  readonly #finish = (): void => {
    const works = this.#last;
    this.#last = [];
    for (const work of works) work();
  };

  #wait(queue: Queue): Promise<void> {
    return new Promise((resolve) => {
      queue.push(resolve);
      this.#schedule();
    });
  }

  #schedule(): void {
    if (this.#scheduled) return;
    this.#scheduled = true;
    setImmediate(this.#round);
  }

  readonly #round = (): void => {
    this.#scheduled = false;
    const newcomer = this.#newcomers.shift();
    const long = this.#long.shift();
    if (this.#newcomers.size + this.#long.size > 0) this.#schedule();
    newcomer?.();
    long?.();
  };

  readonly #endOfRound = (): void => {
    this.#newcomersSince = null;
  };
}

/** How many taken items accumulate before they are dropped from the array. */
const KEPT = 256;

/** A first-in, first-out queue. */
class Queue {
  #items: (() => void)[] = [];
  #taken = 0;

  get size(): number {
    return this.#items.length - this.#taken;
  }

  push(item: () => void): void {
    this.#items.push(item);
  }

  shift(): (() => void) | undefined {
    if (this.size === 0) return undefined;
    const item = this.#items[this.#taken++];
    if (this.#taken >= KEPT || this.size === 0) {
      this.#items.splice(0, this.#taken);
      this.#taken = 0;
    }
    return item;
  }
}

export const loopTurns = new LoopTurns();
