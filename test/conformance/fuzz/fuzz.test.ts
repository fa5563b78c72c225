import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { fuzz } from './fuzz.ts';
import { closeEngines, type Engines, openEngines } from './oracle.ts';
import { FEW_ROWS } from './tables.ts';

/** A short run of every kind; `npm run fuzz` runs as many statements as one likes. */

const COUNTS: Readonly<Record<string, number>> = {
  differential: 120,
  tlp: 40,
  partition: 30,
  norec: 100,
  pivot: 60,
  pushdown: 60,
  layout: 40,
  constant: 40,
  cursor: 40,
  explain: 60,
  groups: 60,
  forms: 60,
};

/** `FUZZ_FACTOR=100` runs so many times as many. */
const FACTOR = Number(process.env.FUZZ_FACTOR ?? 1);

let engines: Engines;
const open = (corrections: boolean) => async (): Promise<void> => {
  engines = await openEngines(corrections);
};

describe.each([
  ['as a user finds it', false],
  ['with rockpool.corrections', true],
] as const)('random statements %s', (_, corrections) => {
  beforeAll(open(corrections));
  afterAll(() => closeEngines(engines));

  it.each(Object.entries(COUNTS))(
    '%s',
    async (kind, share) => {
      const count = Math.ceil(share * FACTOR * (corrections ? 0.5 : 0.25));
      const options = { kind, seed: 1, first: 0, count, rows: FEW_ROWS, corrections };
      const problems: string[] = [];
      for await (const problem of fuzz(engines, options)) problems.push(problem);
      expect(problems).toEqual([]);
    },
    30_000 * FACTOR,
  );
});

/** Found by the runs above, once. */
describe('corrected answers', () => {
  beforeAll(open(true));
  afterAll(() => closeEngines(engines));

  it.each([
    ['SELECT COUNT(*) FROM fuzz_a WHERE NOT (num > 0 OR big > 0 OR ratio > 0) AND num IS NULL', [[0]]],
    ['SELECT COUNT(*) FROM fuzz_a WHERE NOT (1000 <= ratio) AND ratio IS NULL', [[0]]],
    ['SELECT COUNT(*) FROM fuzz_a WHERE flag AND flag = FALSE', [[0]]],
    ['SELECT 1 = 1.5', [[false]]],
    ['SELECT SUM(num) FROM fuzz_a WHERE id < 0', [[null]]],
    ['SELECT SUM(num), SUM(ABS(num)) FROM fuzz_a WHERE id < 0', [[null, null]]],
    ['SELECT SUM(num) FROM fuzz_a WHERE ABS(id) < 0', [[null]]],
    ['WITH t (a, b) AS (SELECT id, id + 1 FROM fuzz_a WHERE id = 3) SELECT b, a FROM t', [[4, 3]]],
  ])('%s', async (statement, rows) => {
    expect((await engines.rockpool.query(statement)).rows).toEqual(rows);
  });

  it('leaves the answers of the original alone', async () => {
    const rowsOf = async (statement: string) =>
      (await engines.rockpool.query(statement, { corrections: false })).rows;
    expect(await rowsOf('SELECT SUM(num) FROM fuzz_a WHERE id < 0')).toEqual([[0]]);
    expect(await rowsOf('SELECT SUM(num) FROM fuzz_a WHERE ABS(id) < 0')).toEqual([[0]]);
    expect(await rowsOf('SELECT COUNT(*) FROM fuzz_a WHERE NOT 1000 <= ratio')).toEqual([[36]]);
  });

  it('refuses a common table with too many names', async () => {
    const statement = 'WITH t (a, b) AS (SELECT id FROM fuzz_a) SELECT a FROM t';
    await expect(engines.rockpool.query(statement)).rejects.toThrow('t has 1 columns, but 2 names');
  });
});
