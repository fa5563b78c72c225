import type { Clock, FlatSettings, LogFields } from '../common/index.ts';
import type { Directory } from '../directory/index.ts';
import { KnnCounters } from './counters.ts';
import type { GraphSource, GraphStore } from './graphStore.ts';
import { KnnShard, type ShardNode, shardPrefix } from './knnShard.ts';
import type { KnnLaboratory } from './laboratory/laboratory.ts';
import type { EvictionReason } from './laboratory/types.ts';
import type { BudgetMember, NativeBudget } from './nativeBudget.ts';
import { type CacheLimits, type LoadedGraph, NativeMemoryCache } from './nativeMemoryCache.ts';
import type { GraphOwner } from './ownerToken.ts';
import { cacheLimits, limitKb } from './settings.ts';
import { nodeStatistics, readStatistics } from './statistics.ts';
import type { ShardCopy } from './types.ts';

/** Shared by the nodes of a cluster. */
export interface KnnNodeServices {
  readonly clock: Clock;
  readonly store: GraphStore;
  readonly temporaryFolder: Directory;
  /** The memory that a percentage limit refers to: RAM minus the assumed heap. */
  readonly nativeMemoryBytes: number;
  /** The budget of the process. */
  readonly budget: NativeBudget;
  /** The current cluster settings. */
  readonly settings: () => FlatSettings;
  readonly checkEnabled: () => void;
  readonly tripBreaker: (nodeId: string) => void;
  readonly laboratory: KnnLaboratory;
  readonly warn: (message: string, fields: LogFields) => void;
}

/** The plugin on one virtual node: its graph cache and its counters. */
export class KnnNode implements ShardNode {
  readonly id: string;
  readonly cache: NativeMemoryCache;
  readonly counters = new KnnCounters();
  readonly memory: BudgetMember;
  readonly store: GraphStore;
  readonly temporaryFolder: Directory;
  readonly #services: KnnNodeServices;
  /** Current and former copies on this node, by the prefix of their keys. */
  readonly #shards = new Map<string, KnnShard>();
  /** Key prefixes whose files have been deleted since the watcher's last run. */
  readonly #forgotten = new Set<string>();
  #capacityReached = false;
  /** There is only one script, so the node's script cache is a flag. */
  #scriptIsCompiled = false;

