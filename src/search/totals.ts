import { type JsonDouble, jsonFloat } from '../common/index.ts';
import type { QueryOutcome } from './runner.ts';
import { DEFAULT_SIZE, type SearchSource } from './source/searchSource.ts';
import type { SearchResponse } from './types.ts';

/** What an answer says of all hits together. */

/** `hits.total`; null: not asked for. */
export function totalHits(
  total: number,
  source: SearchSource,
): NonNullable<SearchResponse['hits']['total']> | null {
  const upTo = source.trackTotalHitsUpTo;
  if (upTo === null) return null;
  return total > upTo ? { value: upTo, relation: 'gte' } : { value: total, relation: 'eq' };
}

/** Known when hits are ordered by relevance, or scores were asked for. */
export function maxScore(outcome: QueryOutcome, source: SearchSource): number | JsonDouble | null {
  // The answer of no shard at all is the original's empty answer: its best score is 0.
  if (outcome.shardCount === 0) return jsonFloat(0);
  const byRelevance = outcome.results.every((result) => result.sortKeys.length === 0);
  const shown = (source.size ?? DEFAULT_SIZE) > 0 && (byRelevance || source.trackScores);
  return shown && !Number.isNaN(outcome.maxScore) ? jsonFloat(outcome.maxScore) : null;
}
