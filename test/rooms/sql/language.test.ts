import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Bench } from '../../conformance/fuzz/bench.ts';
import { difference, lines } from '../../conformance/fuzz/rows.ts';
import { Sqlite } from '../../conformance/fuzz/sqlite.ts';

/** The language beyond plain SELECT: what SQLite reads too answers with SQLite's rows. */

let rockpool: Bench;
let sqlite: Sqlite;
beforeAll(async () => {
  rockpool = await Bench.open({ corrections: true });
  sqlite = await Sqlite.open();
});
afterAll(() => rockpool.close());

const STATEMENTS = `
SELECT id, SUM(num) OVER (ORDER BY id ROWS BETWEEN 2 PRECEDING AND CURRENT ROW) FROM fuzz_a
SELECT id, SUM(num) OVER (PARTITION BY kind ORDER BY id ROWS BETWEEN 1 PRECEDING AND 1 FOLLOWING) FROM fuzz_a
SELECT id, COUNT(*) OVER (ORDER BY num RANGE BETWEEN 1 PRECEDING AND 1 FOLLOWING) FROM fuzz_a
SELECT id, COUNT(*) OVER (ORDER BY num DESC RANGE BETWEEN 2 PRECEDING AND 1 PRECEDING) FROM fuzz_a
SELECT id, LAG(num) OVER (ORDER BY id), LEAD(num, 2, 0) OVER (ORDER BY id) FROM fuzz_a
SELECT id, FIRST_VALUE(num) OVER (PARTITION BY kind ORDER BY id), NTH_VALUE(num, 2) OVER (ORDER BY id) FROM fuzz_a
SELECT id, LAST_VALUE(num) OVER (PARTITION BY kind ORDER BY id) FROM fuzz_a
SELECT id, NTILE(4) OVER (ORDER BY id), PERCENT_RANK() OVER (ORDER BY num) FROM fuzz_a
SELECT id, CUME_DIST() OVER (ORDER BY num), num - AVG(num) OVER (PARTITION BY kind) FROM fuzz_a
SELECT kind, SUM(SUM(num)) OVER (ORDER BY kind) FROM fuzz_a GROUP BY kind
SELECT id, ROW_NUMBER() OVER (ORDER BY id DESC) r FROM fuzz_a ORDER BY r LIMIT 5
SELECT DISTINCT MIN(kind) OVER (ORDER BY id) c FROM fuzz_a ORDER BY c LIMIT 2
SELECT COALESCE(num, 0) FROM fuzz_a
SELECT id, num FROM fuzz_a WHERE num = (SELECT MAX(num) FROM fuzz_b)
SELECT id, (SELECT COUNT(*) FROM fuzz_b b WHERE b.num = a.num) FROM fuzz_a a
SELECT id FROM fuzz_a a WHERE EXISTS (SELECT 1 FROM fuzz_b b WHERE b.num = a.num)
SELECT id FROM fuzz_a a WHERE NOT EXISTS (SELECT 1 FROM fuzz_b b WHERE b.num = a.num AND b.kind = a.kind)
SELECT id FROM fuzz_a a WHERE num > (SELECT AVG(num) FROM fuzz_a b WHERE b.kind = a.kind)
SELECT id FROM fuzz_a WHERE num IN (SELECT num FROM fuzz_b) OR kind = 'red'
SELECT id FROM fuzz_a WHERE NOT (num IN (SELECT num FROM fuzz_b) AND kind = 'red')
SELECT id FROM fuzz_a WHERE num NOT IN (SELECT num FROM fuzz_b)
SELECT kind, COUNT(*) FROM fuzz_a GROUP BY kind HAVING COUNT(*) > (SELECT COUNT(*) FROM fuzz_b WHERE kind = 'red')
SELECT CASE WHEN EXISTS (SELECT 1 FROM fuzz_b WHERE num > 99) THEN 'y' ELSE 'n' END FROM fuzz_a
SELECT x.id, y.id FROM fuzz_a x JOIN fuzz_b y ON x.num < y.num AND x.kind = y.kind
SELECT x.id, y.id, z.id FROM fuzz_a x JOIN fuzz_b y ON x.id = y.id JOIN fuzz_a z ON z.id = y.id + 1
SELECT id, y.num FROM fuzz_a x JOIN fuzz_b y USING (id)
SELECT id, x.num FROM fuzz_a x RIGHT JOIN fuzz_b y USING (id)
SELECT x.kind, COUNT(*), SUM(y.num) FROM fuzz_a x LEFT JOIN fuzz_b y ON x.kind = y.kind GROUP BY x.kind
SELECT id FROM fuzz_a UNION SELECT id FROM fuzz_b ORDER BY id DESC LIMIT 3
SELECT num FROM fuzz_a INTERSECT SELECT num FROM fuzz_b
SELECT num FROM fuzz_a EXCEPT SELECT num FROM fuzz_b
WITH t AS (SELECT kind, COUNT(*) n FROM fuzz_a GROUP BY kind), u AS (SELECT MAX(n) m FROM t) SELECT kind FROM t JOIN u ON t.n = u.m
SELECT COUNT(*) FROM fuzz_a HAVING COUNT(*) > 100
SELECT id FROM fuzz_a ORDER BY num + 1 DESC NULLS LAST, id
SELECT kind, COUNT(DISTINCT num), SUM(DISTINCT num), AVG(DISTINCT num) FROM fuzz_a GROUP BY kind
SELECT COUNT(*) FILTER(WHERE num > 0), SUM(num) FILTER(WHERE kind = 'red') FROM fuzz_a
SELECT n, COUNT(*) FROM (SELECT kind, COUNT(*) n FROM fuzz_a GROUP BY kind) q GROUP BY n
SELECT 17 DIV 5, -17 DIV 5, 17 MOD 5, 17 DIV 0 ||| SELECT 17 / 5, -17 / 5, 17 % 5, NULL
SELECT num DIV 2 mod, num MOD 2 div FROM fuzz_a ||| SELECT num / 2, num % 2 FROM fuzz_a
SELECT CAST(id AS VARCHAR), CAST(id AS REAL) / 2 FROM fuzz_a
SELECT kind || '-' || word, kind || id FROM fuzz_a
SELECT kind || word, COUNT(*) FROM fuzz_a GROUP BY kind || word
SELECT id FROM fuzz_a WHERE num = ANY (SELECT num FROM fuzz_b) ||| SELECT id FROM fuzz_a WHERE num IN (SELECT num FROM fuzz_b)
SELECT id FROM fuzz_a WHERE num <> ALL (SELECT num FROM fuzz_b WHERE num > 1) ||| SELECT id FROM fuzz_a WHERE num NOT IN (SELECT num FROM fuzz_b WHERE num > 1)
SELECT id FROM fuzz_a WHERE num > ALL (SELECT num FROM fuzz_b WHERE num < 2) ||| SELECT id FROM fuzz_a WHERE num > (SELECT MAX(num) FROM fuzz_b WHERE num < 2)
SELECT id FROM fuzz_a a WHERE num > SOME (SELECT num FROM fuzz_b b WHERE b.kind = a.kind) ||| SELECT id FROM fuzz_a a WHERE num > (SELECT MIN(num) FROM fuzz_b b WHERE b.kind = a.kind)
SELECT id FROM fuzz_a WHERE num < ALL (SELECT num FROM fuzz_b WHERE id > 100) ||| SELECT id FROM fuzz_a
SELECT num > ANY (SELECT num FROM fuzz_b) FROM fuzz_a WHERE id < 2 ||| SELECT 1 UNION ALL SELECT NULL
SELECT kind FROM fuzz_a GROUP BY kind HAVING COUNT(*) > ALL (SELECT COUNT(*) FROM fuzz_b GROUP BY kind) ||| SELECT kind FROM fuzz_a WHERE kind IS NOT NULL GROUP BY kind
SELECT id FROM fuzz_a WHERE (num, kind) IN ((1, 'red'), (2, 'green'), (0, 'blue')) ||| SELECT id FROM fuzz_a WHERE (num, kind) IN (VALUES (1, 'red'), (2, 'green'), (0, 'blue'))
SELECT id FROM fuzz_a WHERE NOT (num, kind, word) <= (1, 'green', 'x')
SELECT id FROM fuzz_a WHERE (num, kind) <> (1, 'red')
SELECT id FROM fuzz_a WHERE (num, kind) NOT IN (SELECT num, kind FROM fuzz_b WHERE num IS NOT NULL)
SELECT COUNT(*) FROM fuzz_a NATURAL JOIN fuzz_b
SELECT * FROM (SELECT id, num FROM fuzz_a WHERE id < 3) x NATURAL RIGHT JOIN (SELECT id, kind FROM fuzz_b) y
SELECT COUNT(*) FROM (SELECT id a FROM fuzz_a) x NATURAL JOIN (SELECT id b FROM fuzz_b) y
SELECT x.id, y.id FROM fuzz_a x JOIN fuzz_b y ON x.id = (SELECT MAX(id) FROM fuzz_b) AND y.id < 3
SELECT x.id, y.id FROM fuzz_a x LEFT JOIN fuzz_b y ON x.id = y.id AND y.num = (SELECT MAX(num) FROM fuzz_b)
SELECT x.id, y.id FROM fuzz_a x LEFT JOIN fuzz_b y ON x.id = y.id AND EXISTS (SELECT 1 FROM fuzz_b z WHERE z.num = x.num)
SELECT x.id, y.id FROM fuzz_a x JOIN fuzz_b y ON x.id = y.id AND EXISTS (SELECT 1 FROM fuzz_b z WHERE z.num = x.num AND z.kind = y.kind)
SELECT id FROM fuzz_a x WHERE x.big NOT IN (SELECT s.id FROM fuzz_b s WHERE NOT (x.kind IS NOT NULL))
SELECT num <=> NULL FROM fuzz_a ||| SELECT num IS NULL FROM fuzz_a
SELECT MEDIAN(id), PERCENTILE(id, 25) FROM fuzz_b ||| SELECT 10.5, 5.25
SELECT GROUP_CONCAT(DISTINCT kind, '+') FROM fuzz_a ||| SELECT 'blue+green+red'
`;

