import { type AccessTrace, KINDS, type ReplayCounts } from './accessTrace.ts';
import { LinkedGraphs } from './policies/linkedGraphs.ts';
import { type EvictionOrder, type MakeOrder, NONE } from './policies/order.ts';

const { HIT, MISS, LOAD, FAILED, GONE, RESET } = KINDS;

/** What a cache would have counted whose graphs leave in this order, with this limit, from an empty cache on. */
export function replayBy(makeOrder: MakeOrder, trace: AccessTrace, limitKb: number): ReplayCounts {
  const cache = new ReplayedCache(makeOrder(trace, limitKb), trace, limitKb);
  const { kinds, targets, weightsKb, groups } = trace;
  for (let i = 0; i < kinds.length; i++) {
    switch (kinds[i]) {
      case HIT:
        cache.use(targets[i], i, weightsKb[i]);
        break;
      case MISS:
        cache.use(targets[i], i, null);
        break;
      case LOAD:
        cache.loaded(targets[i], i, weightsKb[i]);
        break;
      case FAILED:
        cache.loading[targets[i]] = 0;
        break;
      case GONE:
        for (const graph of groups[targets[i]]) cache.remove(graph);
        break;
      case RESET:
        cache.reset(weightsKb[i]);
        break;
    }
  }
  return cache.counts;
}

/** The rules of NativeMemoryCache over numbers; which graph leaves for lack of room is the order's choice. */
class ReplayedCache {
  readonly counts: ReplayCounts = { hits: 0, misses: 0, evictions: 0 };
  /** 1 while a load that was seen to begin has not been seen to end. */
  readonly loading: Uint8Array;
  readonly #order: EvictionOrder;
  readonly #limitKb: number;
  readonly #timesMs: Float64Array;
  readonly #present: Uint8Array;
  readonly #weightKb: Float64Array;
  /** By last use, while idle graphs expire; otherwise nobody asks. */
  readonly #used: LinkedGraphs;
  readonly #usedMs: Float64Array;
  #count = 0;
  #totalKb = 0;
  #expiryMs: number;

  constructor(order: EvictionOrder, { graphs, expiryMs, timesMs }: AccessTrace, limitKb: number) {
    this.#order = order;
    this.#limitKb = limitKb;
    this.#timesMs = timesMs;
    this.#expiryMs = expiryMs ?? Number.POSITIVE_INFINITY;
    this.loading = new Uint8Array(graphs);
    this.#present = new Uint8Array(graphs);
    this.#weightKb = new Float64Array(graphs);
    this.#used = new LinkedGraphs(graphs);
    this.#usedMs = new Float64Array(graphs);
  }

  /** `weightKb` null: a load was seen to begin, and its end follows. */
  use(graph: number, at: number, weightKb: number | null): void {
    this.#expire(at);
    if (this.#present[graph] === 1) {
      this.counts.hits++;
      this.#order.used(graph, at);
      this.#touch(graph, at);
      return;
    }
    this.counts.misses++;
    if (weightKb === null) this.loading[graph] = 1;
    else this.#insert(graph, at, weightKb);
  }

  loaded(graph: number, at: number, weightKb: number): void {
    if (this.loading[graph] === 0) return;
    this.loading[graph] = 0;
    this.#expire(at);
    this.#insert(graph, at, weightKb);
  }

  remove(graph: number): void {
    if (this.#present[graph] === 0) return;
    this.#present[graph] = 0;
    // Exactly 0 when empty: a rest from rounding would have to be evicted, and nothing could be.
    this.#totalKb = --this.#count === 0 ? 0 : this.#totalKb - this.#weightKb[graph];
    this.#order.removed(graph);
    if (this.#used.has(graph)) this.#used.remove(graph);
  }

  reset(expiryMs: number): void {
    for (let graph = 0; graph < this.#present.length; graph++) this.remove(graph);
    this.loading.fill(0);
    this.#expiryMs = expiryMs;
  }

  /** What is not kept has been in memory all the same: it leaves again, and counts as evicted. */
  #insert(graph: number, at: number, weightKb: number): void {
    // An expiry of zero is a cache of size zero.
    const limitKb = this.#expiryMs === 0 ? 0 : this.#limitKb;
    const isKept = weightKb <= limitKb && this.#order.admits(graph, weightKb);
    if (isKept) this.#makeRoom(limitKb - weightKb);
    if (!isKept || !this.#order.added(graph, weightKb, at)) {
      this.counts.evictions++;
      return;
    }
    this.#present[graph] = 1;
    this.#weightKb[graph] = weightKb;
    this.#count++;
    this.#totalKb += weightKb;
    this.#touch(graph, at);
  }

  #makeRoom(mostKb: number): void {
    while (this.#totalKb > mostKb) {
      const graph = this.#order.next();
      if (graph !== NONE) this.#evict(graph);
    }
  }

  #expire(at: number): void {
    if (this.#expiryMs === Number.POSITIVE_INFINITY) return;
    const nowMs = this.#timesMs[at];
    for (let graph = this.#used.oldest; graph !== NONE; graph = this.#used.oldest) {
      if (nowMs - this.#usedMs[graph] < this.#expiryMs) return;
      this.#evict(graph);
    }
  }

  #touch(graph: number, at: number): void {
    if (this.#expiryMs === Number.POSITIVE_INFINITY) return;
    if (this.#used.has(graph)) this.#used.remove(graph);
    this.#used.push(graph);
    this.#usedMs[graph] = this.#timesMs[at];
  }

  #evict(graph: number): void {
    this.remove(graph);
    this.counts.evictions++;
  }
}
