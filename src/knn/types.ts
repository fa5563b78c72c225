import { ExtensionKey, type FixedBitSet, type FlatSettings } from '../common/index.ts';
import type { MappedFieldType } from '../mapper/index.ts';
import type { SegmentReader } from '../segment/index.ts';

/** Matching documents of one segment with their k-NN scores: ascending docIds, parallel arrays. */
export interface VectorHits {
  readonly docs: Uint32Array;
  readonly scores: Float32Array;
}

export interface GraphQuery {
  readonly segment: SegmentReader;
  readonly field: MappedFieldType;
  /** Must be finite. */
  readonly vector: Float32Array;
  readonly k: number;
  /**
   * Documents that may match (engine lucene only); the caller applies deletions afterwards, as in the
   * original.
   */
  readonly filter: FixedBitSet | null;
}

/**
 * What a `knn` clause searches: the graphs of one shard copy, through the native memory cache of its node.
 */
export interface KnnShardSearcher {
  /** Whether the index has `index.knn: true`; without it a knn clause silently matches nothing. */
  readonly enabled: boolean;
  /**
   * Loads the graph on a miss (off the main thread); synchronous if it is in memory. Updates the cache
   * counters.
   */
  search(query: GraphQuery): VectorHits | Promise<VectorHits>;
  /** A knn script is used: counts as a compilation unless it is in the node's script cache. */
  scriptCompiled(): void;
  scriptQuery(event: 'request' | 'error' | 'compilation' | 'compilationError'): void;
  /** Throws in the original's words if the plugin is disabled. */
  checkEnabled(): void;
}

/** The searcher of a shard copy, for the clauses and scripts of the plugin. */
export const knnSearcher = new ExtensionKey<KnnShardSearcher>('knn');

/** Identifies a shard copy, for cache keys and statistics. */
export interface ShardCopy {
  readonly indexName: string;
  readonly indexUuid: string;
  readonly shardId: number;
  readonly primary: boolean;
  readonly settings: () => FlatSettings;
}
