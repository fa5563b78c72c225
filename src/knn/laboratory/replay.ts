import type { EventRecord } from './eventLog.ts';
import { GraphNames, indexGroup } from './graphNames.ts';

/**
 * The accesses of one cache as numbers, to be replayed at any limit.
 *
 * Why a replay and no stack distances: one pass over an LRU stack answers for all limits only while a cache with more
 * room always holds what one with less holds. Graphs have weights, one that is heavier than the limit leaves by itself
 * and leaves the others alone, merges take graphs out of the middle, idle ones expire: at each limit the cache behaves
 * in its own way, so each limit is simulated. That is exact, and costs some 20 ns an access and limit.
 */
export interface AccessTrace {
  readonly kinds: Uint8Array;
  /** Number of the graph (or, for GONE, of the list in `groups`). */
  readonly targets: Int32Array;
  readonly weightsKb: Float64Array;
  readonly timesMs: Float64Array;
  /** Graphs that leave together. */
  readonly groups: readonly (readonly number[])[];
  readonly graphs: number;
  readonly expiryMs: number | null;
}

export interface ReplayCounts {
  hits: number;
  misses: number;
  evictions: number;
}

const HIT = 0;
const MISS = 1;
const LOAD = 2;
const FAILED = 3;
const GONE = 4;
const RESET = 5;

/** Reads the records of one node; expiry is as at the cache's last new start, `expiryMs` before the first of them. */
export function traceOf(records: readonly EventRecord[], expiryMs: number | null): AccessTrace {
  const trace = {
    kinds: new Uint8Array(records.length),
    targets: new Int32Array(records.length),
    weightsKb: new Float64Array(records.length),
    timesMs: new Float64Array(records.length),
    expiryMs,
  };
  const names = new GraphNames();
  for (let i = 0; i < records.length; i++) {
    const { event, timeMs } = records[i];
    trace.timesMs[i] = timeMs;
    trace.kinds[i] = kindOf(event.kind);
    if (event.kind === 'rebuild') trace.weightsKb[i] = event.limits.expiryMs ?? Number.POSITIVE_INFINITY;
    else if (event.kind === 'gone') trace.targets[i] = names.group(event.keyPrefix);
    else if (event.kind === 'cleared') trace.targets[i] = names.group(indexGroup(event.indexName));
    else if (event.kind !== 'breaker') {
      trace.targets[i] = names.graph(event.key, event.indexName);
      trace.weightsKb[i] = event.weightKb;
    }
  }
  return { ...trace, groups: names.groups, graphs: names.count };
}

/** Graphs of these weights, used one after the other in order, `rounds` times. */
export function cycleOf(weightsKb: readonly number[], rounds: number): AccessTrace {
  const all = Array.from({ length: rounds }, () => weightsKb).flat();
  return {
    kinds: new Uint8Array(all.length).fill(HIT),
    targets: Int32Array.from(all, (_, i) => i % weightsKb.length),
    weightsKb: Float64Array.from(all),
    timesMs: new Float64Array(all.length),
    groups: [],
    graphs: weightsKb.length,
    expiryMs: null,
  };
}

const IGNORED = 6;

function kindOf(kind: EventRecord['event']['kind']): number {
  switch (kind) {
    case 'hit':
      return HIT;
    case 'miss':
      return MISS;
    case 'load':
      return LOAD;
    case 'load_failed':
      return FAILED;
    case 'gone':
    case 'cleared':
      return GONE;
    case 'rebuild':
      return RESET;
    default:
      return IGNORED;
  }
}

