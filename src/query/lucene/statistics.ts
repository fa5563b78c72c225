import type { LeafContext, QueryShardContext, ScoreStatistics } from '../types.ts';
import { documentFrequency, fieldStatistics } from './bm25.ts';

/** The shard's own numbers. */
export function shardStatistics(leaves: readonly LeafContext[]): ScoreStatistics {
  return {
    field: (name) => fieldStatistics(leaves, name),
    docFreq: (field, term, own) => own ?? documentFrequency(leaves, field, term),
  };
}

/** The numbers that a query's scores count with: the shard's, unless the search knows those of all shards. */
export function statisticsOf({ statistics, leaves }: StatisticsContext): ScoreStatistics {
  return statistics ?? shardStatistics(leaves);
}

export type StatisticsContext = Pick<QueryShardContext, 'statistics' | 'leaves'>;