  constructor(id: string, services: KnnNodeServices) {
    this.id = id;
    this.#services = services;
    this.store = services.store;
    this.temporaryFolder = services.temporaryFolder.folder(id);
    this.memory = services.budget.join();
    this.cache = new NativeMemoryCache(services.clock, this.#admittedLimits(), {
      capacityReached: () => this.#onCapacityReached(),
      event: (event) => services.laboratory.log.record(id, event),
    });
  }

  /** The configured limit, whether or not the breaker is enabled. */
  get limitKb(): number {
    return limitKb(this.#services.settings(), this.#services.nativeMemoryBytes);
  }

  get capacityReached(): boolean {
    return this.#capacityReached;
  }

  /** Loads a graph for the cache; the laboratory may make it slow, or fail. */
  load(source: GraphSource, owner: GraphOwner): Promise<LoadedGraph> {
    const { counters, memory } = this;
    return this.#services.laboratory.load({
      nodeId: this.id,
      indexName: source.copy.indexName,
      read: () => this.store.load(source, { counters, memory, owner }),
      damage: () => this.store.damage(source),
    });
  }

  /** Call when a copy of a shard is opened on this node; the result is also the shard's SegmentListener. */
  openShard(copy: ShardCopy, directory: Directory): KnnShard {
    const shard = new KnnShard(this, copy, directory);
    this.#forgotten.delete(shard.prefix);
    this.#shards.set(shard.prefix, shard);
    return shard;
  }

  released(shard: KnnShard): void {
    if (this.#shards.get(shard.prefix) === shard) this.#shards.delete(shard.prefix);
  }

  /** The copy of a shard that was opened here. */
  shard(copy: Pick<ShardCopy, 'indexUuid' | 'shardId'>): KnnShard | null {
    return this.#shards.get(shardPrefix(copy)) ?? null;
  }

  checkEnabled(): void {
    this.#services.checkEnabled();
  }

  /**
   * A `knn` clause was parsed with this node as coordinator: updates knn_query_requests,
   * knn_query_with_filter_requests.
   */
  clauseParsed(withFilter: boolean): void {
    this.counters.knnQueryRequests++;
    if (withFilter) this.counters.knnQueryWithFilterRequests++;
  }

  scriptCompiled(): void {
    if (this.#scriptIsCompiled) return;
    this.#scriptIsCompiled = true;
    this.scriptQuery('compilation');
  }

  scriptQuery(event: 'request' | 'error' | 'compilation' | 'compilationError'): void {
    if (event === 'request') this.counters.scriptQueryRequests++;
    else if (event === 'error') this.counters.scriptQueryErrors++;
    else if (event === 'compilation') this.counters.scriptCompilations++;
    else this.counters.scriptCompilationErrors++;
  }

  /** The selected statistics (`null` for all) in the original's format. */
  statistics(names: ReadonlySet<string> | null): Record<string, unknown> {
    const { counters, cache } = this;
    const graphs = [...cache.weights()];
    const limit = this.limitKb;
    const capacityReached = this.#capacityReached;
    const source = { counters, cache: cache.counters, graphs, limitKb: limit, capacityReached };
    return readStatistics(nodeStatistics, source, names);
  }

  /** Empties and restarts the cache with the current settings. */
  rebuildCache(): void {
    this.cache.rebuild(this.#admittedLimits(), 'limit_change');
    this.#capacityReached = false;
  }

  /**
   * Removes the graphs of an index (`null` for all) from the cache without counting evictions; returns their
   * number.
   */
  clearCache(indexName: string | null): number {
    const keys = this.cache.keysOf(indexName);
    for (const key of keys) this.cache.remove(key, 'api');
    this.#services.laboratory.log.record(this.id, { kind: 'cleared', indexName });
    return keys.length;
  }

  /** The files of graphs with this key prefix are gone; the watcher will remove them from the cache. */
  forget(keyPrefix: string): void {
    this.#forgotten.add(keyPrefix);
  }

  warn(message: string, fields: LogFields): void {
    this.#services.warn(message, { node: this.id, ...fields });
  }

  /**
   * One run of the file watcher: graphs whose files are gone leave the cache, without counting. They do not
   * come back, because a graph whose owner has ended cannot enter the cache.
   */
  async watchFiles(): Promise<void> {
    for (const [prefix, shard] of [...this.#shards]) {
      if (!(await this.#isGone(shard)) || this.#shards.get(prefix) !== shard) continue;
      this.#shards.delete(prefix);
      this.forget(prefix);
    }
    for (const keyPrefix of this.#forgotten) {
      this.#services.laboratory.log.record(this.id, { kind: 'gone', keyPrefix });
    }
    for (const key of this.cache.keys()) {
      const reason = this.#goneBy(key);
      if (reason) this.cache.remove(key, reason);
    }
    this.#forgotten.clear();
  }

  /** The monitor's first step: clears the flag when usage has dropped. */
  checkCapacity(unsetPercentage: number): void {
    const threshold = Math.floor((unsetPercentage / 100) * this.limitKb);
    if (this.#capacityReached && this.cache.weightKb() <= threshold) this.#capacityReached = false;
  }

  /** Frees all graphs. Loads waiting for memory reject; graphs being loaded do not enter the cache. */
  close(): void {
    this.memory.leave();
    this.#services.laboratory.endWaits(this.id);
    this.cache.close('node_stopped');
  }

  async #isGone(shard: KnnShard): Promise<boolean> {
    try {
      return await shard.isGone();
    } catch (error) {
      this.warn('a folder of graphs cannot be read', { copy: shard.prefix, error: (error as Error).message });
      return false;
    }
  }

  /** `uuid/shard/segment/…`: the copy or the segment may have been forgotten. */
  #goneBy(key: string): EvictionReason | null {
    const [uuid, shard, segment] = key.split('/', 3);
    if (this.#forgotten.has(`${uuid}/${shard}/`)) return 'index_deleted';
    return this.#forgotten.has(`${uuid}/${shard}/${segment}/`) ? 'segment_gone' : null;
  }

  /** The current limits, which are also passed to the process's budget. */
  #admittedLimits(): CacheLimits {
    const limits = cacheLimits(this.#services.settings(), this.#services.nativeMemoryBytes);
    this.memory.admit(limits.weightKb === null ? Number.POSITIVE_INFINITY : limits.weightKb * 1024);
    return limits;
  }

  #onCapacityReached(): void {
    this.#capacityReached = true;
    this.#services.tripBreaker(this.id);
  }
}
