import type { JsonObject, JsonValue, Pacer, Steps } from '../common/index.ts';
import type { DocSet, LeafContext, QueryBuilder, QueryShardContext } from '../query/index.ts';
import type { BucketAccount } from './framework/bucketAccount.ts';

export interface AggregationContext extends QueryShardContext {
  /** Nanoseconds of a clock that never goes back; given: the aggregation is measured. */
  readonly nanoTime?: () => bigint;
  /** The pauses of the search. */
  readonly pacer: Pacer;
  /** All buckets of the search. */
  readonly buckets: BucketAccount;
  /** Parses a query inside an aggregation (filter, filters, adjacency_matrix). */
  readonly parseQuery: (json: JsonValue) => QueryBuilder;
  /** Fetches hits for top_hits: the search room's fetch phase, given in to avoid a downward import. */
  readonly fetchTopHits: (request: TopHitsRequest) => JsonObject;
}

/** The documents of one bucket: their best `from + size` hits are wanted, in order, with their `sort` values. */
export interface TopHitsRequest {
  /** The body of the top_hits aggregation. */
  readonly body: JsonObject;
  /** In segment order; documents ascending within a segment. */
  readonly groups: readonly {
    readonly leaf: LeafContext;
    readonly docs: Uint32Array;
    readonly scores: Float32Array | null;
  }[];
}

/** Aggregations as parsed from `aggs`; knows nothing of an index. */
export interface AggregationBuilders {
  /** True where documents count that the query does not find: of `global`, of terms with min_doc_count 0. */
  readonly visitsAllDocs: boolean;
  /** True when scores are needed (top_hits, scripts with _score). */
  readonly needsScores: boolean;
  createShardAggregator(context: AggregationContext): ShardAggregator;
  /** Reduces the shards' results and renders them as the `aggregations` member. */
  reduce(results: readonly ShardAggregation[], options: AggregationReduceOptions): Steps<JsonObject>;
}

export interface AggregationReduceOptions {
  /** `sterms#name` in place of `name`. */
  readonly typedKeys: boolean;
  /** `search.max_buckets`; the default of the limits table when absent. */
  readonly maxBuckets?: number;
}

/** Collects the matching live root documents of one shard, a segment at a time, in segment order. */
export interface ShardAggregator {
  /** What each aggregation took, as `profile` prints it; empty where nothing was measured. Ask after `result()`. */
  profile(): JsonObject[];
  /** `scores`: a number where all documents have the same. */
  collect(leaf: LeafContext, docs: DocSet, scores: Float32Array | number | null): Promise<void>;
  result(): Promise<ShardAggregation>;
}

/** One shard's intermediate result; opaque outside the aggregation room. */
export interface ShardAggregation {
  readonly kind: 'shard-aggregation';
}
