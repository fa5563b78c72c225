import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openRockpool, type Rockpool } from '../../../src/index.ts';
import { traps } from '../../../src/sql/dialects/legacy/traps.ts';
import { BEYOND } from '../../../src/sql/warnings.ts';

/** Where the legacy engine of 2.7 answers otherwise than it is asked, and where it breaks off. */

const keyword = { type: 'keyword' };
const mappings = { properties: { id: { type: 'integer' }, kind: keyword, ratio: { type: 'double' } } };
const seed = {
  s: {
    mappings,
    documents: [
      { id: 1, kind: 'Sail', ratio: 1.5 },
      { id: 2, kind: 'sail', ratio: 2 },
      { id: 3, kind: 'motor', ratio: 4 },
    ],
  },
  n: {
    mappings: {
      properties: {
        id: { type: 'integer' },
        big: { type: 'long' },
        half: { type: 'double' },
        a: keyword,
        b: keyword,
      },
    },
    documents: [
      { id: 1, big: 1000, half: -0.5, a: 'x', b: 'x' },
      { id: 2, big: -9, half: -1.5, a: 'y', b: 'a' },
      { id: 3, big: 9, half: 2.5, a: 'a', b: 'z' },
    ],
  },
};

const { subSelect, renamed, likeCase, joinColumns } = traps;
const NULLS = [[null], [null], [null]];

/** The answers are those of 2.7. */
const WARNED: readonly (readonly [sql: string, warnings: readonly string[], rows: unknown])[] = [
  ['SELECT a, COALESCE(a, 1) FROM (SELECT id AS a FROM s LIMIT 2) t', [subSelect], [[1], [2]]],
  ['SELECT a, COALESCE(a, 1) FROM (SELECT id AS a FROM s) t LIMIT 1', [subSelect], [[1], [2], [3]]],
  ['SELECT a + 1 AS b, COALESCE(a, 1) FROM (SELECT 0 - id AS a FROM s LIMIT 1) t', [subSelect], null],
  ['SELECT a AS b, COALESCE(a, 1) FROM (SELECT 0 - id AS a FROM s) t', [subSelect, renamed], NULLS],
  ['SELECT a AS b FROM (SELECT 0 - id AS a, COALESCE(id, 1) AS c FROM s) t', [renamed], NULLS],
  ['SELECT *, COALESCE(kind, 1) FROM (SELECT kind FROM s GROUP BY kind) t', [subSelect], null],
  ["SELECT x.id FROM s x JOIN s y ON x.id = y.id WHERE y.kind LIKE 's%'", [likeCase], [[2]]],
  ["SELECT x.id FROM s x JOIN s y ON x.id = y.id WHERE y.kind LIKE '%'", [], [[1], [2], [3]]],
  ["SELECT id FROM s WHERE kind LIKE 's%' AND id IN (SELECT id FROM s)", [likeCase], [[2]]],
  [
    'SELECT x.id, y.kind, x.ratio FROM s x JOIN s y ON x.id = y.id WHERE x.id = 1',
    [joinColumns],
    [[1, 1.5, 'Sail']],
  ],
  ['SELECT x.id, x.ratio, y.kind FROM s x JOIN s y ON x.id = y.id WHERE x.id = 1', [], [[1, 1.5, 'Sail']]],
];

