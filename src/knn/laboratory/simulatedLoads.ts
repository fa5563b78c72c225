import type { Clock } from '../../common/index.ts';
import type { LoadSimulation } from './types.ts';
import type { Waits } from './waits.ts';

export const NO_SIMULATION: LoadSimulation = { bytesPerSecond: null, latencyMs: 0 };

/**
 * Delays loads as a disk would: the loads of a node share its bandwidth, and each one waits its latency in
 * addition.
 */
export class SimulatedLoads {
  readonly #clock: Clock;
  readonly #waits: Waits;
  /** When each node's disk finishes its pending work, in the clock's monotonic nanoseconds. */
  readonly #busyUntil = new Map<string, bigint>();
  #simulation = NO_SIMULATION;

  constructor(clock: Clock, waits: Waits) {
    this.#clock = clock;
    this.#waits = waits;
  }

  get simulation(): LoadSimulation {
    return this.#simulation;
  }

  simulate(simulation: LoadSimulation): void {
    this.#simulation = simulation;
    this.#busyUntil.clear();
  }

  /** Resolves when a load of this weight started at `startNanos` would have ended; `null` for immediately. */
  delay(nodeId: string, weightKb: number, startNanos: bigint): Promise<void> | null {
    const { bytesPerSecond, latencyMs } = this.#simulation;
    let end = startNanos + BigInt(Math.round(latencyMs * 1e6));
    if (bytesPerSecond !== null) {
      const busy = this.#busyUntil.get(nodeId) ?? startNanos;
      const begin = busy > startNanos ? busy : startNanos;
      const done = begin + BigInt(Math.round((weightKb * 1024 * 1e9) / bytesPerSecond));
      this.#busyUntil.set(nodeId, done);
      end = done + BigInt(Math.round(latencyMs * 1e6));
    }
    const leftMs = Number(end - this.#clock.nanoTime()) / 1e6;
    return leftMs <= 0 ? null : this.#waits.wait(nodeId, leftMs);
  }
}
