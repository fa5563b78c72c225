import { describe, expect, it } from 'vitest';
import type { SearchClient } from '../../../src/client/index.ts';
import { type JsonObject, ManualClock, SeededRandom } from '../../../src/common/index.ts';
import { parseStatement } from '../../../src/sql/grammar/index.ts';
import { createV2Dialect } from '../../../src/sql/index.ts';
import { StaticClient } from './support/staticClient.ts';

/** A query of WITH runs once, however often it is named. */

const documents = [1, 2, 3, 4, 5].map((n): JsonObject => ({ n, k: n % 2 }));
const mapping = { n: { type: 'integer' }, k: { type: 'integer' } };

function engine() {
  const client = new StaticClient({ t: { mapping, documents }, u: { mapping, documents } });
  const dialect = createV2Dialect({
    ...{ client: client as Partial<SearchClient> as SearchClient, clock: new ManualClock() },
    ...{ random: new SeededRandom(7), pushDown: false, batchRows: 2 },
  });
  const request = { sizeLimit: 1000, resultLimit: 1000, corrections: true };
  return {
    run: async (sql: string) => (await dialect.execute(parseStatement(sql), request)).rows,
    plan: (sql: string, analyze: boolean) => dialect.explain(parseStatement(sql), request, analyze),
    searches: () => client.bodies.length,
  };
}

const ODD = 'WITH c AS (SELECT n FROM t WHERE k = 1)';

describe('a query of WITH', () => {
  it.each([
    [`${ODD} SELECT n FROM c`, 1, [[1], [3], [5]]],
    [`${ODD} SELECT a.n FROM c a JOIN c b ON a.n = b.n`, 1, [[1], [3], [5]]],
    [
      `${ODD} SELECT a.n, b.n FROM c a JOIN c b ON a.n + 2 = b.n`,
      1,
      [
        [1, 3],
        [3, 5],
      ],
    ],
    [`${ODD} SELECT COUNT(*) FROM c a, c b, c d`, 1, [[27]]],
    [`${ODD} SELECT n FROM c UNION ALL SELECT n + 1 FROM c WHERE n > 3`, 1, [[1], [3], [5], [6]]],
    [`${ODD} SELECT n FROM c WHERE n = (SELECT MAX(n) FROM c)`, 1, [[5]]],
    [`${ODD} SELECT n FROM t WHERE n IN (SELECT n FROM c) AND n - 2 IN (SELECT n FROM c)`, 2, [[3], [5]]],
    [`${ODD} SELECT n FROM t WHERE EXISTS (SELECT 1 FROM c WHERE c.n = t.n + 1)`, null, [[2], [4]]],
    [
      `${ODD} SELECT n FROM t WHERE n > (SELECT COUNT(*) FROM c WHERE c.n < t.n) AND t.n IN (SELECT n FROM c)`,
      2,
      [[1], [3], [5]],
    ],
    [
      `${ODD}, d AS (SELECT n * 10 AS m FROM c) SELECT m FROM d UNION ALL SELECT n FROM c`,
      1,
      [[10], [30], [50], [1], [3], [5]],
    ],
    [
      `${ODD}, d AS (SELECT n FROM c UNION ALL SELECT n FROM c) SELECT a.n FROM d a JOIN d b ON a.n = b.n WHERE a.n > 3`,
      1,
      [[5], [5], [5], [5]],
    ],
    [
      'WITH c (b, a) AS (SELECT n, k FROM t WHERE n < 3 ORDER BY k) SELECT x.a, y.b FROM c x JOIN c y ON x.a = y.a',
      1,
      [
        [0, 2],
        [1, 1],
      ],
    ],
    ['WITH t AS (SELECT n FROM t WHERE n > 3) SELECT a.n FROM t a JOIN t b ON a.n = b.n', 1, [[4], [5]]],
    [
      'SELECT q.n FROM (WITH c AS (SELECT n FROM t) SELECT a.n FROM c a JOIN c b ON a.n = b.n) q WHERE q.n > 4',
      1,
      [[5]],
    ],
    [
      'SELECT n FROM u WHERE n IN (SELECT q.n FROM (WITH c AS (SELECT t.n FROM t WHERE t.n > 3) SELECT a.n - 1 AS n FROM c a JOIN c b ON a.n = b.n) q)',
      null,
      [[3], [4]],
    ],
    // A query sees what is around it where it is written, not where it is referenced.
    [
      `${ODD}, d AS (SELECT n FROM c) SELECT n FROM (WITH c AS (SELECT n FROM u WHERE k = 0) SELECT n FROM d UNION ALL SELECT n FROM c) q UNION ALL SELECT n FROM d WHERE n = 5`,
      2,
      [[1], [3], [5], [2], [4], [5]],
    ],
  ])('%s makes %s searches', async (sql, searches, rows) => {
    const { run, searches: made } = engine();
    expect(await run(sql)).toEqual(rows);
    if (searches !== null) expect(made()).toBe(searches);
  });

  it('is planned once, however many name one another', async () => {
    const chain = Array.from(
      { length: 25 },
      (_, i) => `c${i + 1} AS (SELECT a.n FROM c${i} a JOIN c${i} b ON a.n = b.n)`,
    );
    const sql = `WITH c0 AS (SELECT n FROM t), ${chain.join(', ')} SELECT n FROM c25`;
    const { run, searches } = engine();
    expect(await run(sql)).toEqual([[1], [2], [3], [4], [5]]);
    expect(searches()).toBe(1);
  });

  it.each([
    ['WITH c AS (SELECT m FROM u) SELECT n AS m FROM t WHERE EXISTS (SELECT 1 FROM c)', "can't resolve"],
    ['WITH a AS (SELECT n FROM b), b AS (SELECT n FROM a) SELECT n FROM a', 'unknown index a'],
    ['WITH a AS (SELECT n FROM b), b AS (SELECT n FROM a) SELECT a.n FROM a, a x, b', 'unknown index a'],
  ])('%s is refused', async (sql, message) => {
    await expect(engine().run(sql)).rejects.toThrow(message);
  });

  it('is kept with its plan for other literals', async () => {
    const { run } = engine();
    const sql = (n: number): string =>
      `WITH c AS (SELECT n FROM t WHERE n < ${n}) SELECT a.n FROM c a JOIN c b ON a.n = b.n`;
    expect([await run(sql(2)), await run(sql(3)), await run(sql(2))]).toEqual([[[1]], [[1], [2]], [[1]]]);
  });

  it('is read no further than its readers ask', async () => {
    const { plan } = engine();
    const sql = `${ODD} SELECT a.n FROM c a CROSS JOIN c b LIMIT 1`;
    const { logical, physical } = await plan(sql, true);
    expect(logical).toContain('With c\n');
    expect(physical).toMatch(/With c \{1 rows/);
    expect(physical.match(/IndexScan/g)).toHaveLength(1);
    expect(physical.match(/Common c \[n\]/g)).toHaveLength(2);
  });
});