/** Statements that go to the legacy engine because their pages are asked for. */
const PAGED: typeof WARNED = [
  ['SELECT ROUND(half) AS r FROM n', [traps.halves], [[0], [-1], [3]]],
  ['SELECT ROUND(half / 2 + id) AS r FROM n', [traps.halves], [[1], [1], [4]]],
  ['SELECT ROUND(big), ROUND(id * 2), ROUND(ABS(half)), ROUND(FLOOR(half)) FROM n WHERE id = 1', [], null],
  ['SELECT id FROM n WHERE a BETWEEN a AND b', [traps.fieldNames], [[3]]],
  ['SELECT id FROM n WHERE NOT (id = 1) AND a NOT BETWEEN b AND a', [traps.fieldNames], [[2], [3]]],
  ['SELECT id FROM n WHERE id > 0 AND a >= b', [traps.fieldNames], [[1], [2]]],
  ['SELECT id FROM n WHERE NOT a >= b', [], [[3]]],
  ['SELECT id FROM n WHERE a IN (a, b)', [traps.fieldNames], [[3]]],
  ["SELECT id FROM n WHERE a BETWEEN 'a' AND 'b' AND a IN ('a')", [], [[3]]],
  [
    'SELECT ABS(big) AS c, COUNT(*) FROM n GROUP BY ABS(big)',
    [traps.keyTexts],
    [
      ['9.0', 2],
      ['1000.0', 1],
    ],
  ],
  [
    'SELECT a, MIN(id) AS m FROM n GROUP BY a ORDER BY a DESC, m',
    [traps.groupOrders],
    [
      ['x', 1],
      ['y', 2],
      ['a', 3],
    ],
  ],
  [
    'SELECT a, b, MIN(id) AS m FROM n GROUP BY a, b ORDER BY m',
    [traps.groupOrders],
    [
      ['a', 'z', 3],
      ['x', 'x', 1],
      ['y', 'a', 2],
    ],
  ],
  ['SELECT a, b, MIN(id) AS m FROM n GROUP BY a, b ORDER BY b, a', [traps.groupOrders], null],
  [
    'SELECT a AS k, b, MIN(id) AS m FROM n GROUP BY a, b ORDER BY k DESC, m',
    [],
    [
      ['y', 'a', 2],
      ['x', 'x', 1],
      ['a', 'z', 3],
    ],
  ],
  [
    'SELECT a, b FROM n GROUP BY a, b ORDER BY 1, b DESC',
    [],
    [
      ['a', 'z'],
      ['x', 'x'],
      ['y', 'a'],
    ],
  ],
  ['SELECT DISTINCT big + 1 FROM n', [traps.keyTexts], [['-8'], ['10'], ['1001']]],
  ['SELECT DISTINCT a, CAST(id AS STRING) AS c FROM n', [traps.otherKeys], [['a'], ['x'], ['y']]],
  [
    'SELECT DISTINCT a, big, 3 FROM n WHERE big > 0',
    [traps.otherKeys],
    [
      ['a', 9],
      ['x', 1000],
    ],
  ],
  ['SELECT DISTINCT UPPER(a) FROM n', [], [['A'], ['X'], ['Y']]],
  ['SELECT DISTINCT a, big FROM n', [], null],
  ['SELECT SUM(4) AS s FROM n', [traps.sumOfConstant], [[0]]],
  ['SELECT MIN(half), MAX(ABS(big)), COUNT(4) FROM n', [traps.countOfConstant], [[-1.5, 1000, 0]]],
];

const INFINITE = 'JSON does not allow non-finite numbers.';
const NO_VALUE = 'Cannot invoke "Object.toString()" because "this.value" is null';

const PAGED_BROKEN: readonly (readonly [sql: string, details: string, rows: unknown])[] = [
  ["SELECT MAX('a') AS m FROM n", INFINITE, [['a']]],
  ['SELECT MIN(0) AS m, AVG(4) AS v FROM n', INFINITE, [[0, 4]]],
  ["SELECT MAX(REPLACE(a, 'x', 'z')) AS m FROM n", INFINITE, [['z']]],
  ["SELECT MIN(CASE WHEN id > 1 THEN a ELSE 'b' END) AS m FROM n", INFINITE, [['a']]],
  [
    'SELECT CASE WHEN id > 1 THEN 10 ELSE 9 END AS c, COUNT(*) FROM n GROUP BY c ORDER BY c',
    NO_VALUE,
    [
      [9, 1],
      [10, 2],
    ],
  ],
];

const NO_SCRIPT = 'only support script/nested/children as inner functions';
const NO_JOIN = 'SQLSubqueryTableSource cannot be cast to class';

/** 2.7's word, and the right answer, which is given unless a cluster is strict. */
const BROKEN: readonly (readonly [sql: string, details: string, status: number, rows: unknown])[] = [
  ['SELECT MAX(COALESCE(a, 1)) FROM (SELECT id AS a FROM s) t', NO_SCRIPT, 400, [[3]]],
  [
    'SELECT SUM(a), COALESCE(1, 2) FROM (SELECT id AS a FROM s) t',
    'unsupported operator: coalesce',
    503,
    [[6, 1]],
  ],
  ['SELECT a, COALESCE(a, 1) FROM (SELECT COUNT(*) AS a FROM s) t', 'unsupported expr: a', 503, [[3, 3]]],
  ['SELECT COUNT(*) FROM (SELECT COALESCE(id, 1) AS a FROM s) t', NO_JOIN, 503, [[3]]],
  ["SELECT {d '2020-01-02'}", 'Error. Unable to parse ODBC Literal Timestamp', 400, [['2020-01-02']]],
  [
    "SELECT x.id FROM s x JOIN s y ON x.id = y.id WHERE 'sail' = y.kind",
    'err find condition class com.alibaba.druid.sql.ast.expr.SQLCharExpr',
    400,
    [[2]],
  ],
  ['SELECT x.id FROM s x JOIN s y ON x.id = y.id WHERE 2 < y.id AND x.id > 0', 'SQLIntegerExpr', 400, [[3]]],
  ['SELECT x.id FROM s x JOIN s y ON x.id = y.id WHERE 1.5 = y.ratio', 'SQLNumberExpr', 400, [[1]]],
];

