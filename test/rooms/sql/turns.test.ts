import { expect, it } from 'vitest';
import type { SearchClient } from '../../../src/client/index.ts';
import {
  type JsonObject,
  limits,
  Pacer,
  SeededRandom,
  setProcessLimit,
  soon,
} from '../../../src/common/index.ts';
import { RamDirectory } from '../../../src/directory/index.ts';
import {
  formatCsv,
  formatJdbc,
  formatLegacyRaw,
  formatPage,
  formatRaw,
} from '../../../src/sql/format/index.ts';
import { parseStatement } from '../../../src/sql/grammar/index.ts';
import { createV2Dialect, SpillFolder } from '../../../src/sql/index.ts';
import type { SqlResult } from '../../../src/sql/types.ts';
import { SteppingClock, turnsDuring } from '../../support/turns.ts';
import { StaticClient } from './support/staticClient.ts';

/** Loops over the rows of one statement let others have their turns: so many rows are several turns to any of them. */
const ROWS = 9000;
const TURNS = 30;

const documents = Array.from({ length: ROWS }, (_, n): JsonObject => ({ n, k: n % 100, s: 'a' }));
const types = { n: { type: 'long' }, k: { type: 'long' }, s: { type: 'keyword' } };
const client = new StaticClient({ t: { mapping: types, documents }, u: { mapping: types, documents } });

function turnsOf(sql: string, spillFolder?: SpillFolder): Promise<number> {
  const clock = new SteppingClock();
  const random = new SeededRandom(7);
  const engine = createV2Dialect({
    ...{ client: client as Partial<SearchClient> as SearchClient, clock, random },
    ...(spillFolder && { spillFolder }),
  });
  const request = { sizeLimit: ROWS, resultLimit: ROWS, corrections: true };
  return turnsDuring(() => engine.execute(parseStatement(sql), request));
}

it.each([
  ['a scan', 'SELECT n FROM t LIMIT 1', 'SELECT n FROM t LIMIT 9000'],
  ['a condition', 'SELECT n FROM t LIMIT 1', "SELECT n FROM t WHERE upper(s) = 'B' LIMIT 1"],
  ['ORDER BY', 'SELECT n FROM t LIMIT 9000', 'SELECT n FROM t ORDER BY k * n LIMIT 9000'],
  ['GROUP BY', 'SELECT n FROM t LIMIT 9000', 'SELECT n * 2, count(DISTINCT k) FROM t GROUP BY n * 2'],
  ['a rank', 'SELECT n FROM t LIMIT 9000', 'SELECT n, RANK() OVER (ORDER BY n) FROM t LIMIT 9000'],
  ['a running sum', 'SELECT n FROM t LIMIT 9000', 'SELECT n, SUM(k) OVER (ORDER BY n) FROM t LIMIT 9000'],
  ['a join', 'SELECT n FROM t LIMIT 9000', 'SELECT a.n FROM t a JOIN u b ON a.n = b.n LIMIT 9000'],
  ['a union', 'SELECT n FROM t LIMIT 9000', 'SELECT n FROM t UNION SELECT n FROM u'],
  ['a difference', 'SELECT n FROM t UNION ALL SELECT n FROM u', 'SELECT n FROM t MINUS SELECT n FROM u'],
  ['the first in order', 'SELECT n FROM t ORDER BY k * n', 'SELECT n FROM t ORDER BY k * n LIMIT 9000'],
])('gives turns in %s', async (_name, less, more) => {
  expect((await turnsOf(more)) - (await turnsOf(less))).toBeGreaterThanOrEqual(TURNS);
});

it.each([
  ['ORDER BY', 'SELECT n FROM t LIMIT 9000', 'SELECT n FROM t ORDER BY k * n LIMIT 9000'],
  ['a join', 'SELECT n FROM t LIMIT 9000', 'SELECT a.n FROM t a JOIN u b ON a.n = b.n LIMIT 9000'],
])('gives turns in %s that goes on in files', async (_name, less, more) => {
  const { value } = limits.sqlSpillBytes;
  setProcessLimit('sqlSpillBytes', 300_000);
  try {
    const folder = new SpillFolder(new RamDirectory());
    expect((await turnsOf(more, folder)) - (await turnsOf(less, folder))).toBeGreaterThanOrEqual(2 * TURNS);
  } finally {
    setProcessLimit('sqlSpillBytes', value);
  }
});

const schema = [
  { name: 'n', type: 'long' },
  { name: 'd', type: 'double' },
];
const rows = documents.map(({ n, k }) => [n, k]);
const result: SqlResult = { profile: 'v2', schema, rows, total: ROWS, cursor: null, warnings: [], raw: null };

it.each<[string, (pacer: Pacer) => Promise<string>]>([
  ['jdbc', async (pacer) => soon(formatJdbc(result, pacer))],
  ['jdbc of the legacy engine', async (pacer) => soon(formatJdbc({ ...result, profile: 'legacy' }, pacer))],
  ['a page', (pacer) => formatPage(rows, schema, null, pacer)],
  ['csv', (pacer) => formatCsv(result, pacer)],
  [
    'flat csv',
    (pacer) => formatCsv(result, pacer, { sanitize: true, separator: ',', newLine: '\n', flat: true }),
  ],
  ['raw', (pacer) => formatRaw(result, pacer)],
  ['raw of the legacy engine', (pacer) => formatLegacyRaw(result, pacer)],
])('gives turns while %s is printed', async (_name, print) => {
  expect(await turnsDuring(() => print(new Pacer(new SteppingClock())))).toBeGreaterThanOrEqual(TURNS);
});
