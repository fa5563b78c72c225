import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { SearchClient } from '../../../src/client/index.ts';
import {
  type JsonObject,
  limits,
  ManualClock,
  SeededRandom,
  setProcessLimit,
} from '../../../src/common/index.ts';
import { RamDirectory } from '../../../src/directory/index.ts';
import { SqlError } from '../../../src/sql/errors.ts';
import { Budget } from '../../../src/sql/executor/budget.ts';
import { parseStatement } from '../../../src/sql/grammar/index.ts';
import { createV2Dialect, SpillFolder } from '../../../src/sql/index.ts';
import { filesOf } from '../../support/folders.ts';
import { StaticClient } from './support/staticClient.ts';

/**
 * Whatever the operator: a statement never goes on with more bytes than the limit. It answers as without one, or ends
 * with the limit in words; beside others, too, whose books are their own.
 */
const OPERATORS: Readonly<Record<string, string>> = {
  scan: 'SELECT n, s FROM t',
  filter: "SELECT n FROM t WHERE upper(s) > 'TEXT 2'",
  project: 'SELECT n * 2, concat(s, s) FROM t',
  sort: 'SELECT n FROM t ORDER BY k * n, s',
  'top-k': 'SELECT n FROM t ORDER BY k * n DESC, n LIMIT 5',
  'hash join': 'SELECT COUNT(*) FROM t JOIN u ON t.n = u.n',
  'join with rows': 'SELECT t.n, u.s FROM t JOIN u ON t.k = u.k AND t.n > u.n',
  'loop join': 'SELECT COUNT(*) FROM t JOIN u ON t.n > u.n',
  'semi-join': 'SELECT n FROM t WHERE k IN (SELECT k FROM u)',
  exists: 'SELECT n FROM t WHERE EXISTS (SELECT 1 FROM u WHERE u.n = t.n AND u.k > 3)',
  group: 'SELECT n * 2, COUNT(*), MEDIAN(k) FROM t GROUP BY n * 2',
  distinct: 'SELECT DISTINCT n + k FROM t',
  window: 'SELECT n, SUM(k) OVER (PARTITION BY s ORDER BY n) FROM t',
  union: 'SELECT n, s FROM t UNION SELECT n, s FROM u',
  CTE: 'WITH c AS (SELECT n, k FROM t) SELECT a.n FROM c a JOIN c b ON a.n = b.n',
  limit: 'SELECT n FROM t LIMIT 7 OFFSET 3',
};
const BUDGETS = [600, 4000, 20_000, 2 ** 29];

const documents = Array.from({ length: 120 }, (_, n): JsonObject => ({ n, k: n % 11, s: `text ${n}` }));
const mapping = { n: { type: 'integer' }, k: { type: 'integer' }, s: { type: 'keyword' } };

/** A client whose answers come later, in an order that the seed decides. */
function clientOf(random: SeededRandom): SearchClient {
  const client = new StaticClient({ t: { mapping, documents }, u: { mapping, documents } });
  const search = client.search.bind(client);
  client.search = async (request) => {
    for (let turns = Math.floor(random.next() * 6); turns > 0; turns--) await new Promise(setImmediate);
    return search(request);
  };
  return client as Partial<SearchClient> as SearchClient;
}

function engineOver(seed: number, folder: RamDirectory | null) {
  const random = new SeededRandom(seed);
  const engine = createV2Dialect({
    ...{ client: clientOf(random), clock: new ManualClock(), random, pushDown: false, batchRows: 16 },
    ...(folder && { spillFolder: new SpillFolder(folder) }),
  });
  const request = { sizeLimit: 10_000, resultLimit: 10_000, corrections: true };
  return async (sql: string): Promise<unknown> => {
    const answer = await engine.execute(parseStatement(sql), request).catch((error: unknown) => error);
    return answer instanceof Error ? answer : sorted((answer as { rows: readonly unknown[] }).rows);
  };
}

const sorted = (rows: readonly unknown[]): string[] => rows.map((row) => JSON.stringify(row)).sort();

/** The most bytes with which a statement went on. */
let most = 0;
beforeEach(() => {
  most = 0;
  const { take } = Budget.prototype;
  vi.spyOn(Budget.prototype, 'take').mockImplementation(function (this: Budget, bytes) {
    take.call(this, bytes);
    most = Math.max(most, this.bytes);
  });
});
const before = { sqlBytes: limits.sqlBytes.value, sqlSpillBytes: limits.sqlSpillBytes.value } as const;
afterEach(() => {
  vi.restoreAllMocks();
  setProcessLimit('sqlBytes', before.sqlBytes);
  setProcessLimit('sqlSpillBytes', before.sqlSpillBytes);
});

function check(answer: unknown, expected: unknown, bytes: number): void {
  if (!(answer instanceof Error)) {
    expect(answer).toEqual(expected);
    return;
  }
  expect(answer).toBeInstanceOf(SqlError);
  expect(answer.message).toBe(
    `the statement holds more bytes than the limit of ${bytes}: narrow it by WHERE or LIMIT`,
  );
}

describe('the bytes of a statement stay within the budget', () => {
  it.each(Object.entries(OPERATORS))('%s', async (_operator, sql) => {
    const expected = await engineOver(1, null)(sql);
    expect(expected).toBeInstanceOf(Array);
    const outcomes = [];
    for (const bytes of BUDGETS) {
      setProcessLimit('sqlBytes', bytes);
      most = 0;
      const answer = await engineOver(1, null)(sql);
      check(answer, expected, bytes);
      expect(most).toBeLessThanOrEqual(bytes);
      outcomes.push(answer instanceof Error);
    }
    // The largest is enough; the smallest is for no operator but those that hold few rows.
    expect(outcomes.at(-1)).toBe(false);
    expect(outcomes[0]).toBe(!sql.includes('LIMIT'));
  });

  it.each([1, 2, 3, 4, 5, 6, 7, 8])('of statements beside each other, seed %i', async (seed) => {
    const random = new SeededRandom(seed);
    const all = Object.values(OPERATORS);
    const chosen = Array.from({ length: 8 }, () => all[Math.floor(random.next() * all.length)]);
    const expected = await Promise.all(chosen.map(engineOver(seed, null)));
    const bytes = 3000 + Math.floor(random.next() * 30_000);
    setProcessLimit('sqlBytes', bytes);
    setProcessLimit('sqlSpillBytes', Math.floor(bytes / 3));
    most = 0;
    const folder = new RamDirectory();
    const answers = await Promise.all(chosen.map(engineOver(seed, folder)));
    answers.forEach((answer, i) => {
      check(answer, expected[i], bytes);
    });
    expect(most).toBeLessThanOrEqual(bytes);
    expect(await filesOf(folder)).toEqual([]);
  });
});
