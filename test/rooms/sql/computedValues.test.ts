import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openRockpool, type Rockpool } from '../../../src/index.ts';

/** What 2.7 computes with: doc values in conditions and groups, numbers in the type of the left operand. */

const seed = {
  m: {
    mappings: {
      properties: {
        id: { type: 'integer' },
        k: { type: 'keyword' },
        i: { type: 'integer' },
        l: { type: 'long' },
        d: { type: 'double' },
        sh: { type: 'short' },
        at: { type: 'date' },
        b: { type: 'boolean' },
        ip: { type: 'ip' },
        n: { type: 'nested', properties: { x: { type: 'integer' } } },
      },
    },
    documents: [
      {
        id: 1,
        k: 'solo',
        i: 5,
        d: 0.5,
        sh: -32768,
        at: '2020-03-01',
        b: true,
        ip: '10.0.0.1',
        n: [{ x: 1 }],
      },
      {
        id: 2,
        k: ['pair', 'also'],
        i: [3, 1],
        d: [2.5, -1.5],
        at: ['2021-01-01', '2020-01-01'],
        b: [true, false],
      },
      { id: 3, k: null },
      { id: 4, k: 'text', i: -2147483648, l: 2, b: 'true' },
      { id: 5, k: 'solo', i: 2147483647, l: 4294967297, at: '1969-12-31', ip: '::1' },
    ],
  },
};

const ROWS = `
  SELECT id FROM m WHERE i + 0 = 1                                      [[2]]
  SELECT id FROM m WHERE i = 3                                          [[2]]
  SELECT id FROM m WHERE UPPER(k) = 'ALSO'                              [[2]]
  SELECT id FROM m WHERE UPPER(k) = 'PAIR'                              []
  SELECT id FROM m WHERE YEAR(DATE(at)) = 2020                          [[1],[2]]
  SELECT id FROM m WHERE n.x + 0 = 1                                    []
  SELECT id FROM m WHERE IFNULL(b, false) = true                        [[1],[4]]
  SELECT id, i FROM m WHERE d * 2 < 0                                   [[2,3]]
  SELECT i % 2, COUNT(*) FROM m GROUP BY i % 2                          [[null,1],[0,1],[1,3]]
  SELECT UPPER(k), SUM(i) FROM m GROUP BY UPPER(k)                      [[null,0],["ALSO",4],["SOLO",2147483647],["TEXT",-2147483648]]
  SELECT k, SUM(i + 0) FROM m GROUP BY k                                [[null,0],["also",1],["pair",1],["solo",2147483647],["text",-2147483648]]
  SELECT YEAR(at), COUNT(*) FROM m GROUP BY YEAR(at)                    [[null,2],[1969,1],[2020,2]]
  SELECT SUM(i + 0), MAX(i), COUNT(n.x + 0) FROM m WHERE id < 4         [[6,5,0]]
  SELECT COUNT(*), SUM(i) FROM m WHERE i > d                            [[2,9]]
  SELECT AVG(DATE(at)) FROM m                                           [["2003-05-22"]]
  SELECT id FROM m WHERE 1 = l                                          [[5]]
  SELECT id FROM m WHERE 1 < l                                          [[4]]
  SELECT id FROM m WHERE 2147483648 > i                                 [[1],[2],[4],[5]]
  SELECT k, COUNT(*) c FROM m GROUP BY k HAVING c > 2147483648          [[null,1],["also",1],["pair",1],["solo",2],["text",1]]
  SELECT ABS(sh), ABS(sh) > 1, ABS(i) FROM m WHERE sh < 0 OR i < 0      [[-32768,false,5],[null,null,-2147483648]]
  SELECT DISTINCT k FROM m ORDER BY COUNT(*) DESC, k LIMIT 2            [["solo"],[null]]
  SELECT DISTINCT k FROM m ORDER BY SUM(i), k                           [["text"],[null],["also"],["pair"],["solo"]]
  SELECT k, ROW_NUMBER() OVER (ORDER BY i) FROM m GROUP BY k            [[null,1],["also",2],["pair",3],["solo",4],["text",5]]
  SELECT CONCAT(i + NULL, 'x') FROM m WHERE id = 1                      [[null]]
  SELECT id FROM m WHERE at = '1969-12-31 00:00:00'                     []
  SELECT id FROM m WHERE at <= '1969-12-31 00:00:00'                    []
  SELECT id FROM m WHERE at >= '1969-12-31 00:00:00'                    [[1],[2],[5]]
  SELECT id FROM m WHERE ip IS NOT NULL ORDER BY ip                     [[5],[1]]
  SELECT COUNT(*) FROM m WHERE k < NULL                                 [[1]]
  SELECT IFNULL(d, 0), COUNT(*) FROM m GROUP BY IFNULL(d, 0)            [[-1.5,1],[0.0,3],[0.5,1]]
  SELECT COUNT(1) AS 'n' FROM m                                         [[0]]
  SELECT i + 20000000 AS 'n' FROM m WHERE id = 1                        [[20000005]]
  SELECT x.k, 1, 1 + 1 FROM m x JOIN m y ON x.id = y.id WHERE x.id = 1  [["solo",null,null,null,null]]
  SELECT x.k, 2 AS z FROM m x JOIN m y ON x.id = y.id WHERE x.id = 1    [["solo",null,null]]
  SELECT x.at, x.at FROM m x JOIN m y ON x.id = y.id WHERE x.id = 1     [["2020-03-01 00:00:00.000","2020-03-01 00:00:00.000"]]`;

