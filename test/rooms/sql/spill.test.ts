import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { SearchClient } from '../../../src/client/index.ts';
import {
  type JsonObject,
  limits,
  ManualClock,
  SeededRandom,
  setProcessLimit,
} from '../../../src/common/index.ts';
import { type Directory, RamDirectory } from '../../../src/directory/index.ts';
import { rowsOfText, textOfRows } from '../../../src/sql/executor/spill/rowText.ts';
import { parseStatement } from '../../../src/sql/grammar/index.ts';
import { createV2Dialect, SpillFolder } from '../../../src/sql/index.ts';
import { SqlDate, SqlInterval, SqlTime, SqlTimestamp } from '../../../src/sql/values/index.ts';
import { FaultDirectory, type FaultKind, faultKinds } from '../../robustness/crash/faultDirectory.ts';
import { filesOf } from '../../support/folders.ts';
import { StaticClient } from './support/staticClient.ts';

/** Sorts and joins go on in files where memory ends: the answer may not depend on it, and nothing stays behind. */

const types = { n: { type: 'integer' }, k: { type: 'integer' }, s: { type: 'keyword' } };
type Tables = Readonly<Record<'t' | 'u', readonly JsonObject[]>>;

function engineOver(tables: Tables, folder?: Directory, left?: AbortSignal) {
  const table = (documents: readonly JsonObject[]) => ({ mapping: types, documents });
  const client = new StaticClient({ t: table(tables.t), u: table(tables.u) });
  const engine = createV2Dialect({
    ...{ client: client as Partial<SearchClient> as SearchClient, clock: new ManualClock() },
    ...{ random: new SeededRandom(7), pushDown: false, batchRows: 16 },
    ...(folder && { spillFolder: new SpillFolder(folder) }),
  });
  const request = { sizeLimit: 10_000, resultLimit: 10_000, corrections: true, signal: left };
  return async (sql: string): Promise<unknown[]> => [
    ...(await engine.execute(parseStatement(sql), request)).rows,
  ];
}

/** Files that were made in a folder so far. */
function countingFolder(): { folder: RamDirectory; made: () => number } {
  let count = 0;
  class Counting extends RamDirectory {
    override folder(): RamDirectory {
      const inner = super.folder('statement');
      const create = inner.create.bind(inner);
      inner.create = (name) => {
        count++;
        return create(name);
      };
      return inner;
    }
  }
  return { folder: new Counting(), made: () => count };
}

const document = fc.record({
  n: fc.integer({ min: 0, max: 99 }),
  k: fc.option(fc.integer({ min: 0, max: 40 }), { freq: 9 }),
  s: fc.option(fc.constantFrom('a', 'b', "a'\n,b", '\ud800', '😀')),
}) as fc.Arbitrary<JsonObject>;
const tables = fc.record({
  t: fc.array(document, { minLength: 60, maxLength: 120 }),
  u: fc.array(document, { minLength: 60, maxLength: 120 }),
});

const sorts = [
  'SELECT n, k, s FROM t ORDER BY k, s DESC, n * 2',
  'SELECT n, k FROM t ORDER BY k * 2 DESC LIMIT 90 OFFSET 3',
  'SELECT k, COUNT(*) FROM (SELECT k, n FROM t ORDER BY n, k) x GROUP BY k',
];
const joins = [
  'SELECT t.n, t.s, u.n FROM t JOIN u ON t.k = u.k',
  'SELECT t.n, u.n FROM t JOIN u ON t.k = u.k AND t.s = u.s AND t.n < u.n',
  'SELECT t.n, u.n FROM t LEFT JOIN u ON t.k = u.k AND u.n > 50',
  'SELECT t.n, u.n FROM t RIGHT JOIN u ON t.k = u.k',
  'SELECT t.n, u.n FROM t FULL JOIN u ON t.k = u.k',
  'SELECT a.n, b.n FROM t a JOIN u b ON a.k = b.k JOIN t c ON b.n = c.n',
];

const commonTables = [
  'WITH c AS (SELECT n, k, s FROM t) SELECT a.n, b.s FROM c a JOIN c b ON a.k = b.n',
  'WITH c AS (SELECT n, k FROM t), d AS (SELECT n FROM c WHERE k > 5) SELECT n FROM d UNION ALL SELECT k FROM c',
];
const LOOKED_UP = 'WITH c AS (SELECT n, k FROM t) SELECT n FROM c WHERE k < (SELECT MAX(n) FROM c)';

const sorted = (rows: readonly unknown[]): string[] => rows.map((row) => JSON.stringify(row)).sort();

const { value } = limits.sqlSpillBytes;
afterEach(() => setProcessLimit('sqlSpillBytes', value));

