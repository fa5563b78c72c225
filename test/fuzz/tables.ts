import { SeededRandom } from '../../src/common/index.ts';

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

/** Rows of each table: few, so that joins stay within a page of an answer. */
export const TABLES: Readonly<Record<string, number>> = { fuzz_a: 36, fuzz_b: 22 };

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
export function tableRows(table: string): TableRow[] {
  const random = new SeededRandom(table.length * 31 + TABLES[table]);
  const upTo = (n: number): number => Math.floor(random.next() * n);
  const nullable = (value: Cell): Cell => (random.next() < 0.2 ? null : value);
  return Array.from({ length: TABLES[table] }, (_, id) => ({
    id,
    num: nullable(upTo(9) - 3),
    big: nullable((upTo(7) - 2) * 1000),
    ratio: nullable((upTo(13) - 4) / 2),
    kind: nullable(KINDS[upTo(KINDS.length)]),
    word: nullable(WORDS[upTo(WORDS.length)]),
    flag: nullable(random.next() < 0.5),
  }));
}
