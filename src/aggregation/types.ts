import type { JsonObject, JsonValue, Pacer, Steps } from '../common/index.ts';
import type { DocSet, LeafContext, QueryBuilder, QueryShardContext } from '../query/index.ts';
import type { BucketAccount } from './framework/bucketAccount.ts';

export interface AggregationContext extends QueryShardContext {
  /** Monotonic time in nanoseconds; present if the aggregation is profiled. */
  readonly nanoTime?: () => bigint;
  /** The pacer of the search. */
  readonly pacer: Pacer;
  /** Throws if the search was cancelled, but not at a timeout: for work that makes no sense half done. */
  readonly checkGone: () => void;
  /** Accounts for all buckets of the search. */
  readonly buckets: BucketAccount;
  /** Parses a query inside an aggregation (filter, filters, adjacency_matrix). */
  readonly parseQuery: (json: JsonValue) => QueryBuilder;
  /** Fetches hits for top_hits: the search room's fetch phase, injected to avoid a downward import. */
  readonly fetchTopHits: (request: TopHitsRequest) => JsonObject;
}

/** The documents of one bucket, whose best `from + size` hits are requested in order, with `sort` values. */
export interface TopHitsRequest {
  /** The body of the top_hits aggregation. */
  readonly body: JsonObject;
  /** In segment order; documents ascend within a segment. */
  readonly groups: readonly {
    readonly leaf: LeafContext;
    readonly docs: Uint32Array;
    readonly scores: Float32Array | null;
  }[];
}

/** Parsed `aggs`, independent of any index. */
export interface AggregationBuilders {
  /**
   * Whether documents that the query does not match are needed too: for `global`, and terms with
   * min_doc_count 0.
   */
  readonly visitsAllDocs: boolean;
  /** True when scores are needed (top_hits, scripts with _score). */
  readonly needsScores: boolean;
  createShardAggregator(context: AggregationContext): ShardAggregator;
  /** Reduces the shards' results and renders the `aggregations` member. */
  reduce(results: readonly ShardAggregation[], options: AggregationReduceOptions): Steps<JsonObject>;
}

export interface AggregationReduceOptions {
  /** `sterms#name` instead of `name`. */
  readonly typedKeys: boolean;
  /** `search.max_buckets`; defaults to the limits table. */
  readonly maxBuckets?: number;
}

/** Collects the matching live root documents of a shard, by segment, in segment order. */
export interface ShardAggregator {
  /**
   * The cost of each aggregation in the format of `profile`; empty if not measured. Call after `result()`.
   */
  profile(): JsonObject[];
  /** `scores`: a number if all documents have the same score. */
  collect(leaf: LeafContext, docs: DocSet, scores: Float32Array | number | null): Promise<void>;
  result(): Promise<ShardAggregation>;
}

/** A shard's intermediate result, opaque outside the aggregation room. */
export interface ShardAggregation {
  readonly kind: 'shard-aggregation';
}
