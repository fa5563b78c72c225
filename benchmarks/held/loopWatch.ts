import { performance } from 'node:perf_hooks';

const MICROS_PER_MS = 1000;

/** Watches for how long nothing else has a turn of the event loop. */
export class LoopWatch {
  #timer: NodeJS.Timeout | null = null;
  #last = 0;
  #lastCpu = 0;
  #longest = 0;

  start(): void {
    this.#longest = 0;
    this.#last = performance.now();
    this.#lastCpu = cpuMs();
    this.#timer = setInterval(() => this.#look(), 1);
  }

  /** The longest time between two turns, in milliseconds. */
  async stop(): Promise<number> {
    // What was held last is noticed by the next timer.
    await new Promise((resolve) => setTimeout(resolve, 3));
    if (this.#timer !== null) clearInterval(this.#timer);
    return this.#longest;
  }

  /** Neither what other processes take counts, nor what other threads of this one do meanwhile: the lesser of both. */
  #look(): void {
    const now = performance.now();
    const cpu = cpuMs();
    const held = Math.min(now - this.#last, cpu - this.#lastCpu);
    this.#longest = Math.max(this.#longest, held);
    this.#last = now;
    this.#lastCpu = cpu;
  }
}

function cpuMs(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / MICROS_PER_MS;
}
