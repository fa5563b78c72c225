import { ExtensionKey, type FixedBitSet, type FlatSettings } from '../common/index.ts';
import type { MappedFieldType } from '../mapper/index.ts';
import type { SegmentReader } from '../segment/index.ts';

/** Matching documents of one segment with the k-NN score of each; ascending docIds, parallel arrays. */
export interface VectorHits {
  readonly docs: Uint32Array;
  readonly scores: Float32Array;
}

export interface GraphQuery {
  readonly segment: SegmentReader;
  readonly field: MappedFieldType;
  /** Finite. */
  readonly vector: Float32Array;
  readonly k: number;
  /** Documents that may match (engine lucene only); deletions are applied afterwards by the caller, as in the original. */
  readonly filter: FixedBitSet | null;
}

/** What a `knn` clause searches: the graphs of one shard copy through the native memory cache of its node. */
export interface KnnShardSearcher {
  /** Whether the index has `index.knn: true`; without it a knn clause matches nothing, silently. */
  readonly enabled: boolean;
  /** Loads on a miss (off the main thread); synchronous when the graph is in memory. Moves the counters of knn.md §1.3. */
  search(query: GraphQuery): VectorHits | Promise<VectorHits>;
  /** A knn script is used: it counts as a compilation unless the node's script cache has it. */
  scriptCompiled(): void;
  scriptQuery(event: 'request' | 'error' | 'compilation' | 'compilationError'): void;
  /** plugin disabled: throws in the original's words. */
  checkEnabled(): void;
}

/** The searcher of a shard copy, for the clauses and scripts of the plugin. */
export const knnSearcher = new ExtensionKey<KnnShardSearcher>('knn');

/** Identity of a shard copy, for cache keys and statistics. */
export interface ShardCopy {
  readonly indexName: string;
  readonly indexUuid: string;
  readonly shardId: number;
  readonly primary: boolean;
  readonly settings: () => FlatSettings;
}
