import { type JsonDouble, jsonFloat } from '../common/index.ts';
import type { QueryOutcome } from './runner.ts';
import { DEFAULT_SIZE, type SearchSource } from './source/searchSource.ts';
import type { SearchResponse } from './types.ts';

/** What an answer says of all hits together. */

/** `hits.total`; `null` if not requested. */
export function totalHits(
  total: number,
  source: SearchSource,
): NonNullable<SearchResponse['hits']['total']> | null {
  const upTo = source.trackTotalHitsUpTo;
  if (upTo === null) return null;
  return total > upTo ? { value: upTo, relation: 'gte' } : { value: total, relation: 'eq' };
}

/** Known if hits are sorted by relevance, or scores were requested. */
export function maxScore(outcome: QueryOutcome, source: SearchSource): number | JsonDouble | null {
  const byRelevance = outcome.results.every((result) => result.sortKeys.length === 0);
  const shown = (source.size ?? DEFAULT_SIZE) > 0 && (byRelevance || source.trackScores);
  return shown && !Number.isNaN(outcome.maxScore) ? jsonFloat(outcome.maxScore) : null;
}