const REFUSED = `
  SELECT k FROM m GROUP BY k HAVING 1                                   invalid to get booleanValue from value of type INTEGER
  SELECT k FROM m GROUP BY k HAVING SUM(i)                              invalid to get booleanValue from value of type INTEGER
  SELECT k FROM m GROUP BY k HAVING UPPER(k)                            invalid to get booleanValue from value of type STRING
  SELECT CONCAT(i, 'x') FROM m WHERE id = 1                             invalid to get stringValue from value of type INTEGER
  SELECT -i FROM m                                                      unknown field name : com.alibaba.druid.sql.ast.expr.SQLUnaryExpr
  SELECT DISTINCT -i FROM m                                             unknown field name : com.alibaba.druid.sql.ast.expr.SQLUnaryExpr
  SELECT 1 + -i AS 'n' FROM m                                           Cannot invoke "Object.toString()" because the return value of "org.opensearch.sql.legacy.utils.Util.expr2Object(com.alibaba.druid.sql.ast.SQLExpr)" is null
  SELECT nested('n.x') FROM m                                           Illegal nested field name: n.x
  SELECT CAST(k AS INTEGER) AS 'n' FROM m                               Unsupported cast type INTEGER
  SELECT IF(b, 1, 2) AS 'n' FROM m                                      Cannot invoke "java.lang.CharSequence.length()" because "this.text" is null
  SELECT CASE WHEN i > 1 THEN 'a' ELSE 'b' END FROM m x, x.n y WHERE y.x > 0  Cannot invoke "Object.toString()" because "this.value" is null
  SELECT x.k FROM m x JOIN m y ON x.id = y.id WHERE x.i > ABS(x.d)      Cannot invoke "String.startsWith(String)" because "fieldName" is null
  SELECT x.k FROM m x JOIN m y ON x.id = y.id WHERE x.i > SUM(x.d)      Failed to parse SqlExpression of type class com.alibaba.druid.sql.ast.expr.SQLAggregateExpr. expression value: com.alibaba.druid.sql.ast.expr.SQLAggregateExpr
  SELECT x.k FROM m x JOIN m y ON x.id = y.id WHERE COUNT(x.i) > 1      err find condition class com.alibaba.druid.sql.ast.expr.SQLAggregateExpr
  SELECT x.k FROM m x JOIN m y ON x.id = y.id ORDER BY ABS(x.i)         order by field on join request should have alias before, got ABS(x.i)
  SELECT x.k FROM m x JOIN m y ON 'a' = y.id                            err find condition class com.alibaba.druid.sql.ast.expr.SQLCharExpr`;

const rowsOf = (table: string): (readonly [string, string])[] =>
  table
    .trim()
    .split('\n')
    .map((line) => {
      const [, sql, answer] = /^(.*?)\s{2,}(.*)$/.exec(line.trim()) ?? [];
      return [sql, answer];
    });

describe('computed values', () => {
  let pool: Rockpool;

  beforeAll(async () => {
    pool = await openRockpool({ seed });
    await pool.request('PUT', '/_cluster/settings', { transient: { 'rockpool.strict': true } });
  });
  afterAll(() => pool.close());

  const ask = async (query: string, parameters = '') =>
    (await pool.request('POST', `/_plugins/_sql${parameters}`, { query })).text;

  it.each(rowsOf(ROWS))('%s', async (sql, rows) => {
    expect(JSON.parse(await ask(sql)).datarows).toEqual(JSON.parse(rows));
  });

  it.each(rowsOf(REFUSED))('%s is refused', async (sql, details) => {
    const { error } = JSON.parse(await ask(sql));
    expect(error.details).toBe(details);
  });

  it('loses columns of a join that have an alias in raw', async () => {
    const sql = 'SELECT x.k, y.i AS z FROM m x JOIN m y ON x.id = y.id WHERE x.id = 1';
    expect(await ask(sql, '?format=raw')).toMatch(/^solo\|NULL/m);
    expect(await ask(sql, '?format=csv')).toMatch(/solo,5|5,solo/);
  });

  it('keeps groups by doc values apart from those of a search by each value', async () => {
    const rows = JSON.parse(await ask('SELECT i, COUNT(*) FROM m WHERE id = 2 GROUP BY i')).datarows;
    expect(rows).toEqual([
      [1, 1],
      [3, 1],
    ]);
  });

  it('refuses a document that belongs to more groups than can be made while others wait', async () => {
    const fifty = (name: string) => Array.from({ length: 50 }, (_, i) => `${name}${i}`);
    const document = { a: fifty('a'), b: fifty('b'), c: fifty('c') };
    const keyword = { type: 'keyword' };
    await pool.request('PUT', '/many', { mappings: { properties: { a: keyword, b: keyword, c: keyword } } });
    await pool.request('PUT', '/many/_doc/1?refresh=true', document);
    const { error } = JSON.parse(await ask('SELECT a, b, c, SUM(LENGTH(a)) FROM many GROUP BY a, b, c'));
    expect(error.details).toBe(
      'a document has so many values that it belongs to 125000 groups, more than 100000',
    );
    const { datarows } = JSON.parse(await ask('SELECT a, b, SUM(LENGTH(a)) FROM many GROUP BY a, b'));
    expect(datarows.slice(0, 2)).toEqual([
      ['a0', 'b0', 2],
      ['a0', 'b1', 2],
    ]);
  });
});
