import type { Clock } from '../../common/index.ts';

/** Waits of nodes, by the clock. They end early when their node closes. */
export class Waits {
  readonly #clock: Clock;
  readonly #running = new Map<string, Set<() => void>>();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  wait(nodeId: string, ms: number): Promise<void> {
    const ends = this.#running.get(nodeId) ?? new Set();
    this.#running.set(nodeId, ends);
    return new Promise((resolve) => {
      const end = (): void => {
        ends.delete(end);
        timer.cancel();
        resolve();
      };
      const timer = this.#clock.schedule(ms, end);
      ends.add(end);
    });
  }

  end(nodeId: string): void {
    for (const end of this.#running.get(nodeId) ?? []) end();
    this.#running.delete(nodeId);
  }
}
