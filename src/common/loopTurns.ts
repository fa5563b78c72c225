/** What a task may do in one turn of the event loop before others have theirs. */
export const TURN_NANOS = 8_000_000n;

/**
 * The event loop as all tasks of the process share it. In each round, between two looks at sockets and timers, one of
 * the long tasks goes on, and one of what has just come in begins. However many long tasks there are, a newcomer waits
 * for one of them only.
 */
class LoopTurns {
  readonly #newcomers = new Queue();
  readonly #long = new Queue();
  #scheduled = false;
  #newcomersSince: bigint | null = null;
  #last: (() => void)[] = [];

  /** Resolves when pending I/O and timers, and all long tasks that waited before, have had their turn. */
  next(): Promise<void> {
    return this.#wait(this.#long);
  }

  /**
   * For work that comes in: null while what came in the same round has not used up a turn, so that a hundred requests
   * that are read from their sockets in one round are not answered in one. Otherwise it resolves when it may begin.
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
   * Does something when everything that is read from sockets in this round has been seen to. Answers leave then: the
   * first wakes their reader, which finds the others there; woken by each, it costs more than most requests do.
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

/** Those that were taken are forgotten so many at a time. */
const KEPT = 256;

/** First come, first served. */
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
