import { SeededRandom } from '../../../src/common/index.ts';

export type FuzzType = 'int' | 'double' | 'text' | 'bool';

/** The columns of both tables. `id` is the only one without NULLs. */
export const COLUMNS: Readonly<Record<string, FuzzType>> = {
  id: 'int',
  num: 'int',
  big: 'int',
  ratio: 'double',
  kind: 'text',
  word: 'text',
  flag: 'bool',
};

export const TABLES: readonly string[] = ['fuzz_a', 'fuzz_b'];

/** Rows of the first table where nothing is said: few, so that joins stay within a page of an answer. */
export const FEW_ROWS = 36;

export const WORDS = ['ab', 'Ab', 'abc', 'b', 'bcd', 'x', 'xy', 'Zoo'] as const;
const KINDS = ['red', 'green', 'blue'] as const;

export type Cell = number | string | boolean | null;
export type TableRow = Readonly<Record<string, Cell>>;

const TYPES: Readonly<Record<string, string>> = {
  id: 'integer',
  num: 'integer',
  big: 'long',
  ratio: 'double',
  kind: 'keyword',
  word: 'keyword',
  flag: 'boolean',
};

export const MAPPINGS = {
  properties: Object.fromEntries(Object.entries(TYPES).map(([name, type]) => [name, { type }])),
};

/** The same rows in every run: what is random is the statement. */
export function tableRows(table: string, firstTableRows = FEW_ROWS, hasNulls = true): TableRow[] {
  const count = table === TABLES[0] ? firstTableRows : Math.ceil(firstTableRows * 0.6);
  const random = new SeededRandom(table.length * 31 + count);
  const upTo = (n: number): number => Math.floor(random.next() * n);
  const nullable = (value: Cell): Cell => (random.next() < 0.2 && hasNulls ? null : value);
  return Array.from({ length: count }, (_, id) => ({
    id,
    num: nullable(upTo(9) - 3),
    big: nullable((upTo(7) - 2) * 1000),
    ratio: nullable((upTo(13) - 4) / 2),
    kind: nullable(KINDS[upTo(KINDS.length)]),
    word: nullable(WORDS[upTo(WORDS.length)]),
    flag: nullable(random.next() < 0.5),
  }));
}
