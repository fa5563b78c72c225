import type { ServerResponse } from 'node:http';
import type { Clock } from '../common/index.ts';

/**
 * What a route does with the engine behind a server: it works with it; it shows what happens there for as long as
 * somebody looks; or it copies and exchanges the engine itself.
 */
export type EngineUse = 'works' | 'watches' | 'exchanges';

/** How long requests that are being answered are waited for. */
const GRACE_MS = 2000;

/** Lets requests through to the engine, and none while it is copied or exchanged. */
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

  /** When the last request came or was answered; now, while one is being answered. */
  get lastUsedMs(): number {
    const isUsed = Object.values(this.#inside).some(({ size }) => size > 0);
    return isUsed ? this.#clock.nowMs() : this.#lastUsedMs;
  }

  /** null: go on at once; else when the promise resolves. */
  enter(use: EngineUse, res: ServerResponse): Promise<void> | null {
    if (this.#opening !== null && use !== 'exchanges') return this.#enterLater(use, res);
    this.#inside[use].add(res);
    return null;
  }

  leave(use: EngineUse, res: ServerResponse): void {
    // What goes on for ever has only begun.
    if (use === 'watches' && !res.closed) res.once('close', () => this.#left(use, res));
    else this.#left(use, res);
  }

  /** Runs the work while no request works with the engine; after a grace it does not wait any longer. One at a time. */
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

  /** Ends the answers that go on for ever, and those that have not ended in time: their engine goes. */
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
 * Answers that are being made, a few at a time. No Set: the tables that a Set outgrows as its members come and go point
 * at their successors, and keep the requests of minutes in memory until the next full collection.
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

  /** False: it is not there. */
  delete(res: ServerResponse): boolean {
    const at = this.#answers.lastIndexOf(res);
    if (at < 0) return false;
    const last = this.#answers.pop() as ServerResponse;
    if (last !== res) this.#answers[at] = last;
    return true;
  }
}
