import type { Examples } from './types.ts';

/** Ranking windows; aggregates over a window come from their own table. */
export interface WindowFunction {
  readonly names: readonly [string];
  /** The number of a row: `row` and `peers` (rows before its group of equals) count from 0, `group` the groups. */
  readonly rank: (row: number, peers: number, group: number) => number;
  readonly doc: string;
  /** Over the index of the reference page. */
  readonly examples: Examples;
}

export const windowFunctions: readonly WindowFunction[] = [
  {
    names: ['row_number'],
    rank: (row) => row + 1,
    doc: 'The number of the row.',
    examples: [['ROW_NUMBER() OVER (ORDER BY name)', '1, 2, 3, 4']],
  },
  {
    names: ['rank'],
    rank: (_row, peers) => peers + 1,
    doc: 'The rank; equal rows share it and leave a gap.',
    examples: [['RANK() OVER (ORDER BY kind)', '1, 1, 3, 3']],
  },
  {
    names: ['dense_rank'],
    rank: (_row, _peers, group) => group + 1,
    doc: 'The rank without gaps.',
    examples: [['DENSE_RANK() OVER (ORDER BY kind)', '1, 1, 2, 2']],
  },
];

const byName: ReadonlyMap<string, WindowFunction> = new Map(windowFunctions.map((fn) => [fn.names[0], fn]));

export function windowByName(name: string): WindowFunction | undefined {
  return byName.get(name.toLowerCase());
}
