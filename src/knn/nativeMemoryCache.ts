import { LRUCache } from 'lru-cache';
import { bug, type Clock } from '../common/index.ts';
import type { Graph } from './graph.ts';
import type { EvictionReason } from './laboratory/types.ts';
import type { Reservation } from './nativeBudget.ts';
import { GraphOwner, OwnerToken } from './ownerToken.ts';

/** Identifies a graph within a node, and the index under which it is shown. */
export interface GraphKey {
  readonly key: string;
  readonly indexName: string;
}

/** A graph with the owner for which it is loaded. */
export interface OwnedKey extends GraphKey {
  readonly owner: GraphOwner;
}

export interface LoadedGraph {
  readonly graph: Graph;
  readonly weightKb: number;
  /** The graph's native memory, released with it; `null` if it has none. */
  readonly memory: Reservation | null;
}

export interface CacheLimits {
  /** `null` for no limit (circuit breaker disabled). */
  readonly weightKb: number | null;
  /** Idle time after which a graph leaves; `null` for never. */
  readonly expiryMs: number | null;
}

/** Counters of the cache, reset to zero by a rebuild. */
export interface CacheCounters {
  hitCount: number;
  missCount: number;
  loadSuccessCount: number;
  loadExceptionCount: number;
  evictionCount: number;
  totalLoadNanos: bigint;
}

interface Entry extends LoadedGraph, GraphKey {
  lastAccessMs: number;
}

/** A search or warmup that waits for a load. */
interface Waiter {
  readonly key: OwnedKey;
  /** The era of the cache when the wait began. */
  readonly era: GraphOwner;
  readonly token: OwnerToken;
  readonly serve: (graph: Graph) => void;
  readonly reject: (error: unknown) => void;
}

/** Events of the cache, for the laboratory. */
export type CacheEvent =
  | (GraphKey & {
      readonly kind: 'hit' | 'miss' | 'load' | 'load_failed' | 'evict';
      /** 0 if unknown: for a miss, or a failed load. */
      readonly weightKb: number;
      /** Duration of a load. */
      readonly nanos: bigint;
      /** Why a graph left; `null` if it was not an eviction. */
      readonly reason: EvictionReason | null;
    })
  | { readonly kind: 'rebuild'; readonly limits: CacheLimits };

export interface CacheListener {
  /** A graph was evicted because of the limit: trips the breaker. */
  capacityReached(): void;
  event?(event: CacheEvent): void;
}

/**
 * The graphs in a node's native memory: the least recently used ones are evicted, exactly, when the total
 * weight exceeds the limit. The rules are those of the original's Guava cache: an entry is inserted after its
 * load and then causes evictions; one heavier than the limit is itself evicted; a request that waits for
 * another's load counts as a miss; expired entries are invisible at once, and counted at the next use.
 *
 * lru-cache only serves as the ordered list. Its own loading and expiry are not used: they drop loaded values
 * when a key changes meanwhile, which would leak native memory.
 */
export class NativeMemoryCache {
  readonly #clock: Clock;
  readonly #listener: CacheListener;
  #limits: CacheLimits;
  #entries = newList();
  /**
   * Loads in progress, including those from before a rebuild: concurrent requests for a graph share one load.
   */
  readonly #loading = new Map<string, Waiter[]>();
  #counters = zeroCounters();
  /** Ends when the cache is rebuilt or closed; graphs whose load began earlier cannot enter it afterwards. */
  #era = new GraphOwner();
  /** Weight of the entries, counted independently of the list as a check. */
  #totalKb = 0;

  constructor(clock: Clock, limits: CacheLimits, listener: CacheListener) {
    this.#clock = clock;
    this.#limits = limits;
    this.#listener = listener;
    listener.event?.({ kind: 'rebuild', limits });
  }

  get counters(): Readonly<CacheCounters> {
    return this.#counters;
  }

  get limits(): CacheLimits {
    return this.#limits;
  }

  /**
   * Runs `search` on the graph: synchronously if it is in memory, otherwise after `load`. The graph must not
   * be kept: it may be closed as soon as `search` returns. Rejects with the load's error.
   */
  use<T>(key: OwnedKey, load: () => Promise<LoadedGraph>, search: (graph: Graph) => T): T | Promise<T> {
    this.#expire();
    const entry = this.#entries.get(key.key);
    if (entry) {
      entry.lastAccessMs = this.#clock.nowMs();
      this.#counters.hitCount++;
      this.#emit('hit', entry, entry.weightKb);
      return search(entry.graph);
    }
    this.#counters.missCount++;
    this.#emit('miss', key);
    return this.#join(key, load, search);
  }

