import type { SearchSource } from '../source/searchSource.ts';

/** Whether bounds that nothing lies within leave a shard nothing to tell. */
export function canMatchNothing({ query, suggest, aggregations }: SearchSource): boolean {
  return query !== null && query.clause !== 'match_all' && suggest === null && !aggregations?.visitsAllDocs;
}
