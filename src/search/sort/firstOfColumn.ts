import { COLUMN_BLOCK_DOCS, columnBlocks } from '../../segment/index.ts';
import { topPositions } from '../query/topPositions.ts';

/**
 * The documents of a whole single-valued column among which the first `limit` in order are, and all that equal the
 * last of those; ascending. Null where the blocks of the column are too few to tell. `sign` is -1 for descending order.
 */
export function firstOfColumn(values: Float64Array, sign: 1 | -1, limit: number): Uint32Array | null {
  const { mins, maxs } = columnBlocks(values);
  const firsts = sign === 1 ? mins : maxs.map((value) => -value);
  if (limit >= firsts.length) return null;
  const best = topPositions(firsts.length, limit, [firsts]);
  // So many blocks have a document that comes no later.
  const bound = firsts[best[limit - 1]];
  const docs = new Uint32Array(values.length);
  let count = 0;
  for (let block = 0; block < firsts.length; block++) {
    if (firsts[block] > bound) continue;
    const end = Math.min(values.length, (block + 1) * COLUMN_BLOCK_DOCS);
    for (let doc = block * COLUMN_BLOCK_DOCS; doc < end; doc++) {
      if (sign * values[doc] <= bound) docs[count++] = doc;
    }
  }
  return docs.subarray(0, count);
}