  /** Whether the graph is in memory; affects neither order nor counters. */
  has(key: string): boolean {
    const entry = this.#entries.peek(key);
    return entry !== undefined && !this.#isExpired(entry);
  }

  /** Whether the graph is being loaded. */
  isLoading(key: string): boolean {
    return this.#loading.has(key);
  }

  /** Removes a graph without counting an eviction: its segment or index is gone. */
  remove(key: string, reason: EvictionReason): void {
    const entry = this.#entries.peek(key);
    if (entry) this.#drop(entry, reason);
  }

  /**
   * Empties the cache and restarts it with other limits and with counters at zero. Loads in progress still
   * serve their waiters, but their graphs do not enter the cache.
   */
  rebuild(limits: CacheLimits, reason: EvictionReason): void {
    this.#empty(reason);
    this.#era = new GraphOwner();
    this.#counters = zeroCounters();
    this.#limits = limits;
    this.#listener.event?.({ kind: 'rebuild', limits });
  }

  /** Empties the cache for good. Loads in progress still serve their waiters; then their graphs are freed. */
  close(reason: EvictionReason): void {
    this.rebuild(this.#limits, reason);
    this.#era.end(reason);
  }

  /** Keys of graphs in memory, including expired ones. */
  keys(): readonly string[] {
    return [...this.#entries.keys()];
  }

  /** Keys of an index's graphs (`null` for all) in memory. */
  keysOf(indexName: string | null): readonly string[] {
    const entries = [...this.#entries.values()];
    return entries
      .filter((entry) => indexName === null || entry.indexName === indexName)
      .map(({ key }) => key);
  }

  /** The weights of the visible graphs, least recently used first. */
  *weights(): Generator<{ readonly indexName: string; readonly weightKb: number }> {
    for (const entry of this.#entries.rvalues()) {
      if (entry && !this.#isExpired(entry)) yield entry;
    }
  }

  weightKb(): number {
    let sum = 0;
    for (const { weightKb } of this.weights()) sum += weightKb;
    return sum;
  }

  /** Concurrent callers share one load. All are served before the graph can be evicted. */
  #join<T>(key: OwnedKey, load: () => Promise<LoadedGraph>, search: (graph: Graph) => T): Promise<T> {
    return new Promise<T>((resolve, reject) => {
      const era = this.#era;
      const token = new OwnerToken(key.owner, era);
      const serve = (graph: Graph): void => {
        try {
          resolve(search(graph));
        } catch (error) {
          reject(error);
        }
      };
      const running = this.#loading.get(key.key);
      if (running) {
        running.push({ key, era, token, serve, reject });
        return;
      }
      const waiters: Waiter[] = [{ key, era, token, serve, reject }];
      this.#loading.set(key.key, waiters);
      void this.#load(key, load, waiters);
    });
  }

  async #load(key: OwnedKey, load: () => Promise<LoadedGraph>, waiters: readonly Waiter[]): Promise<void> {
    const start = this.#clock.nanoTime();
    try {
      const loaded = await load();
      this.#loading.delete(key.key);
      this.#landed(key, loaded, this.#clock.nanoTime() - start, waiters);
    } catch (error) {
      // The load has failed, or an invariant is broken. Either way the waiters get the error.
      if (this.#loading.delete(key.key)) this.#failed(key, this.#clock.nanoTime() - start, waiters);
      for (const waiter of waiters) waiter.reject(error);
    }
  }

  #failed(key: OwnedKey, nanos: bigint, waiters: readonly Waiter[]): void {
    if (!this.#concerns(waiters)) return;
    this.#counters.loadExceptionCount++;
    this.#counters.totalLoadNanos += nanos;
    this.#emit('load_failed', key);
  }

  /**
   * Serves the waiters. The graph enters the cache if one of their tokens is valid; otherwise it is closed.
   */
  #landed(key: OwnedKey, loaded: LoadedGraph, nanos: bigint, waiters: readonly Waiter[]): void {
    const counted = this.#concerns(waiters);
    if (counted) {
      this.#counters.loadSuccessCount++;
      this.#counters.totalLoadNanos += nanos;
    }
    const keeper = waiters.find(({ token }) => token.use());
    const entry = keeper ? this.#insert(keeper.key, loaded, nanos) : null;
    for (const waiter of waiters) waiter.serve(loaded.graph);
    if (entry !== null) this.#evict(entry);
    else free(loaded);
    if (entry === null && counted) this.#emit('evict', key, loaded.weightKb, 0n, key.owner.ended);
  }

  /** Whether to count a load: not if all its waiters came before the counters were reset. */
  #concerns(waiters: readonly Waiter[]): boolean {
    return waiters.some(({ era }) => era === this.#era && era.ended === null);
  }

  #insert({ key, indexName }: OwnedKey, loaded: LoadedGraph, nanos: bigint): Entry {
    this.#expire();
    const entry: Entry = { ...loaded, key, indexName, lastAccessMs: this.#clock.nowMs() };
    if (this.#entries.has(key)) {
      free(loaded);
      throw bug(`graph [${key}] was loaded while it is in the cache (${this.#entries.size} graphs)`);
    }
    loaded.memory?.keep();
    this.#entries.set(key, entry);
    this.#totalKb += entry.weightKb;
    this.#checkBooks();
    this.#emit('load', entry, entry.weightKb, nanos);
    return entry;
  }

  #evict(newest: Entry): void {
    const limitKb = this.#limitKb();
    if (newest.weightKb > limitKb) this.#drop(newest, 'size');
    while (this.#entries.calculatedSize > limitKb) {
      const oldest = this.#oldest();
      if (!oldest) break;
      this.#drop(oldest, 'size');
    }
  }

  #oldest(): Entry | undefined {
    return this.#entries.rvalues().next().value ?? undefined;
  }

