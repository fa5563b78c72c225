import fc from 'fast-check';
import { afterEach, describe, expect, it } from 'vitest';
import type { SearchClient } from '../../../src/client/index.ts';
import {
  type JsonObject,
  limits,
  ManualClock,
  SeededRandom,
  setProcessLimit,
} from '../../../src/common/index.ts';
import { parseStatement } from '../../../src/sql/grammar/index.ts';
import { createV2Dialect } from '../../../src/sql/index.ts';
import { StaticClient } from './support/staticClient.ts';

/** Operators hand rows on in batches: neither the rows nor what is held of them may depend on how large those are. */

const types = { n: { type: 'integer' }, k: { type: 'integer' }, s: { type: 'keyword' } };

type Tables = Readonly<Record<'t' | 'u', readonly JsonObject[]>>;

async function rowsOf(sql: string, tables: Tables, batchRows: number): Promise<unknown> {
  const table = (documents: readonly JsonObject[]) => ({ mapping: types, documents });
  const client = new StaticClient({ t: table(tables.t), u: table(tables.u) });
  const engine = createV2Dialect({
    ...{ client: client as Partial<SearchClient> as SearchClient, clock: new ManualClock() },
    ...{ random: new SeededRandom(7), pushDown: false, batchRows },
  });
  const request = { sql, sizeLimit: 10_000, resultLimit: 10_000, corrections: true };
  return (await engine.execute(parseStatement(sql), request)).rows;
}

/** A statement for each operator, and some of several. */
const statements = [
  'SELECT n + 1, s FROM t',
  'SELECT n FROM t WHERE k > 2',
  'SELECT n FROM t LIMIT 3 OFFSET 2',
  'SELECT n, k FROM t ORDER BY k, s DESC',
  'SELECT n, k FROM t ORDER BY k DESC LIMIT 3 OFFSET 1',
  'SELECT k, COUNT(*), SUM(n), MEDIAN(n), GROUP_CONCAT(DISTINCT s) FROM t GROUP BY k',
  'SELECT n, RANK() OVER (PARTITION BY s ORDER BY k), SUM(n) OVER (ORDER BY k) FROM t',
  'SELECT t.n, u.n FROM t JOIN u ON t.k = u.k',
  'SELECT t.n, u.n FROM t JOIN u ON t.k = u.k AND t.s = u.s AND t.n < u.n',
  'SELECT t.n, u.n FROM t LEFT JOIN u ON t.k = u.k',
  'SELECT t.n, u.n FROM t RIGHT JOIN u ON t.k = u.k LIMIT 4',
  'SELECT t.n, u.n FROM t FULL JOIN u ON t.k = u.k',
  'SELECT t.n, u.n FROM t CROSS JOIN u',
  'SELECT t.k, COUNT(*) FROM t JOIN u ON t.k = u.k GROUP BY t.k ORDER BY 2 DESC, 1 LIMIT 2',
  'SELECT k, s FROM t UNION SELECT k, s FROM u',
  'SELECT k FROM t UNION ALL SELECT k FROM u',
  'SELECT k, s FROM t INTERSECT SELECT k, s FROM u',
  'SELECT k FROM t MINUS SELECT k FROM u',
  'SELECT n FROM t WHERE k IN (SELECT k FROM u)',
  'SELECT n FROM t WHERE k NOT IN (SELECT k FROM u)',
  'SELECT n FROM t WHERE k > ANY (SELECT k FROM u)',
  'SELECT n FROM t WHERE EXISTS (SELECT 1 FROM u WHERE u.k = t.k AND u.s = t.s)',
  'SELECT n, (SELECT MAX(u.n) FROM u WHERE u.k = t.k) FROM t',
];

