import type { Clock, Timer } from '../common/index.ts';
import type { ShardConfig } from './settings.ts';

/** What a shard does by itself: refreshes, and syncs of an async translog. */
export class Periodic {
  readonly #clock: Clock;
  readonly #tasks: { readonly refresh: () => void; readonly syncTranslog: () => void };
  #timers: readonly Timer[] = [];

  constructor(clock: Clock, tasks: { readonly refresh: () => void; readonly syncTranslog: () => void }) {
    this.#clock = clock;
    this.#tasks = tasks;
  }

  configure(config: ShardConfig): void {
    this.stop();
    const timers: Timer[] = [];
    if (config.refreshIntervalMs > 0)
      timers.push(this.#clock.every(config.refreshIntervalMs, this.#tasks.refresh));
    if (config.asyncDurability)
      timers.push(this.#clock.every(config.syncIntervalMs, this.#tasks.syncTranslog));
    this.#timers = timers;
  }

  stop(): void {
    for (const timer of this.#timers) timer.cancel();
    this.#timers = [];
  }
}
