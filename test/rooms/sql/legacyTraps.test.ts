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
  const ask = async (query: string) => {
    const { status, text, headers } = await pool.request('POST', '/_plugins/_sql', { query });
    const { datarows, error } = JSON.parse(text);
    return { status, rows: datarows, details: error?.details, warning: String(headers?.warning ?? '') };
  };

  it.each(WARNED)('warns of %s', async (sql, warnings, expected) => {
    await isStrict(true);
    const { rows, warning } = await ask(sql);
    if (expected !== null) expect(rows).toEqual(expected);
    const known = [...Object.values(traps)].filter((trap) => typeof trap === 'string');
    expect(known.filter((trap) => warning.includes(trap)).sort()).toEqual([...warnings].sort());
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