describe('SELECT', () => {
  it.each(STATEMENTS.trim().split('\n'))('%s', async (line) => {
    const [statement, other = statement] = line.split(' ||| ');
    const isOrdered = / ORDER BY [^)]*$/.test(statement);
    const { rows } = await rockpool.query(statement);
    expect(difference(lines(rows), lines(sqlite.rows(other)), isOrdered)).toBeNull();
  });
});

describe('refusals', () => {
  it.each([
    ['SELECT (SELECT id FROM fuzz_b) FROM fuzz_a', 'a subquery as a value answers with more than one row'],
    ['SELECT id FROM fuzz_a WHERE id IN (SELECT id, num FROM fuzz_b)', 'a subquery of IN has one column'],
    [
      'SELECT SUM(num) OVER (ORDER BY id ROWS BETWEEN CURRENT ROW AND 1 PRECEDING) FROM fuzz_a',
      'the frame of a window ends before it begins',
    ],
    ['SELECT id FROM fuzz_a WHERE (num, kind) IN ((1, 2, 3))', 'a row of 2 values is compared with 3'],
    [
      'SELECT id FROM fuzz_a WHERE num < ANY (SELECT id, num FROM fuzz_b)',
      'a subquery of ANY or ALL has one',
    ],
    ['SELECT (id, num) FROM fuzz_a', 'a row of values is no expression'],
    [
      'SELECT x.id FROM fuzz_a x LEFT JOIN fuzz_b y ON EXISTS (SELECT 1 FROM fuzz_b z WHERE z.num = x.num + y.num)',
      'a subquery in ON of an outer join names one of its sides',
    ],
    ['SELECT NTILE() OVER (ORDER BY id) FROM fuzz_a', 'ntile takes 1 arguments over a window'],
    ['SELECT PERCENTILE(num, 101) FROM fuzz_a', 'a percentage is from 0 to 100'],
  ])('%s', async (statement, words) => {
    await expect(rockpool.query(statement)).rejects.toThrow(words);
  });
});

it('answers what no engine of the original does, without corrections too', async () => {
  const { rows } = await rockpool.query('SELECT COALESCE(num, 7) FROM fuzz_a WHERE num IS NULL', {
    corrections: false,
  });
  expect(new Set(rows.map(([value]) => value))).toEqual(new Set([7]));
});
