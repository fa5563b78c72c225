import type { ServerResponse } from 'node:http';
import type { Clock } from '../common/index.ts';

/**
 * How a route uses the engine behind a server: it works with it; it watches it for as long as the client
 * stays; or it copies or replaces the engine itself.
 */
export type EngineUse = 'works' | 'watches' | 'exchanges';

/** How long to wait for requests in progress. */
const GRACE_MS = 2000;

/** Admits requests to the engine, except while it is copied or replaced. */
export class RequestGate {
  readonly #clock: Clock;
  readonly #inside: Readonly<Record<EngineUse, Inside>> = {
    works: new Inside(),
    watches: new Inside(),
    exchanges: new Inside(),
  };
  #opening: Promise<void> | null = null;
  #onQuiet: (() => void) | null = null;
  #lastUsedMs: number;

  constructor(clock: Clock) {
    this.#clock = clock;
    this.#lastUsedMs = clock.nowMs();
  }

  /** When the last request arrived or was answered; now, while one is in progress. */
  get lastUsedMs(): number {
    const isUsed = Object.values(this.#inside).some(({ size }) => size > 0);
    return isUsed ? this.#clock.nowMs() : this.#lastUsedMs;
  }

  /** `null` to continue at once, otherwise when the promise resolves. */
  enter(use: EngineUse, res: ServerResponse): Promise<void> | null {
    if (this.#opening !== null && use !== 'exchanges') return this.#enterLater(use, res);
    this.#inside[use].add(res);
    return null;
  }

  leave(use: EngineUse, res: ServerResponse): void {
    // An endless response has only just started.
    if (use === 'watches' && !res.closed) res.once('close', () => this.#left(use, res));
    else this.#left(use, res);
  }

  /** Runs work while no request uses the engine, waiting no longer than a grace period. One at a time. */
  async whileQuiet<T>(work: () => Promise<T>): Promise<T> {
    let open = (): void => undefined;
    this.#opening = new Promise((resolve) => {
      open = resolve;
    });
    try {
      await this.#quiet();
      return await work();
    } finally {
      this.#opening = null;
      open();
    }
  }

  /**
   * Aborts endless responses, and those that have not finished in time, because their engine is being closed.
   */
  cut(): void {
    for (const res of [...this.#inside.watches.all(), ...this.#inside.works.all()]) res.destroy();
  }

  #left(use: EngineUse, res: ServerResponse): void {
    this.#lastUsedMs = this.#clock.nowMs();
    if (this.#inside[use].delete(res) && use === 'works' && this.#inside.works.size === 0) this.#onQuiet?.();
  }

  async #enterLater(use: EngineUse, res: ServerResponse): Promise<void> {
    while (this.#opening !== null) await this.#opening;
    this.#inside[use].add(res);
  }

  async #quiet(): Promise<void> {
    if (this.#inside.works.size === 0) return;
    let timer: NodeJS.Timeout | undefined;
    await new Promise<void>((resolve) => {
      this.#onQuiet = resolve;
      timer = setTimeout(resolve, GRACE_MS);
    });
    clearTimeout(timer);
    this.#onQuiet = null;
  }
}

/**
 * Responses in progress. Not a Set: the tables that a Set outgrows refer to their successors, and would keep
 * minutes of requests in memory until the next full collection.
 */
class Inside {
  readonly #answers: ServerResponse[] = [];

  get size(): number {
    return this.#answers.length;
  }

  all(): readonly ServerResponse[] {
    return [...this.#answers];
  }

  add(res: ServerResponse): void {
    this.#answers.push(res);
  }

  /** Returns false if it is not present. */
  delete(res: ServerResponse): boolean {
    const at = this.#answers.lastIndexOf(res);
    if (at < 0) return false;
    const last = this.#answers.pop() as ServerResponse;
    if (last !== res) this.#answers[at] = last;
    return true;
  }
}
