/** Warnings used in several places. */

export function cutAt(limit: number): string {
  return `the result is cut at ${limit} rows (plugins.query.size_limit); more records match`;
}

export const ORDER_BEFORE_WINDOW =
  'ORDER BY and LIMIT come before window functions: they see the rows that are left';

export const ROW_LOST =
  'LIMIT right above HAVING loses a row; with ORDER BY, or with rockpool.corrections, it does not';

export const LIMIT_WITHOUT_FROM = 'LIMIT without FROM is not applied';

export const UNSELECTED = 'a column that the subquery in FROM does not select has no value';

export const BARE_WHERE =
  'WHERE with nothing but a column or a literal is not applied: all rows are answered';

export const SUM_OF_NOTHING = 'SUM of no values is 0, not NULL';

export const NOT_OF_NULL = 'NOT is true where its condition is NULL';

export const GROUPS_AS_TEXT = 'groups by a computed number are sorted as texts: 10 comes before 9';

/** The warning for statements that only Rockpool supports. */
export const BEYOND = 'a cluster of version 2.7 would refuse this statement';

/** The warning of `_explain` where the original's explanation contains more than a search. */
export const V2_SEARCH =
  'this is the search of the V2 engine; its computed columns are missing from this explanation';
