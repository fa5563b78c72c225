import type { ShardAggregation } from '../../aggregation/index.ts';
import type { ShardHit } from './collector.ts';

/** The result of a shard's query phase, except for what binding the request provides. */
export interface FoundOnShard {
  readonly hits: readonly ShardHit[];
  readonly total: number;
  /** NaN if unknown. */
  readonly maxScore: number;
  readonly aggregation: ShardAggregation | null;
  readonly terminatedEarly: boolean;
  readonly timedOut: boolean;
}
