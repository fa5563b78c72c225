import { describe, expect, it } from 'vitest';
import { limits, ManualClock, SeededRandom } from '../../../src/common/index.ts';
import type { QueryNode } from '../../../src/sql/ast/index.ts';
import { fieldTableOf, QueryBinder } from '../../../src/sql/binder/index.ts';
import { CursorContexts } from '../../../src/sql/cursor/index.ts';
import { Budget, checkTime } from '../../../src/sql/executor/budget.ts';
import { parseStatement } from '../../../src/sql/grammar/index.ts';

/** Every limit of SQL: at it a statement passes, one past it is refused in words that name it. */

const list = (count: number, item: string): string => new Array(count).fill(item).join(', ');
const longest = (length: number): string => {
  const start = 'SELECT a FROM b WHERE c = ';
  return `${start}'${'x'.repeat(length - start.length - 2)}'`;
};
const clock = new ManualClock(1_000_000);
const evaluation = { startMillis: 0, clock, random: new SeededRandom(1), corrections: false };

const cases: readonly [name: keyof typeof limits, use: (count: number) => unknown, words: RegExp][] = [
  ['sqlLength', (n) => parseStatement(longest(n)), /longer than the limit of 1000000 characters/],
  [
    'sqlNesting',
    (n) => parseStatement(`SELECT ${'('.repeat(n)}1${')'.repeat(n)}`),
    /nested deeper than the limit of 100/,
  ],
  ['sqlColumns', (n) => parseStatement(`SELECT ${list(n, '1')}`), /SELECT has more than 4096 items/],
  [
    'sqlListItems',
    (n) => parseStatement(`SELECT a FROM b WHERE c IN (${list(n, '1')})`),
    /IN list has more than 10000 items/,
  ],
  [
    'sqlScans',
    (n) => {
      const [fifties, rest] = [Math.floor((n - 1) / 50), (n - 1) % 50];
      const names = Array.from({ length: fifties }, (_, i) => `b${i}`);
      const queries = names.map((name) => `${name} AS (SELECT 1 FROM ${list(50, 'a')})`);
      const from = [...names, ...new Array(rest).fill('a')].join(', ');
      const { tree } = parseStatement(
        `WITH a AS (SELECT x FROM t), ${queries.join(', ')} SELECT 1 FROM ${from}`,
      );
      const fields = new Map([['t', fieldTableOf([{ properties: { x: { type: 'long' } } }])]]);
      return new QueryBinder(fields, evaluation).analyze(tree as QueryNode);
    },
    /more scans than the limit of 500/,
  ],
  ['sqlRows', (n) => new Budget().open().add(n, 0), /more rows than the limit of 5000000/],
  ['sqlBytes', (n) => new Budget().open().add(1, n), /more bytes than the limit of 536870912/],
  [
    'sqlTimeMs',
    (n) => checkTime({ clock, startMillis: clock.nowMs() - n }),
    /longer than the limit of 60000 ms/,
  ],
];

describe('limits of a statement', () => {
  it.each(cases)('%s', (name, use, words) => {
    const { value } = limits[name];
    expect(() => use(value)).not.toThrow();
    expect(() => use(value + 1)).toThrow(words);
  });
});

describe('rows that cursors hold', () => {
  const open = (contexts: CursorContexts, heldRows: number): Promise<string> =>
    contexts.open({
      source: { heldRows, next: async () => [], close: async () => undefined },
      ...{ schema: [], warnings: [], fetchSize: 1, index: '', rowsLeft: 1, keepAliveMs: 60_000, maxOpen: 10 },
    });

  it('are counted over all of them, and free again when one is closed', async () => {
    const contexts = new CursorContexts(new ManualClock(), new SeededRandom(3));
    const { value } = limits.cursorRows;
    const first = await open(contexts, value - 1);
    await open(contexts, 1);
    await expect(open(contexts, 1)).rejects.toThrow(/more than 2000000 rows in memory/);
    await contexts.close(first);
    await open(contexts, value - 1);
  });
});
