import type { JsonObject, JsonValue } from '../common/index.ts';
import type { LeafContext, QueryBuilder, QueryShardContext } from '../query/index.ts';

export interface AggregationContext extends QueryShardContext {
  /** Parses a query inside an aggregation (filter, filters, adjacency_matrix). */
  readonly parseQuery: (json: JsonValue) => QueryBuilder;
  /** Fetches hits for top_hits: the search room's fetch phase, given in to avoid a downward import. */
  readonly fetchTopHits: (request: TopHitsRequest) => JsonObject;
}

export interface TopHitsRequest {
  /** The body of the top_hits aggregation. */
  readonly body: JsonObject;
  readonly leaf: LeafContext;
  readonly docs: Uint32Array;
  readonly scores: Float32Array | null;
}

/** Aggregations as parsed from `aggs`; knows nothing of an index. */
export interface AggregationBuilders {
  /** True when scores are needed (top_hits, scripts with _score). */
  readonly needsScores: boolean;
  createShardAggregator(context: AggregationContext): ShardAggregator;
  /** Reduces the shards' results and renders them as the `aggregations` member. */
  reduce(results: readonly ShardAggregation[], options: { readonly typedKeys: boolean }): JsonObject;
}

/** Collects the matching live root documents of one shard, a segment at a time, in segment order. */
export interface ShardAggregator {
  collect(leaf: LeafContext, docs: Uint32Array, scores: Float32Array | null): void;
  result(): ShardAggregation;
}

/** One shard's intermediate result; opaque outside the aggregation room. */
export interface ShardAggregation {
  readonly kind: 'shard-aggregation';
}
