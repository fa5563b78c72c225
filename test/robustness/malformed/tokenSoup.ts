import type { Pick } from '../../conformance/fuzz/pick.ts';

const WORDS: readonly string[] = [
  ...'SELECT FROM WHERE GROUP BY ORDER BY HAVING LIMIT OFFSET UNION ALL INTERSECT EXCEPT DISTINCT AS ON USING'.split(
    ' ',
  ),
  ...'JOIN LEFT RIGHT INNER CROSS NATURAL WITH CASE WHEN THEN ELSE END AND OR NOT XOR IN IS NULL BETWEEN LIKE'.split(
    ' ',
  ),
  ...'REGEXP EXISTS OVER PARTITION ROWS PRECEDING FOLLOWING UNBOUNDED CURRENT ROW INTERVAL DAY CAST TRUE FALSE'.split(
    ' ',
  ),
  ...'ASC DESC NULLS FIRST LAST SHOW TABLES DESCRIBE DATE TIME TIMESTAMP MATCH QUERY NESTED MISSING FILTER'.split(
    ' ',
  ),
  ...'COUNT SUM AVG MIN MAX ABS POW ROUND CONCAT SUBSTRING UPPER DATE_FORMAT YEAR NOW IF IFNULL COALESCE'.split(
    ' ',
  ),
  ...'ROW_NUMBER RANK NTILE LAG LEAD FIRST_VALUE PERCENTILES STDDEV HIGHLIGHT SCORE MATCH_PHRASE MULTI_MATCH'.split(
    ' ',
  ),
  ...['pool', 'n', 'tag', 'title', 'day', 'v', 'p.n', 'p', '`n`', '_id', '_score', 'nothing', '*'],
  ...['1', '0', '-1', '2.5', '1e3', "'a'", "'%a_'", '"x"', "'2020-01-01'", '?', '9223372036854775807', "''"],
  ...[
    '(',
    ')',
    ',',
    '.',
    '+',
    '-',
    '*',
    '/',
    '%',
    '=',
    '<',
    '>',
    '<=',
    '<>',
    '!=',
    '||',
    '&&',
    '!',
    ';',
    '{',
    '}',
    '@',
  ],
];
const BEGINNINGS: readonly string[] = [
  'SELECT',
  'SELECT n FROM pool WHERE',
  'SELECT COUNT(*) FROM pool GROUP BY',
  'SELECT n, tag FROM pool p ORDER BY',
  'WITH t AS (SELECT n FROM pool) SELECT',
  'SELECT SUM(n) OVER (',
  'SELECT * FROM pool a JOIN pool b ON',
  '',
];

/** Words of the language in any order, behind a beginning that gets past the first checks. */
export function tokenSoup(pick: Pick): string {
  return [pick.of(BEGINNINGS), ...pick.list(1, 14, () => pick.of(WORDS))].join(' ');
}
