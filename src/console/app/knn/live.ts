import { computed, signal } from '@preact/signals';
import { call, isAbort } from '../lib/api.ts';
import { nowMs } from '../lib/clock.ts';
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

/** One moment; the counts are those since the moment before. */
export interface Sample {
  /** Seconds since 1970, of this browser. */
  readonly time: number;
  readonly usedKb: number;
  readonly limitKb: number | null;
  readonly hits: number;
  readonly misses: number;
  readonly evictions: number;
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

export function chooseNode(id: string): void {
  chosenNode.value = id;
  samples.value = [];
  last = null;
}

let last: Totals | null = null;

export async function refresh(): Promise<void> {
  try {
    [graphs.value, stats.value] = await Promise.all([
      call<Graphs>('GET', '/_rockpool/knn/graphs'),
      call<KnnStats>('GET', '/_plugins/_knn/stats'),
    ]);
    failure.value = null;
    addSample();
  } catch (error) {
    if (!isAbort(error)) failure.value = error;
  }
}

/** A cache that starts anew starts its counters anew: then they are the difference. */
function addSample(): void {
  const now = totals.value;
  const before = last ?? now;
  last = now;
  const since = (pick: (of: Totals) => number): number =>
    pick(now) >= pick(before) ? pick(now) - pick(before) : pick(now);
  const sample = {
    time: nowMs() / 1000,
    usedKb: usedKb.value,
    limitKb: limitKb.value,
    hits: since(({ hits }) => hits),
    misses: since(({ misses }) => misses),
    evictions: since(({ evictions }) => evictions),
  };
  samples.value = [...samples.value.slice(1 - KEPT_SAMPLES), sample];
}

/** Follows the server until the result is called. */
export function watchCaches(): () => void {
  last = null;
  void refresh();
  const stopPolling = repeat(refresh, EVERY_MS);
  const stopEvents = followEvents();
  return () => {
    stopPolling();
    stopEvents();
  };
}
