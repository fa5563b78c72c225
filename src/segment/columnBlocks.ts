/** Documents of a block; a multiple of 32, so that no word of a bitset is of two blocks. */
export const COLUMN_BLOCK_DOCS = 256;

/** The least and the greatest value of each block of a single-valued column; what absent values hold counts too. */
export interface ColumnBlocks {
  readonly mins: Float64Array;
  readonly maxs: Float64Array;
}

const blocksOf = new WeakMap<Float64Array, ColumnBlocks>();

/** Found when a column is first asked for them: numbers often come in order, times always. */
export function columnBlocks(values: Float64Array): ColumnBlocks {
  const known = blocksOf.get(values);
  if (known !== undefined) return known;
  const count = Math.ceil(values.length / COLUMN_BLOCK_DOCS);
  const mins = new Float64Array(count).fill(Number.POSITIVE_INFINITY);
  const maxs = new Float64Array(count).fill(Number.NEGATIVE_INFINITY);
  for (let i = 0; i < values.length; i++) {
    const block = Math.floor(i / COLUMN_BLOCK_DOCS);
    if (values[i] < mins[block]) mins[block] = values[i];
    if (values[i] > maxs[block]) maxs[block] = values[i];
  }
  const blocks = { mins, maxs };
  blocksOf.set(values, blocks);
  return blocks;
}
