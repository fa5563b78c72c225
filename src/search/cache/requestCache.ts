import type { Clock, FlatSettings } from '../../common/index.ts';
import type { EngineSearcher, IndexShard } from '../../shard/index.ts';
import type { ShardHit } from '../shard/collector.ts';
import type { FoundOnShard } from '../shard/foundOnShard.ts';

/** The result of a query phase, detached from its search. Hits refer to segments by index. */
export interface CachedAnswer extends Omit<FoundOnShard, 'hits' | 'timedOut'> {
  readonly hits: readonly (Omit<ShardHit, 'leaf'> & { readonly leafOrd: number })[];
}

/** Effects of binding a cached request, and the conditions under which they are repeated. */
export interface BindingFacts {
  readonly canMatch: boolean;
  readonly mappingVersion: number;
  readonly settings: FlatSettings;
  readonly allowExpensiveQueries: boolean;
  readonly allowIdFieldData: boolean;
}

/** An answer to be cached; with `facts` null, its request must be bound on every lookup. */
export interface NewAnswer {
  readonly request: string;
  readonly answer: CachedAnswer;
  readonly sizeBytes: number;
  readonly facts: BindingFacts | null;
}

/** The `request_cache` statistics of a shard copy. */
export interface RequestCacheStats {
  memoryBytes: number;
  evictions: number;
  hits: number;
  misses: number;
}

export interface RequestCacheOptions {
  readonly clock: Pick<Clock, 'nowMs'>;
  readonly maxBytes: number;
  /** Entries unused for this long are removed; `null` to keep them. */
  readonly expireMs: number | null;
}

interface Entry {
  readonly key: string;
  readonly shard: IndexShard;
  readonly reader: ReaderEntries;
  readonly answer: CachedAnswer;
  readonly facts: BindingFacts | null;
  readonly sizeBytes: number;
  usedMs: number;
}

/** The entries of one point-in-time reader, whose id is never reused. */
interface ReaderEntries {
  readonly id: number;
  readonly keys: Set<string>;
}

/**
 * Results of shard copies by reader and request, evicted in LRU order. An entry belongs to the exact reader
 * of its search: a refresh that changes something creates another reader, for which there are no entries.
 */
export class RequestCache {
  readonly #options: RequestCacheOptions;
  /** In order of use. */
  readonly #entries = new Map<string, Entry>();
  readonly #readers = new WeakMap<EngineSearcher['leaves'], ReaderEntries>();
  readonly #stats = new WeakMap<IndexShard, RequestCacheStats>();
  #lastReader = 0;
  #sizeBytes = 0;

  constructor(options: RequestCacheOptions) {
    this.#options = options;
  }

  get maxBytes(): number {
    return this.#options.maxBytes;
  }

  stats(shard: IndexShard): Readonly<RequestCacheStats> {
    let stats = this.#stats.get(shard);
    if (stats === undefined) {
      stats = { memoryBytes: 0, evictions: 0, hits: 0, misses: 0 };
      this.#stats.set(shard, stats);
    }
    return stats;
  }

  /**
   * Counts a hit. A miss is counted when its answer is put. If `accepts` returns false, the entry is not used
   * and nothing is counted.
   */
  find(
    shard: IndexShard,
    searcher: EngineSearcher,
    request: string,
    accepts?: (facts: BindingFacts | null) => boolean,
  ): CachedAnswer | null {
    this.#dropExpired();
    const reader = this.#readers.get(searcher.leaves);
    const entry = reader && this.#entries.get(keyOf(reader, request));
    if (entry === undefined || accepts?.(entry.facts) === false) return null;
    this.#entries.delete(entry.key);
    this.#entries.set(entry.key, entry);
    entry.usedMs = this.#options.clock.nowMs();
    this.#counters(shard).hits++;
    return entry.answer;
  }

  /** The searcher must be open, because closing its reader removes the entries. */
  put(shard: IndexShard, searcher: EngineSearcher, { request, answer, sizeBytes, facts }: NewAnswer): void {
    this.#counters(shard).misses++;
    if (sizeBytes > this.#options.maxBytes) return;
    const reader = this.#readerOf(searcher);
    const key = keyOf(reader, request);
    const old = this.#entries.get(key);
    if (old !== undefined) this.#remove(old);
    const usedMs = this.#options.clock.nowMs();
    this.#entries.set(key, { key, shard, reader, answer, facts, sizeBytes, usedMs });
    reader.keys.add(key);
    this.#counters(shard).memoryBytes += sizeBytes;
    this.#sizeBytes += sizeBytes;
    for (const entry of this.#entries.values()) {
      if (this.#sizeBytes <= this.#options.maxBytes) break;
      this.#evict(entry);
    }
  }

  /** For `_cache/clear`; not counted as evictions. */
  clear(shard: IndexShard): void {
    for (const entry of [...this.#entries.values()]) if (entry.shard === shard) this.#remove(entry);
  }

  #counters(shard: IndexShard): RequestCacheStats {
    return this.stats(shard) as RequestCacheStats;
  }

  #readerOf(searcher: EngineSearcher): ReaderEntries {
    let reader = this.#readers.get(searcher.leaves);
    if (reader === undefined) {
      const opened = { id: ++this.#lastReader, keys: new Set<string>() };
      reader = opened;
      this.#readers.set(searcher.leaves, opened);
      searcher.onReaderClosed(() => this.#readerClosed(opened));
    }
    return reader;
  }

  #readerClosed({ keys }: ReaderEntries): void {
    for (const key of keys) {
      const entry = this.#entries.get(key);
      if (entry !== undefined) this.#remove(entry);
    }
  }

  #dropExpired(): void {
    const { clock, expireMs } = this.#options;
    if (expireMs === null || this.#entries.size === 0) return;
    const expiredMs = clock.nowMs() - expireMs;
    for (const entry of this.#entries.values()) {
      if (entry.usedMs > expiredMs) break;
      this.#evict(entry);
    }
  }

  #evict(entry: Entry): void {
    this.#remove(entry);
    this.#counters(entry.shard).evictions++;
  }

  #remove(entry: Entry): void {
    this.#entries.delete(entry.key);
    entry.reader.keys.delete(entry.key);
    this.#counters(entry.shard).memoryBytes -= entry.sizeBytes;
    this.#sizeBytes -= entry.sizeBytes;
  }
}

function keyOf(reader: ReaderEntries, request: string): string {
  return `${reader.id}\n${request}`;
}