/** What the cache would have counted with this limit, from an empty cache on. */
export function replay(trace: AccessTrace, limitKb: number): ReplayCounts {
  const cache = new ReplayedCache(trace.graphs, limitKb, trace.expiryMs);
  const { kinds, targets, weightsKb, timesMs, groups } = trace;
  for (let i = 0; i < kinds.length; i++) {
    switch (kinds[i]) {
      case HIT:
        cache.use(targets[i], timesMs[i], weightsKb[i]);
        break;
      case MISS:
        cache.use(targets[i], timesMs[i], null);
        break;
      case LOAD:
        cache.loaded(targets[i], timesMs[i], weightsKb[i]);
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

const NONE = -1;

/** The rules of NativeMemoryCache over numbers: a list, most recently used at the head. */
class ReplayedCache {
  readonly counts: ReplayCounts = { hits: 0, misses: 0, evictions: 0 };
  /** 1 while a load that was seen to begin has not been seen to end. */
  readonly loading: Uint8Array;
  readonly #limitKb: number;
  readonly #newer: Int32Array;
  readonly #older: Int32Array;
  readonly #present: Uint8Array;
  readonly #weightKb: Float64Array;
  readonly #usedMs: Float64Array;
  #newest = NONE;
  #oldest = NONE;
  #totalKb = 0;
  #expiryMs: number;

  constructor(graphs: number, limitKb: number, expiryMs: number | null) {
    this.#limitKb = limitKb;
    this.#expiryMs = expiryMs ?? Number.POSITIVE_INFINITY;
    this.loading = new Uint8Array(graphs);
    this.#present = new Uint8Array(graphs);
    this.#newer = new Int32Array(graphs);
    this.#older = new Int32Array(graphs);
    this.#weightKb = new Float64Array(graphs);
    this.#usedMs = new Float64Array(graphs);
  }

  /** `weightKb` null: a load was seen to begin, and its end follows. */
  use(graph: number, nowMs: number, weightKb: number | null): void {
    this.#expire(nowMs);
    if (this.#present[graph] === 1) {
      this.counts.hits++;
      this.#unlink(graph);
      this.#link(graph, nowMs);
      return;
    }
    this.counts.misses++;
    if (weightKb === null) this.loading[graph] = 1;
    else this.#insert(graph, nowMs, weightKb);
  }

  loaded(graph: number, nowMs: number, weightKb: number): void {
    if (this.loading[graph] === 0) return;
    this.loading[graph] = 0;
    this.#expire(nowMs);
    this.#insert(graph, nowMs, weightKb);
  }

  remove(graph: number): void {
    if (this.#present[graph] === 0) return;
    this.#unlink(graph);
    this.#present[graph] = 0;
    this.#totalKb -= this.#weightKb[graph];
  }

  reset(expiryMs: number): void {
    while (this.#oldest !== NONE) this.remove(this.#oldest);
    this.loading.fill(0);
    this.#expiryMs = expiryMs;
  }

  #insert(graph: number, nowMs: number, weightKb: number): void {
    this.#present[graph] = 1;
    this.#weightKb[graph] = weightKb;
    this.#totalKb += weightKb;
    this.#link(graph, nowMs);
    // An expiry of zero is a cache of size zero.
    const limitKb = this.#expiryMs === 0 ? 0 : this.#limitKb;
    if (weightKb > limitKb) this.#evict(graph);
    while (this.#totalKb > limitKb) this.#evict(this.#oldest);
  }

  #expire(nowMs: number): void {
    while (this.#oldest !== NONE && nowMs - this.#usedMs[this.#oldest] >= this.#expiryMs) {
      this.#evict(this.#oldest);
    }
  }

  #evict(graph: number): void {
    this.remove(graph);
    this.counts.evictions++;
  }

  #link(graph: number, nowMs: number): void {
    this.#usedMs[graph] = nowMs;
    this.#newer[graph] = NONE;
    this.#older[graph] = this.#newest;
    if (this.#newest === NONE) this.#oldest = graph;
    else this.#newer[this.#newest] = graph;
    this.#newest = graph;
  }

  #unlink(graph: number): void {
    const newer = this.#newer[graph];
    const older = this.#older[graph];
    if (newer === NONE) this.#newest = older;
    else this.#older[newer] = older;
    if (older === NONE) this.#oldest = newer;
    else this.#newer[older] = newer;
  }
}
