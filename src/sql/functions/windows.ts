import type { SqlType } from '../types.ts';
import type { SqlValue } from '../values/index.ts';
import type { Examples } from './types.ts';

/** The ordered rows of one partition as seen by a window function. Rows are numbered from 0. */
export interface WindowRows {
  readonly size: number;
  /** The value of an argument at a row; `fallback` if the call does not have the argument. */
  argument(index: number, row: number, fallback?: SqlValue): SqlValue;
  /** The peers of a row under ORDER BY: the first, and the first row after them. */
  peers(row: number): readonly [start: number, end: number];
  /** The number of peer groups before this row's. */
  group(row: number): number;
  /** The frame of a row: its first row, and the first row after it. */
  frame(row: number): readonly [start: number, end: number];
}

/** Functions of a row's position; aggregates over a window come from their own table. */
export interface WindowFunction {
  readonly names: readonly [string];
  /** Minimum and maximum number of arguments. */
  readonly arity: readonly [number, number];
  /** The arguments as shown on the reference page. */
  readonly written?: string;
  /** `argument` means the type of the first argument. */
  readonly type: SqlType | 'argument';
  readonly value: (row: number, rows: WindowRows) => SqlValue;
  /** Not available in a cluster of version 2.7. */
  readonly beyond?: boolean;
  readonly doc: string;
  /** Evaluated over the index of the reference page. */
  readonly examples: Examples;
}

const RANKS: readonly WindowFunction[] = [
  {
    names: ['row_number'],
    arity: [0, 0],
    type: 'integer',
    value: (row) => row + 1,
    doc: 'The number of the row.',
    examples: [['ROW_NUMBER() OVER (ORDER BY name)', '1, 2, 3, 4']],
  },
  {
    names: ['rank'],
    arity: [0, 0],
    type: 'integer',
    value: (row, rows) => rows.peers(row)[0] + 1,
    doc: 'The rank; equal rows share it and leave a gap.',
    examples: [['RANK() OVER (ORDER BY kind)', '1, 1, 3, 3']],
  },
  {
    names: ['dense_rank'],
    arity: [0, 0],
    type: 'integer',
    value: (row, rows) => rows.group(row) + 1,
    doc: 'The rank without gaps.',
    examples: [['DENSE_RANK() OVER (ORDER BY kind)', '1, 1, 2, 2']],
  },
  {
    names: ['percent_rank'],
    arity: [0, 0],
    type: 'double',
    value: (row, rows) => (rows.size === 1 ? 0 : rows.peers(row)[0] / (rows.size - 1)),
    beyond: true,
    doc: 'The rank from 0 to 1.',
    examples: [['PERCENT_RANK() OVER (ORDER BY name)', '0, 0.3333333333333333, 0.6666666666666666, 1']],
  },
  {
    names: ['cume_dist'],
    arity: [0, 0],
    type: 'double',
    value: (row, rows) => rows.peers(row)[1] / rows.size,
    beyond: true,
    doc: 'The share of rows that do not come after this one.',
    examples: [['CUME_DIST() OVER (ORDER BY kind)', '0.5, 0.5, 1, 1']],
  },
  {
    names: ['ntile'],
    arity: [1, 1],
    written: 'parts',
    type: 'integer',
    value: ntile,
    beyond: true,
    doc: "The number of the row's part, when the rows are cut into so many.",
    examples: [['NTILE(3) OVER (ORDER BY name)', '1, 1, 2, 3']],
  },
];

/** If the rows cannot be divided evenly, the first buckets have one more row. */
function ntile(row: number, rows: WindowRows): SqlValue {
  const parts = rows.argument(0, row);
  if (parts === null || Number(parts) < 1) return null;
  const small = Math.floor(rows.size / Number(parts));
  const larger = rows.size % Number(parts);
  const inLarger = larger * (small + 1);
  return row < inLarger
    ? Math.floor(row / (small + 1)) + 1
    : larger + Math.floor((row - inLarger) / small) + 1;
}

/** The first argument's value a number of rows away. */
function shifted(row: number, rows: WindowRows, sign: 1 | -1): SqlValue {
  const distance = rows.argument(1, row, 1);
  if (distance === null) return null;
  const target = row + sign * Number(distance);
  return target >= 0 && target < rows.size ? rows.argument(0, target) : rows.argument(2, row);
}

function nthOfFrame(row: number, rows: WindowRows, n: SqlValue): SqlValue {
  const [start, end] = rows.frame(row);
  const target = start + Number(n) - 1;
  return n !== null && target >= start && target < end ? rows.argument(0, target) : null;
}

const NEIGHBOURS: readonly WindowFunction[] = [
  {
    names: ['lag'],
    arity: [1, 3],
    written: 'value[, rows[, default]]',
    type: 'argument',
    value: (row, rows) => shifted(row, rows, -1),
    beyond: true,
    doc: 'The value one row before, or so many; the third argument where there is no such row.',
    examples: [['LAG(crew, 1, 0) OVER (ORDER BY name)', '0, 2, 4, 1']],
  },
  {
    names: ['lead'],
    arity: [1, 3],
    written: 'value[, rows[, default]]',
    type: 'argument',
    value: (row, rows) => shifted(row, rows, 1),
    beyond: true,
    doc: 'The value one row behind, or so many; the third argument where there is no such row.',
    examples: [['LEAD(name) OVER (ORDER BY name)', 'Heron, Otter, Teal, null']],
  },
  {
    names: ['first_value'],
    arity: [1, 1],
    written: 'value',
    type: 'argument',
    value: (row, rows) => nthOfFrame(row, rows, 1),
    beyond: true,
    doc: 'The value of the first row of the frame.',
    examples: [['FIRST_VALUE(crew) OVER (ORDER BY name)', '2, 2, 2, 2']],
  },
  {
    names: ['last_value'],
    arity: [1, 1],
    written: 'value',
    type: 'argument',
    value(row, rows) {
      const [start, end] = rows.frame(row);
      return start < end ? rows.argument(0, end - 1) : null;
    },
    beyond: true,
    doc: "The value of the last row of the frame, which without ROWS or RANGE ends with the row's equals.",
    examples: [['LAST_VALUE(crew) OVER (ORDER BY name)', '2, 4, 1, null']],
  },
  {
    names: ['nth_value'],
    arity: [2, 2],
    written: 'value, number',
    type: 'argument',
    value: (row, rows) => nthOfFrame(row, rows, rows.argument(1, row)),
    beyond: true,
    doc: "The value of the frame's row of that number.",
    examples: [['NTH_VALUE(crew, 2) OVER (ORDER BY name)', 'null, 4, 4, 4']],
  },
];

export const windowFunctions: readonly WindowFunction[] = [...RANKS, ...NEIGHBOURS];

const byName: ReadonlyMap<string, WindowFunction> = new Map(windowFunctions.map((fn) => [fn.names[0], fn]));

export function windowByName(name: string): WindowFunction | undefined {
  return byName.get(name.toLowerCase());
}
