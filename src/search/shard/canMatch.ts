import type { SearchSource } from '../source/searchSource.ts';

/** Whether a shard can be skipped if no value is within the bounds. */
export function canMatchNothing({ query, suggest, aggregations }: SearchSource): boolean {
  return query !== null && query.clause !== 'match_all' && suggest === null && !aggregations?.visitsAllDocs;
}