describe('the legacy engine of 2.7', () => {
  let pool: Rockpool;
  beforeAll(async () => {
    pool = await openRockpool({ seed });
  });
  afterAll(() => pool.close());

  const isStrict = (strict: boolean): Promise<unknown> =>
    pool.request('PUT', '/_cluster/settings', { transient: { 'rockpool.strict': strict } });
  const ask = async (query: string, pages = {}) => {
    const { status, text, headers } = await pool.request('POST', '/_plugins/_sql', { query, ...pages });
    const { datarows, error } = JSON.parse(text);
    return { status, rows: datarows, details: error?.details, warning: String(headers?.warning ?? '') };
  };

  const checkWarned = async ([sql, warnings, expected]: (typeof WARNED)[number], pages = {}) => {
    await isStrict(true);
    const { rows, warning } = await ask(sql, pages);
    if (expected !== null) expect(rows).toEqual(expected);
    const known = [...Object.values(traps)].filter((trap) => typeof trap === 'string');
    expect(known.filter((trap) => warning.includes(trap)).sort()).toEqual([...warnings].sort());
  };

  it.each(WARNED)('warns of %s', (...row) => checkWarned(row));

  it.each(PAGED)('warns of pages of %s', (...row) => checkWarned(row, { fetch_size: 9 }));

  it.each(['DISTINCT *', 'DISTINCT(*)'])(
    'has the columns of the table, and no rows, for %s',
    async (items) => {
      const request = { query: `SELECT ${items} FROM s`, fetch_size: 9 };
      const { text, headers } = await pool.request('POST', '/_plugins/_sql', request);
      const { schema, datarows } = JSON.parse(text);
      expect(schema).toEqual([
        { name: 'kind', type: 'keyword' },
        { name: 'id', type: 'integer' },
        { name: 'ratio', type: 'double' },
      ]);
      expect(datarows).toEqual([]);
      expect(String(headers?.warning)).toContain(traps.distinctStar);
    },
  );

  it.each(PAGED_BROKEN)('breaks off pages of %s', async (sql, details, expected) => {
    const pages = { fetch_size: 9 };
    await isStrict(true);
    expect((await ask(sql, pages)).details).toContain(details);
    await isStrict(false);
    const { rows, warning } = await ask(sql, pages);
    expect(rows).toEqual(expected);
    expect(warning).toContain(BEYOND);
  });

  it.each(BROKEN)('breaks off: %s', async (sql, details, status, expected) => {
    await isStrict(true);
    const refusal = await ask(sql);
    expect(refusal.details).toContain(details);
    expect(refusal.status).toBe(status);
    await isStrict(false);
    const { rows, warning } = await ask(sql);
    expect(rows).toEqual(expected);
    expect(warning).toContain(BEYOND);
  });

  it.each([
    ['SELECT COUNT(*), nope(a) FROM (SELECT id AS a FROM s) t', {}],
    ['SELECT COUNT(*) FROM (SELECT id AS a FROM s) t', { filter: { match_all: {} } }],
  ])('blames the statement for what 2.7 breaks on and is not answered: %s', async (sql, rest) => {
    await isStrict(false);
    const { status, rows } = await ask(sql, rest);
    expect([status, rows]).toEqual([400, undefined]);
  });

  it('names the missing index of a list', async () => {
    const { details, status } = await ask('SELECT * FROM s, nope, s');
    expect(details).toContain('IndexNotFoundException: no such index [nope]');
    expect(status).toBe(400);
  });

  it('prints a double with its point in what it explains', async () => {
    const query = 'SELECT 3.0 - ratio, COALESCE(1, 2) FROM s';
    const { text } = await pool.request('POST', '/_plugins/_sql/_explain', { query });
    expect(text).toContain('subtract(3.0, ratio)');
    expect(text).toContain('def subtract_1 = 3.0 - ');
  });

  it('explains a sub-select by its own names', async () => {
    const query = 'SELECT a AS b, COALESCE(1, 2) FROM (SELECT 0 - id AS a FROM s LIMIT 2) t';
    const { text } = await pool.request('POST', '/_plugins/_sql/_explain', { query });
    expect(Object.keys(JSON.parse(text).script_fields)).toEqual(['a']);
  });
});