  #limitKb(): number {
    // An expiry of zero means a cache of size zero, as in the original's library.
    if (this.#limits.expiryMs === 0) return 0;
    return this.#limits.weightKb ?? Number.POSITIVE_INFINITY;
  }

  #expire(): void {
    if (this.#limits.expiryMs === null) return;
    for (let oldest = this.#oldest(); oldest && this.#isExpired(oldest); oldest = this.#oldest()) {
      this.#drop(oldest, 'expiry');
    }
  }

  #isExpired(entry: Entry): boolean {
    const { expiryMs } = this.#limits;
    return expiryMs !== null && this.#clock.nowMs() - entry.lastAccessMs >= expiryMs;
  }

  #empty(reason: EvictionReason): void {
    this.#era.end(reason);
    const old = this.#entries;
    this.#entries = newList();
    this.#totalKb = 0;
    for (const entry of old.rvalues()) {
      if (!entry) continue;
      free(entry);
      this.#emit('evict', entry, entry.weightKb, 0n, reason);
    }
  }

  #drop(entry: Entry, reason: EvictionReason): void {
    this.#entries.delete(entry.key);
    this.#totalKb -= entry.weightKb;
    free(entry);
    this.#checkBooks();
    this.#emit('evict', entry, entry.weightKb, 0n, reason);
    if (reason !== 'size' && reason !== 'expiry') return;
    this.#counters.evictionCount++;
    if (reason === 'size') this.#listener.capacityReached();
  }

  #checkBooks(): void {
    const { calculatedSize, size } = this.#entries;
    if (this.#totalKb === calculatedSize && (size === 0) === (calculatedSize === 0)) return;
    throw bug(`${size} graphs in the cache weigh ${calculatedSize} KB; the books say ${this.#totalKb} KB`);
  }

  #emit(
    kind: Exclude<CacheEvent['kind'], 'rebuild'>,
    { key, indexName }: GraphKey,
    weightKb = 0,
    nanos = 0n,
    reason: EvictionReason | null = null,
  ): void {
    this.#listener.event?.({ kind, key, indexName, weightKb, nanos, reason });
  }
}

function free({ graph, memory }: LoadedGraph): void {
  graph.close();
  memory?.release();
}

function newList(): LRUCache<string, Entry> {
  return new LRUCache({
    maxSize: Number.MAX_SAFE_INTEGER,
    sizeCalculation: (entry) => entry.weightKb,
  });
}

function zeroCounters(): CacheCounters {
  return {
    hitCount: 0,
    missCount: 0,
    loadSuccessCount: 0,
    loadExceptionCount: 0,
    evictionCount: 0,
    totalLoadNanos: 0n,
  };
}
