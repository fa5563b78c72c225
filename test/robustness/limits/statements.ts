import { ManualClock, SeededRandom } from '../../../src/common/index.ts';
import { RamDirectory } from '../../../src/directory/index.ts';
import { CursorContexts } from '../../../src/sql/cursor/index.ts';
import { Budget, checkTime } from '../../../src/sql/executor/budget.ts';
import { Spill } from '../../../src/sql/executor/spill/spill.ts';
import { type Ask, attempt, joined, type LimitCase, many } from './limitCase.ts';

const sql = (query: string): Ask => ['POST /_plugins/_sql', { query }];
const INDEX = { mappings: { properties: { n: { type: 'integer' } } } };
/** A row of one number and the number that it is sorted by. */
const SORTED_ROW_BYTES = 64;
const documents = many(12, (n) => ({ n }));

export const statements = {
  sqlLength: {
    set: 100,
    use: (count) => [sql(`SELECT '${'x'.repeat(count - 9)}'`)],
    words: 'statement is longer than the limit of 100 characters',
  },
  sqlNesting: {
    set: 10,
    use: (count) => [sql(`SELECT ${'('.repeat(count)}1${')'.repeat(count)}`)],
    words: 'statement is nested deeper than the limit of 10',
  },
  sqlChain: {
    set: 5,
    use: (count) => [sql(`SELECT 1${' + 1'.repeat(count)}`)],
    words: 'more than 5 operators in a row',
  },
  sqlListItems: {
    set: 3,
    index: INDEX,
    use: (count) => [sql(`SELECT n FROM {index} WHERE n IN (${joined(count, '1')})`)],
    words: 'IN list has more than 3 items',
  },
  sqlColumns: {
    set: 3,
    use: (count) => [sql(`SELECT ${joined(count, '1')}`)],
    words: 'SELECT has more than 3 items',
  },
  sqlRelations: {
    set: 3,
    index: INDEX,
    use: (count) => [
      sql(`SELECT a.n FROM {index} a ${many(count, (i) => `JOIN {index} b${i} ON a.n = b${i}.n`).join(' ')}`),
    ],
    words: 'more than 3 joins or set operations in a row',
  },
  sqlScans: {
    set: 3,
    index: INDEX,
    use: (count) => [
      sql(
        `WITH w AS (SELECT n FROM {index}) SELECT 1 FROM w ${many(count - 2, (i) => `JOIN w b${i} ON w.n = b${i}.n`).join(' ')}`,
      ),
    ],
    words: 'the statement has more scans than the limit of 3',
  },
  sqlBytes: {
    set: 10 * SORTED_ROW_BYTES,
    index: INDEX,
    docs: documents,
    use: (count) => [sql(`SELECT n FROM {index} WHERE n < ${count / SORTED_ROW_BYTES} ORDER BY n + 1`)],
    words: 'the statement holds more bytes than the limit of 640: narrow it by WHERE or LIMIT',
  },
  sqlRows: {
    set: 10,
    index: INDEX,
    docs: documents,
    use: (count) => [sql(`SELECT n FROM {index} WHERE n < ${count} ORDER BY n + 1`)],
    words: 'the statement holds more rows than the limit of 10: narrow it by WHERE or LIMIT',
  },
  sqlSpillBytes: {
    set: 100,
    use: async (count) => {
      const holding = new Budget().open();
      holding.add(1, count);
      return holding.isLarge ? { status: 0, text: 'goes to files' } : { status: 200, text: '' };
    },
    status: 0,
    words: 'goes to files',
  },
  sqlFileBytes: {
    set: 100,
    use: (count) =>
      attempt(() => new Spill(() => new RamDirectory()).put([['x'.repeat(count - '[[""]]'.length)]])),
    words: 'the statement holds more bytes in files than the limit of 100: narrow it by WHERE or LIMIT',
  },
  sqlText: {
    set: 20,
    index: INDEX,
    docs: [{ s: 'abcde' }],
    use: (count) => [sql(`SELECT REPLACE(CONCAT(s, s), '^', '${'x'.repeat(count - 10)}') FROM {index}`)],
    words: 'a function makes a text of more characters than the limit of 20',
  },
  sqlTimeMs: {
    use: (count) => {
      const clock = new ManualClock(1_000_000);
      return attempt(() => checkTime({ clock, startMillis: clock.nowMs() - count }));
    },
    words: 'the statement ran longer than the limit of 60000 ms',
  },
  cursorRows: {
    use: (count) => {
      const contexts = new CursorContexts(new ManualClock(), new SeededRandom(3));
      return attempt(() =>
        contexts.open({
          source: { heldRows: count, next: async () => [], close: async () => undefined },
          ...{
            schema: [],
            warnings: [],
            fetchSize: 1,
            index: '',
            rowsLeft: 1,
            keepAliveMs: 60_000,
            maxOpen: 10,
          },
        }),
      );
    },
    words: 'Open cursors would hold more than 2000000 rows in memory',
  },
} satisfies Readonly<Record<string, LimitCase>>;
