/** Where the original answers wrongly or cut short, its answer is kept, with one of these warnings. */

export const traps = {
  innerHits: 'at most 3 nested rows of a document are answered (inner_hits has its default size)',
  innerBuckets: 'GROUP BY keys after the first have at most 10 groups each',
  trimmed: 'ORDER BY and LIMIT of DELETE are not applied: all that WHERE finds is deleted',
  nestedIn: 'IN does not look into nested documents: nothing is found',
  filter: 'the filter of the request is not applied to groups',
  subSelect: 'WHERE, GROUP BY, ORDER BY and LIMIT around a sub-select are not read',
  groupLimit: 'LIMIT counts the groups of the first key only',
  join: (limit: number): string => `the join is cut at ${limit} rows`,
  inSubquery: 'IN (SELECT …) is answered as a join: duplicates of the sub-select multiply rows',
  distinct: 'DISTINCT inside this aggregate is ignored',
  dropped: (names: readonly string[]): string => `unknown to the original, left out: ${names.join(', ')}`,
} as const;