describe('rows that are too many for memory', () => {
  it.each([
    ...sorts.map((sql) => [sql, (rows: readonly unknown[]) => rows] as const),
    ...[...joins, ...commonTables, LOOKED_UP].map((sql) => [sql, sorted] as const),
  ])('are the same in files: %s', async (sql, ordered) => {
    const property = fc.asyncProperty(tables, fc.constantFrom(500, 2500), async (drawn, bytes) => {
      setProcessLimit('sqlSpillBytes', value);
      const expected = ordered(await engineOver(drawn)(sql));
      const { folder, made } = countingFolder();
      setProcessLimit('sqlSpillBytes', bytes);
      expect(ordered(await engineOver(drawn, folder)(sql))).toEqual(expected);
      expect(made()).toBeGreaterThan(3);
      expect(await filesOf(folder)).toEqual([]);
    });
    await fc.assert(property, { numRuns: 4, seed: 11 });
  });

  it('of one key stay in memory, where no cut helps', async () => {
    const one = { t: [{ n: 1, k: 1 }], u: Array.from({ length: 50 }, (_, n): JsonObject => ({ n, k: 1 })) };
    setProcessLimit('sqlSpillBytes', 500);
    const run = engineOver(one, new RamDirectory());
    expect(await run('SELECT u.n FROM t JOIN u ON t.k = u.k')).toHaveLength(50);
  });
});

const many = Array.from(
  { length: 80 },
  (_, n): JsonObject => ({ n: (n * 7) % 80, k: n % 9, s: `text ${n}` }),
);

describe('files of a statement', () => {
  beforeEach(() => setProcessLimit('sqlSpillBytes', 2000));

  it.each(['SELECT n FROM t ORDER BY n * 2', 'SELECT t.n FROM t JOIN u ON t.n = u.n LIMIT 2', LOOKED_UP])(
    'that fail end %s in words',
    async (sql) => {
      const words =
        /^the statement has more rows than it holds in memory, and those in files cannot be (written|read|deleted): (No space left on device|Input\/output error|a file is damaged)$/;
      const expected = await engineOver({ t: many, u: many })(sql);
      const failed = new Map<FaultKind, number>();
      for (const kind of faultKinds) {
        for (let atCall = 0; atCall < 12; atCall++) {
          const disk = new FaultDirectory({ kind, atCall, forEver: false });
          const answer = await engineOver({ t: many, u: many }, disk)(sql).catch((error: Error) => error);
          if (!(answer instanceof Error)) expect(sorted(answer)).toHaveLength(expected.length);
          else {
            expect(answer.message).toMatch(words);
            failed.set(kind, (failed.get(kind) ?? 0) + 1);
          }
        }
      }
      expect([...failed.keys()]).toEqual(expect.arrayContaining(['power', 'eio', 'diskFull']));
    },
  );

  it('that were changed end it in words', async () => {
    class Changed extends RamDirectory {
      override folder(): RamDirectory {
        const inner = super.folder('statement');
        const read = inner.read.bind(inner);
        inner.read = async (name) => (await read(name)).map((byte, i) => (i === 9 ? byte ^ 1 : byte));
        return inner;
      }
    }
    const run = engineOver({ t: many, u: many }, new Changed());
    await expect(run('SELECT n FROM t ORDER BY n * 2')).rejects.toThrow(/cannot be read: a file is damaged$/);
  });

  it.each(['SELECT n FROM t ORDER BY n * 2', 'SELECT t.n FROM t JOIN u ON t.n = u.n', LOOKED_UP])(
    'go when the rows of %s are not read to their end',
    async (sql) => {
      const { folder, made } = countingFolder();
      expect(await engineOver({ t: many, u: many }, folder)(`${sql} LIMIT 70`)).toHaveLength(70);
      expect(made()).toBeGreaterThan(3);
      expect(await filesOf(folder)).toEqual([]);
    },
  );

  it.each(['SELECT t.n FROM t JOIN u ON t.n = u.n', commonTables[0]])(
    'go when the client of %s leaves',
    async (sql) => {
      const leaving = new AbortController();
      const disk = new FaultDirectory(null);
      disk.watch((call) => call === 9 && leaving.abort());
      const run = engineOver({ t: many, u: many }, disk, leaving.signal);
      await run(sql).catch(() => undefined);
      expect(disk.calls).toBeGreaterThan(9);
      expect(await filesOf(disk)).toEqual([]);
    },
  );
});

describe('rows as text', () => {
  const json = fc.jsonValue().filter((drawn) => typeof drawn === 'object' && drawn !== null);
  const anyValue = fc.oneof(
    ...[
      fc.constantFrom(null, undefined),
      fc.boolean(),
      fc.double(),
      fc.bigInt(),
      fc.string({ unit: 'binary' }),
    ],
    fc.integer().map((day) => new SqlDate(day)),
    fc.nat().map((nano) => new SqlTime(nano)),
    fc.tuple(fc.integer(), fc.nat()).map(([second, nano]) => new SqlTimestamp(second, nano)),
    fc.nat().map((days) => new SqlInterval({ days })),
    json.filter((drawn) => !JSON.stringify(drawn).includes('-0')),
  );

  it('come back as they were', () => {
    const property = fc.property(fc.array(fc.array(anyValue)), (rows) => {
      const drawn = rows as Parameters<typeof textOfRows>[0];
      expect(rowsOfText(textOfRows(drawn))).toEqual(drawn);
    });
    fc.assert(property, { numRuns: 100, seed: 5 });
  });
});
