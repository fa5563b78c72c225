import { computed, signal } from '@preact/signals';
import { call } from '../lib/api.ts';
import { elapsedMs, nowMs } from '../lib/clock.ts';
import { repeat } from '../lib/hooks.ts';
import { followEvents } from './events.ts';
import type { Graphs, KnnStats } from './types.ts';

/** What the k-NN view shows while it is open: the caches, their counters, and these over time. */

export interface Totals {
  readonly hits: number;
  readonly misses: number;
  readonly evictions: number;
  readonly loads: number;
  readonly failedLoads: number;
  readonly loadMs: number;
}

/** One moment; the rates are those since the moment before. */
export interface Sample {
  /** Seconds since 1970, of this browser. */
  readonly time: number;
  readonly usedKb: number;
  readonly limitKb: number | null;
  readonly hitsPerSecond: number;
  readonly missesPerSecond: number;
  readonly evictionsPerSecond: number;
}

const EVERY_MS = 1000;
/** Five minutes. */
const KEPT_SAMPLES = 300;

/** The id of the node that is looked at; empty for all. */
export const chosenNode = signal('');
export const graphs = signal<Graphs | null>(null);
export const stats = signal<KnnStats | null>(null);
export const failure = signal<unknown>(null);
export const samples = signal<readonly Sample[]>([]);

/** Whether this server stands in front of a real cluster (`--engine`): then the caches are that one's. */
export const isOfCluster = computed(() => graphs.value?.source === 'cluster');

export const chosenNodes = computed(() =>
  (graphs.value?.nodes ?? []).filter(({ id }) => chosenNode.value === '' || id === chosenNode.value),
);

export const totals = computed((): Totals => {
  const wanted = new Set(chosenNodes.value.map(({ id }) => id));
  const own = Object.entries(stats.value?.nodes ?? {}).filter(([id]) => wanted.has(id));
  const sum = (pick: (node: KnnStats['nodes'][string]) => number): number =>
    own.reduce((total, [, node]) => total + pick(node), 0);
  return {
    hits: sum((node) => node.hit_count),
    misses: sum((node) => node.miss_count),
    evictions: sum((node) => node.eviction_count),
    loads: sum((node) => node.load_success_count),
    failedLoads: sum((node) => node.load_exception_count),
    loadMs: sum((node) => node.total_load_time) / 1e6,
  };
});

/** The limits of the chosen nodes together; null when one has none. */
export const limitKb = computed((): number | null => {
  const limits = chosenNodes.value.map(({ limit_kb }) => limit_kb);
  return limits.includes(null) ? null : limits.reduce((sum: number, limit) => sum + (limit ?? 0), 0);
});

export const usedKb = computed(() => chosenNodes.value.reduce((sum, { used_kb }) => sum + used_kb, 0));

const RECENT_SECONDS = 10;

/** The rates of the last ten seconds together. */
export const recentPressure = computed(() => {
  const latest = samples.value.at(-1)?.time ?? 0;
  const recent = samples.value.filter(({ time }) => time > latest - RECENT_SECONDS);
  const sum = (pick: (sample: Sample) => number): number =>
    recent.reduce((total, sample) => total + pick(sample), 0);
  return {
    hits: sum(({ hitsPerSecond }) => hitsPerSecond),
    misses: sum(({ missesPerSecond }) => missesPerSecond),
    evictions: sum(({ evictionsPerSecond }) => evictionsPerSecond),
  };
});

export function chooseNode(id: string): void {
  chosenNode.value = id;
  samples.value = [];
  last = null;
}

let last: { readonly totals: Totals; readonly atMs: number } | null = null;
let asked = 0;

export async function refresh(): Promise<void> {
  const turn = ++asked;
  try {
    const answers = await Promise.all([
      call<Graphs>('GET', '/_rockpool/knn/graphs'),
      call<KnnStats>('GET', '/_plugins/_knn/stats'),
    ]);
    // Buttons ask, too: an older answer that comes later would look like counters that started anew.
    if (turn !== asked) return;
    [graphs.value, stats.value] = answers;
    failure.value = null;
    addSample();
  } catch (error) {
    if (turn === asked) failure.value = error;
  }
}

/** A cache that starts anew starts its counters anew: then they are the difference. */
function addSample(): void {
  const now = totals.value;
  const atMs = elapsedMs();
  const { totals: before, atMs: beforeMs } = last ?? { totals: now, atMs: 0 };
  last = { totals: now, atMs };
  const perSecond = (pick: (of: Totals) => number): number => {
    const difference = pick(now) >= pick(before) ? pick(now) - pick(before) : pick(now);
    return difference / ((atMs - beforeMs) / 1000);
  };
  const sample = {
    time: nowMs() / 1000,
    usedKb: usedKb.value,
    limitKb: limitKb.value,
    hitsPerSecond: perSecond(({ hits }) => hits),
    missesPerSecond: perSecond(({ misses }) => misses),
    evictionsPerSecond: perSecond(({ evictions }) => evictions),
  };
  samples.value = [...samples.value.slice(1 - KEPT_SAMPLES), sample];
}

/** Follows the server until the result is called. */
export function watchCaches(): () => void {
  last = null;
  const stopPolling = repeat(refresh, EVERY_MS);
  const stopEvents = followEvents();
  return () => {
    stopPolling();
    stopEvents();
  };
}
