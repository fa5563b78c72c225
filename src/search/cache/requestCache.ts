import type { Clock, FlatSettings } from '../../common/index.ts';
import type { EngineSearcher, IndexShard } from '../../shard/index.ts';
import type { ShardHit } from '../shard/collector.ts';
import type { FoundOnShard } from '../shard/foundOnShard.ts';

/** What the query phase found, free of the search that found it. Hits name their segment by its place. */
export interface CachedAnswer extends Omit<FoundOnShard, 'hits' | 'timedOut'> {
  readonly hits: readonly (Omit<ShardHit, 'leaf'> & { readonly leafOrd: number })[];
}

/** What binding its request told of a kept answer, and when it would tell the same. */
export interface BindingFacts {
  readonly canMatch: boolean;
  readonly mappingVersion: number;
  readonly settings: FlatSettings;
  readonly allowExpensiveQueries: boolean;
  readonly allowIdFieldData: boolean;
}

/** An answer on its way into the cache; `facts` null: its request is bound whenever it is asked for. */
export interface NewAnswer {
  readonly request: string;
  readonly answer: CachedAnswer;
  readonly sizeBytes: number;
  readonly facts: BindingFacts | null;
}

/** `request_cache` of one shard copy. */
export interface RequestCacheStats {
  memoryBytes: number;
  evictions: number;
  hits: number;
  misses: number;
}

export interface RequestCacheOptions {
  readonly clock: Pick<Clock, 'nowMs'>;
  readonly maxBytes: number;
  /** Entries that nobody asked for so long are gone; null: they stay. */
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

/** The entries of one point-in-time reader. The id is never used again. */
interface ReaderEntries {
  readonly id: number;
  readonly keys: Set<string>;
}

/**
 * Answers of shard copies by reader and request, the least recently used first to go. An entry belongs to the very
 * reader that its search ran on: a refresh that changes something makes another reader, which finds nothing here.
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

  /** Counts a hit. A miss counts when its answer is put. `accepts` false: the answer is left, and counts as nothing. */
  find(
    shard: IndexShard,
    searcher: EngineSearcher,
    request: string,
    accepts?: (answer: CachedAnswer, facts: BindingFacts | null) => boolean,
  ): CachedAnswer | null {
    this.#dropExpired();
    const reader = this.#readers.get(searcher.leaves);
    const entry = reader && this.#entries.get(keyOf(reader, request));
    if (entry === undefined || accepts?.(entry.answer, entry.facts) === false) return null;
    this.#entries.delete(entry.key);
    this.#entries.set(entry.key, entry);
    entry.usedMs = this.#options.clock.nowMs();
    this.#counters(shard).hits++;
    return entry.answer;
  }

  /** The searcher must be open: its reader takes its entries along when it closes. */
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

  /** `_cache/clear`: what goes is no eviction. */
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
