import { performance } from 'node:perf_hooks';

export interface Latency {
  readonly p50Ms: number;
  readonly p99Ms: number;
}

/** What callers together reach, and how long each of them waits then. */
export interface Rate extends Latency {
  readonly perSecond: number;
}

/** The i-th call; what differs from call to call depends on `i`. */
export type Call = (i: number) => unknown;

export interface Effort {
  readonly warmups: number;
  readonly runs: number;
  /** Slow calls are made less often: so long at most, warmups apart. */
  readonly budgetMs: number;
}

const ROUNDS = 10;

export function quantile(sorted: readonly number[], q: number): number {
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * q))];
}

/** One call after the other; the calls of the table take turns, so that other work of the machine meets all of them. */
export async function latencies<Name extends string>(
  calls: Readonly<Partial<Record<Name, Call>>>,
  effort: Effort,
): Promise<Partial<Record<Name, Latency>>> {
  const contestants = (Object.entries(calls) as [Name, Call][]).map(([name, call]) => ({
    name,
    call,
    done: 0,
    times: [] as number[],
  }));
  type Contestant = (typeof contestants)[number];
  const some = async (contestant: Contestant, count: number, budgetMs: number): Promise<void> => {
    const end = performance.now() + budgetMs;
    for (let i = 0; i < count && (i === 0 || performance.now() < end); i++) {
      const start = performance.now();
      await contestant.call(contestant.done++);
      contestant.times.push(performance.now() - start);
    }
  };
  for (const contestant of contestants) {
    await some(contestant, effort.warmups, effort.budgetMs);
    contestant.times.length = 0;
  }
  for (let round = 0; round < ROUNDS; round++) {
    for (const contestant of contestants) {
      await some(contestant, Math.ceil(effort.runs / ROUNDS), effort.budgetMs / ROUNDS);
    }
  }
  return tableOf(contestants.map(({ name, times }) => [name, latencyOf(times)]));
}

/** Calls with `connections` callers for `seconds`. */
export async function rate(call: Call, connections = 8, seconds = 3): Promise<Rate> {
  const times: number[] = [];
  let begun = 0;
  const start = performance.now();
  const end = start + seconds * 1000;
  const caller = async (): Promise<void> => {
    for (let from = performance.now(); from < end; ) {
      await call(begun++);
      const now = performance.now();
      times.push(now - from);
      from = now;
    }
  };
  await Promise.all(Array.from({ length: connections }, caller));
  const perSecond = times.length / ((performance.now() - start) / 1000);
  return { perSecond, ...latencyOf(times) };
}

/** The best of some rounds, in which the calls take turns, after one that does not count. */
export async function rates<Name extends string>(
  calls: Readonly<Partial<Record<Name, Call>>>,
  connections: number,
  seconds: number,
  rounds = 2,
): Promise<Partial<Record<Name, Rate>>> {
  const best = new Map<Name, Rate>();
  // The next round goes on where the last one ended: a call is not made twice.
  const contestants = (Object.entries(calls) as [Name, Call][]).map(([name, call]) => {
    let made = 0;
    return [name, () => call(made++)] as const;
  });
  for (let round = 0; round <= rounds; round++) {
    for (const [name, call] of contestants) {
      const measured = await rate(call, connections, round === 0 ? seconds / 2 : seconds);
      if (round > 0 && measured.perSecond > (best.get(name)?.perSecond ?? 0)) best.set(name, measured);
    }
  }
  return tableOf(best);
}

function tableOf<Name extends string, T>(entries: Iterable<readonly [Name, T]>): Partial<Record<Name, T>> {
  return Object.fromEntries(entries) as Partial<Record<Name, T>>;
}

function latencyOf(times: number[]): Latency {
  times.sort((a, b) => a - b);
  return { p50Ms: quantile(times, 0.5), p99Ms: quantile(times, 0.99) };
}