const document = fc.record({
  n: fc.integer({ min: 0, max: 99 }),
  k: fc.option(fc.integer({ min: 0, max: 5 })),
  s: fc.option(fc.constantFrom('a', 'b', 'a,b')),
}) as fc.Arbitrary<JsonObject>;
const tables = fc.record({
  t: fc.array(document, { maxLength: 12 }),
  u: fc.array(document, { maxLength: 12 }),
});

it.each(statements)('batches of any size give the rows of %s', async (sql) => {
  const property = fc.asyncProperty(tables, async (drawn) => {
    const expected = await rowsOf(sql, drawn, 1024);
    for (const size of [1, 2, 7]) expect(await rowsOf(sql, drawn, size)).toEqual(expected);
  });
  await fc.assert(property, { numRuns: 6, seed: 7 });
});

/** 500 documents with 250 values of k in each table. */
const many = Array.from({ length: 500 }, (_, n): JsonObject => ({ n, k: n % 250, s: `text ${n}` }));

describe('a budget of 4 kB', () => {
  const { value } = limits.sqlBytes;
  afterEach(() => setProcessLimit('sqlBytes', value));

  const words = /^the statement holds more bytes than the limit of 4096: narrow it by WHERE or LIMIT$/;

  it.each([
    ['an answer', 'SELECT n FROM t'],
    ['ORDER BY', 'SELECT COUNT(*) FROM (SELECT n FROM t ORDER BY k * n) x'],
    ['GROUP BY', 'SELECT COUNT(*) FROM (SELECT k * 2 FROM t GROUP BY k * 2) x'],
    ['COUNT(DISTINCT)', 'SELECT COUNT(DISTINCT x.k) FROM (SELECT s AS k FROM t) x'],
    ['MEDIAN', 'SELECT MEDIAN(x.k) FROM (SELECT k * n AS k FROM t) x'],
    ['GROUP_CONCAT', 'SELECT GROUP_CONCAT(x.k) FROM (SELECT s AS k FROM t) x'],
    ['a window', 'SELECT COUNT(*) FROM (SELECT n, RANK() OVER (ORDER BY n) FROM t) x'],
    ['a join', 'SELECT COUNT(*) FROM t JOIN u ON t.n = u.n'],
    ['UNION', 'SELECT COUNT(*) FROM (SELECT n FROM t UNION SELECT n FROM u) x'],
    ['MINUS', 'SELECT COUNT(*) FROM (SELECT n FROM t MINUS SELECT n FROM u) x'],
    ['IN', 'SELECT COUNT(*) FROM (SELECT n FROM t LIMIT 1) x WHERE n IN (SELECT n FROM u)'],
    ['ANY', 'SELECT COUNT(*) FROM (SELECT n FROM t LIMIT 1) x WHERE n > ANY (SELECT n FROM u)'],
  ])('is exceeded by %s over 500 rows', async (_name, sql) => {
    await rowsOf(sql, { t: many, u: many }, 256);
    setProcessLimit('sqlBytes', 4096);
    await expect(rowsOf(sql, { t: many, u: many }, 256)).rejects.toThrow(words);
  });

  it.each([
    ['a scan that is counted', 'SELECT COUNT(*) FROM (SELECT n FROM t WHERE k > 1) x'],
    ['the first rows of an order', 'SELECT n FROM t ORDER BY k * n DESC LIMIT 5'],
    ['few groups', 'SELECT k > 9, SUM(n) FROM t GROUP BY k > 9'],
    ['UNION ALL', 'SELECT COUNT(*) FROM (SELECT n FROM t UNION ALL SELECT n FROM u) x'],
    ['the large side of a join', 'SELECT COUNT(*) FROM t JOIN (SELECT n FROM u LIMIT 5) v ON t.n = v.n'],
  ])('is enough for %s over 500 rows', async (_name, sql) => {
    const expected = await rowsOf(sql, { t: many, u: many }, 16);
    setProcessLimit('sqlBytes', 4096);
    expect(await rowsOf(sql, { t: many, u: many }, 16)).toEqual(expected);
  });
});
