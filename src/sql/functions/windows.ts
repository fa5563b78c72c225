/** Ranking windows; aggregates over a window come from their own table. */
export interface WindowFunction {
  readonly names: readonly [string];
  /** The number of a row: `row` and `peers` (rows before its group of equals) count from 0, `group` the groups. */
  readonly rank: (row: number, peers: number, group: number) => number;
  readonly doc: string;
}

export const windowFunctions: readonly WindowFunction[] = [
  { names: ['row_number'], rank: (row) => row + 1, doc: 'The number of the row.' },
  {
    names: ['rank'],
    rank: (_row, peers) => peers + 1,
    doc: 'The rank; equal rows share it and leave a gap.',
  },
  { names: ['dense_rank'], rank: (_row, _peers, group) => group + 1, doc: 'The rank without gaps.' },
];

const byName: ReadonlyMap<string, WindowFunction> = new Map(windowFunctions.map((fn) => [fn.names[0], fn]));

export function windowByName(name: string): WindowFunction | undefined {
  return byName.get(name.toLowerCase());
}
