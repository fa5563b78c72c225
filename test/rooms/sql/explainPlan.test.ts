import { describe, expect, it } from 'vitest';
import { ManualClock, SeededRandom } from '../../../src/common/index.ts';
import { createV2Dialect } from '../../../src/sql/index.ts';
import { createSqlService } from '../../../src/sql/service.ts';
import { MemoryClient } from './support/memoryClient.ts';

/** `_explain?format=plan`: what a search does of a statement, and what is left to do here. */

/** A clock on which every look takes a millisecond. */
class TickingClock extends ManualClock {
  override nanoTime(): bigint {
    this.advance(1);
    return super.nanoTime();
  }
}

interface Report {
  readonly logical: string;
  readonly physical: string;
  readonly pushed: unknown;
  readonly error?: { readonly details: string };
}

async function explain(
  body: Record<string, unknown>,
  parameters: Record<string, string> = { format: 'plan' },
  settings: Record<string, string> = {},
): Promise<Report & { readonly warnings: readonly string[]; readonly searches: number }> {
  const client = new MemoryClient();
  for (const [name, value] of Object.entries(settings)) client.settings.set(name, value);
  const clock = new TickingClock();
  const random = new SeededRandom(7);
  const v2 = createV2Dialect({ client, clock, random });
  const service = createSqlService({
    client,
    clock,
    random,
    v2,
    settings: () => client.clusterSettings(),
  });
  const answer = await service.handle({
    operation: 'explain',
    sqlParameter: null,
    body: JSON.stringify(body),
    parameters: new Map(Object.entries(parameters)),
    contentType: 'application/json',
  });
  const report = JSON.parse(answer.body) as Report;
  return { ...report, warnings: answer.warnings, searches: client.searches.length };
}

const PLANS: readonly (readonly [sql: string, logical: string, physical: string])[] = [
  [
    'SELECT name, budget + 1 AS more FROM dept WHERE id > 3 ORDER BY name DESC LIMIT 5',
    `Project name, budget + 1 as more
       Limit 5
         Sort name desc
           Filter id > 3
             Scan dept [id, name, budget]`,
    `Project name, budget + 1 as more
       IndexScan dept [id, name, budget] (in the search: filter, sort, limit)`,
  ],
  [
    'SELECT name FROM dept WHERE ABS(budget) > 10 LIMIT 3',
    `Project name
       Limit 3
         Filter ABS(budget) > 10
           Scan dept [budget, name]`,
    `Project name
       IndexScan dept [budget, name] (in the search: sort; here: filter ABS(budget) > 10, limit 3)`,
  ],
  [
    'SELECT country, COUNT(*) FROM staff GROUP BY country HAVING COUNT(*) > 5',
    `Project country, COUNT(*)
       Filter COUNT(*) > 5
         Aggregate by country: COUNT(*)
           Scan staff [country]`,
    `Project country, COUNT(*)
       Filter COUNT(*) > 5
         AggregateScan staff by country: COUNT(*) (in the search: group)`,
  ],
  [
    'SELECT YEAR(joined), AVG(age) FROM staff WHERE age > 30 GROUP BY YEAR(joined)',
    `Project YEAR(joined), AVG(age)
       Aggregate by YEAR(joined): AVG(age)
         Filter age > 30
           Scan staff [age, joined]`,
    `Project YEAR(joined), AVG(age)
       AggregateScan staff by YEAR(joined): AVG(age)
         (in the search: filter, buckets of joined by year; here: fold)`,
  ],
  [
    'SELECT COUNT(DISTINCT age) FROM staff WHERE NOT (ABS(age) = 3 AND age IS NULL)',
    `Project COUNT(DISTINCT age)
       Aggregate: COUNT(DISTINCT age)
         Filter NOT ((ABS(age) = 3) AND age IS NULL)
           Scan staff [age]`,
    `Project COUNT(DISTINCT age)
       AggregateScan staff: COUNT(DISTINCT age)
         (here: filter NOT ((ABS(age) = 3) AND age IS NULL), group)`,
  ],
  [
    'SELECT name, RANK() OVER (PARTITION BY budget ORDER BY id DESC) AS place FROM dept',
    `Project name, RANK() as place
       Window RANK() partition by budget order by id desc
         Sort budget, id desc
           Scan dept [name, budget, id]`,
    `Project name, RANK() as place
       Window RANK() partition by budget order by id desc
         IndexScan dept [name, budget, id] (in the search: sort)`,
  ],
  [
    "SELECT s.lastname FROM staff s JOIN dept d ON s.dept_id = d.id AND d.budget > s.age WHERE d.name = 'x'",
    `Project lastname
       Filter name = 'x'
         Join inner on dept_id = id and budget > age
           Scan staff [dept_id, age, lastname]
           Scan dept [id, budget, name]`,
    `Project lastname
       Filter name = 'x'
         Join inner on dept_id = id and budget > age
           IndexScan staff [dept_id, age, lastname]
           IndexScan dept [id, budget, name]`,
  ],
  [
    "SELECT CASE WHEN TRUE THEN 'it''s' END, -(1 + 2), CAST('1' AS INT)",
    `Project CASE WHEN TRUE THEN 'it''s' END, -(1 + 2), 1 as CAST('1' AS INT)
       Values (1)`,
    `Project CASE WHEN TRUE THEN 'it''s' END, -(1 + 2), 1 as CAST('1' AS INT)
       Values (1)`,
  ],
];

