import { performance } from 'node:perf_hooks';

export interface Latency {
  readonly p50Ms: number;
  readonly p99Ms: number;
}

export function quantile(sorted: readonly number[], q: number): number {
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * q))];
}

/** One after the other: `warmups` calls that do not count, then `runs` that do. */
export async function latency(
  call: (i: number) => Promise<unknown>,
  runs = 300,
  warmups = 100,
): Promise<Latency> {
  for (let i = 0; i < warmups; i++) await call(i);
  const times: number[] = [];
  for (let i = 0; i < runs; i++) {
    const start = performance.now();
    await call(warmups + i);
    times.push(performance.now() - start);
  }
  times.sort((a, b) => a - b);
  return { p50Ms: quantile(times, 0.5), p99Ms: quantile(times, 0.99) };
}

/** Calls a second with `connections` callers for `seconds`. */
export async function throughput(
  call: (i: number) => Promise<unknown>,
  connections = 8,
  seconds = 3,
): Promise<number> {
  let done = 0;
  const start = performance.now();
  const end = start + seconds * 1000;
  const caller = async (): Promise<void> => {
    while (performance.now() < end) await call(done++);
  };
  await Promise.all(Array.from({ length: connections }, caller));
  return done / ((performance.now() - start) / 1000);
}
