/** Documents per block: a multiple of 32, so that a bitset word never spans two blocks. */
export const COLUMN_BLOCK_DOCS = 256;

/** Minimum and maximum of each block of a single-valued column; includes placeholders of absent values. */
export interface ColumnBlocks {
  readonly mins: Float64Array;
  readonly maxs: Float64Array;
}

const blocksOf = new WeakMap<Float64Array, ColumnBlocks>();

/** Computed on first use. Effective because numbers are often, and times nearly always, stored in order. */
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
