/** Where the original answers wrongly or cut short, its answer is kept, with one of these warnings. */

export const traps = {
  innerHits: 'at most 3 nested rows of a document are answered (inner_hits has its default size)',
  innerBuckets: 'GROUP BY keys after the first have at most 10 groups each',
  trimmed: 'ORDER BY and LIMIT of DELETE are not applied: all that WHERE finds is deleted',
  nestedIn: 'IN does not look into nested documents: nothing is found',
  filter: 'the filter of the request is not applied to groups',
  subSelect: 'what a statement says around its sub-select is not read, but for the names of columns',
  groupOrder: 'ORDER BY of what is neither a key nor a selected aggregate of groups is ignored',
  groupOffset: 'OFFSET of groups is ignored',
  groupLimit: 'LIMIT counts the groups of the first key only',
  join: (limit: number): string => `the join is cut at ${limit} rows`,
  commaFrom: 'FROM with a comma is one search of all its indices: it joins nothing',
  joinGroups: 'GROUP BY, HAVING and aggregates of a join are ignored: their columns are empty',
  joinOffset: 'OFFSET of a join is ignored',
  joinLimitZero: 'LIMIT 0 of a join is no limit',
  joinOrder:
    'ORDER BY of a join sorts by the first table before the second, all in the direction of the last column',
  joinInner: 'RIGHT and FULL joins are answered as inner ones',
  joinUsing: 'USING and NATURAL are ignored: every pair of rows is answered',
  joinWhere: 'WHERE on the second table of a LEFT JOIN is asked before the join',
  joinOr: 'OR between the tables of a join is answered as AND',
  loopsStar: 'all fields of one table are empty in a join on other conditions than equality',
  loopsLast: 'the last document of the first table is left out',
  inSubquery: 'IN (SELECT …) is answered as a join: duplicates of the sub-select multiply rows',
  distinct: 'DISTINCT inside this aggregate is ignored',
  dropped: (names: readonly string[]): string => `unknown to the original, left out: ${names.join(', ')}`,
} as const;
