import type { ShardAggregation } from '../../aggregation/index.ts';
import type { ShardHit } from './collector.ts';

/** What the query phase of a shard found; the rest of its result comes from binding the request. */
export interface FoundOnShard {
  readonly hits: readonly ShardHit[];
  readonly total: number;
  /** NaN: not known. */
  readonly maxScore: number;
  readonly aggregation: ShardAggregation | null;
  readonly terminatedEarly: boolean;
  readonly timedOut: boolean;
}
