import type { Clock, Timer } from '../common/index.ts';
import type { ShardConfig } from './settings.ts';

export interface PeriodicTasks {
  readonly refresh: () => void;
  readonly syncTranslog: () => void;
  readonly syncCheckpoint: () => void;
}

/** After a power failure the checkpoint may be this old, and damage to later records goes unnoticed. */
const CHECKPOINT_SYNC_MS = 1000;

/** Periodic work of a shard: refreshes, syncs of an async translog, and syncs of the checkpoint. */
export class Periodic {
  readonly #clock: Clock;
  readonly #tasks: PeriodicTasks;
  #timers: readonly Timer[] = [];

  constructor(clock: Clock, tasks: PeriodicTasks) {
    this.#clock = clock;
    this.#tasks = tasks;
  }

  configure(config: ShardConfig): void {
    this.stop();
    const timers: Timer[] = [this.#clock.every(CHECKPOINT_SYNC_MS, this.#tasks.syncCheckpoint)];
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
