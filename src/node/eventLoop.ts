import { type IntervalHistogram, monitorEventLoopDelay, performance } from 'node:perf_hooks';
import type { Logger } from '../common/index.ts';
import type { EventLoopFigures } from '../rest/index.ts';

/** Also the resolution of the histogram. An idle server wakes up for both, which batteries notice. */
const LOOK_EVERY_MS = 100;
/** Blocking for longer than this counts as a stall. */
const STALL_MS = 250;
/** Blocking for longer than this is logged. */
const LOGGED_MS = 1000;

/** Measures how long the event loop is blocked while a server listens, and logs long stalls. */
export class EventLoopWatch {
  readonly #log: Logger;
  #delays: IntervalHistogram | null = null;
  #timer: NodeJS.Timeout | null = null;
  #last = 0;
  #stalls = 0;
  #stalledMs = 0;
  #longestMs = 0;

  constructor(log: Logger) {
    this.#log = log;
  }

  start(): void {
    this.#delays = monitorEventLoopDelay({ resolution: LOOK_EVERY_MS });
    this.#delays.enable();
    this.#last = performance.now();
    this.#timer = setInterval(() => this.#look(), LOOK_EVERY_MS).unref();
  }

  stop(): void {
    this.#delays?.disable();
    if (this.#timer !== null) clearInterval(this.#timer);
    this.#timer = null;
  }

  get figures(): EventLoopFigures {
    return {
      stalls: this.#stalls,
      stalledMs: this.#stalledMs,
      longestMs: this.#longestMs,
      p50Ms: this.#delayMs(50),
      p99Ms: this.#delayMs(99),
    };
  }

  #delayMs(percentile: number): number {
    // The histogram records the interval between its samples: the resolution plus the delay.
    const delayMs = (this.#delays?.percentile(percentile) ?? 0) / 1e6 - LOOK_EVERY_MS;
    return delayMs > 0 ? Math.round(delayMs * 100) / 100 : 0;
  }

  #look(): void {
    const now = performance.now();
    const heldMs = Math.round(now - this.#last - LOOK_EVERY_MS);
    this.#last = now;
    if (heldMs < STALL_MS) return;
    this.#stalls++;
    this.#stalledMs += heldMs;
    this.#longestMs = Math.max(this.#longestMs, heldMs);
    if (heldMs >= LOGGED_MS) this.#log.warn('the event loop was blocked', { held_ms: heldMs });
  }
}