/** Without the table's margin; a remark that stands on a line of its own here ends the line above. */
function plain(text: string): string {
  return text.replace(/\n {5}/g, '\n').replace(/\n *\(/g, ' (');
}

describe('_explain?format=plan', () => {
  it.each(PLANS)('%s', async (query, logical, physical) => {
    const report = await explain({ query });
    expect(report.logical).toBe(plain(logical));
    expect(report.physical).toBe(plain(physical));
    expect(report.searches).toBe(0);
  });

  it('joins what conditions connect, and tests them where it can', async () => {
    const query =
      'SELECT a.name FROM dept a, dept b, dept c LEFT JOIN dept d ON d.id = c.id ' +
      "WHERE a.id = c.budget AND c.id + 1 = b.id AND b.name = 'x' AND c.budget > 2 AND a.id < b.id";
    const { physical } = await explain({ query }, { format: 'plan' }, { 'rockpool.corrections': 'true' });
    expect(`\n${physical}`).toBe(`
Project name
  Join left on id = id
    Join inner on id + 1 = id and id < id
      Join inner on id = budget
        IndexScan dept [id, name]
        IndexScan dept [id, budget] (in the search: filter, sort)
      IndexScan dept [id, name] (in the search: filter, sort)
    IndexScan dept [id]`);
  });

  const PUSHED: readonly (readonly [sql: string, pushed: unknown])[] = [
    ['SELECT 1', {}],
    ['SELECT name FROM dept', { from: 0, size: 1001, _source: { includes: ['name'] } }],
    [
      'SELECT name FROM dept WHERE ABS(budget) > 10',
      { _source: { includes: ['budget', 'name'] }, sort: [{ _doc: { order: 'asc' } }], size: 1000 },
    ],
    [
      'SELECT a.name FROM dept a JOIN dept b ON a.id = b.id',
      [
        { _source: { includes: ['id', 'name'] }, size: 10_000 },
        { _source: { includes: ['id'] }, size: 10_000 },
      ],
    ],
    ['SELECT COUNT(*) FROM dept', { size: 0, track_total_hits: true }],
  ];
  it.each(PUSHED)('%s pushes', async (query, pushed) => {
    expect((await explain({ query })).pushed).toEqual(pushed);
  });

  it('runs the statement to count rows and time', async () => {
    const query = 'SELECT name FROM dept WHERE ABS(id) > 12 LIMIT 5';
    const { physical, searches } = await explain({ query }, { format: 'PLAN', analyze: 'true' });
    expect(searches).toBeGreaterThan(0);
    expect(physical).toMatch(
      /^Project name \{2 rows, \d+\.000 ms\}\n {2}IndexScan .* \{2 rows, [1-9]\d*\.000 ms\}$/,
    );
  });

  it('says which statements the legacy engine answers', async () => {
    const join = 'SELECT a.name FROM dept a JOIN dept b ON a.id = b.id';
    expect((await explain({ query: join })).warnings).toEqual([expect.stringContaining('legacy engine')]);
    expect((await explain({ query: 'SELECT name FROM dept' })).warnings).toEqual([]);
  });

  const REFUSED: readonly (readonly [body: Record<string, unknown>, parameters: string, details: string])[] =
    [
      [{ query: 'SHOW TABLES LIKE %' }, 'format=plan', 'showTables is no query'],
      [{ query: 'SELECT name FROM nope' }, 'format=plan', 'no such index [nope]'],
      [{ query: 'SELECT name FROM dept', filter: { term: { id: 1 } } }, 'format=plan', '[filter]'],
      [{ query: 'SELECT name FROM dept' }, 'format=json&analyze=true', '[analyze] needs [format=plan]'],
    ];
  it.each(REFUSED)('refuses %j with %s', async (body, parameters, details) => {
    const report = await explain(body, Object.fromEntries(new URLSearchParams(parameters)));
    expect(report.error?.details).toContain(details);
  });
});
