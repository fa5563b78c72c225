import type { FixedBitSet } from '../../common/index.ts';
import { COLUMN_BLOCK_DOCS, columnBlocks } from '../../segment/index.ts';
import { BestValues } from './bestValues.ts';

/** The least key of each block, and the blocks in the order of it: kept for a column, as it costs a sort. */
interface BlockOrder {
  readonly firsts: Float64Array;
  readonly blocks: Uint32Array;
}

const ordersOf = new WeakMap<Float64Array, Map<1 | -1, BlockOrder>>();

function blockOrder(values: Float64Array, sign: 1 | -1): BlockOrder {
  const orders = ordersOf.get(values) ?? new Map<1 | -1, BlockOrder>();
  ordersOf.set(values, orders);
  let order = orders.get(sign);
  if (order === undefined) {
    const { mins, maxs } = columnBlocks(values);
    const firsts = sign === 1 ? mins : maxs.map((value) => -value);
    const blocks = Uint32Array.from(firsts, (_, block) => block);
    order = { firsts, blocks: blocks.sort((a, b) => firsts[a] - firsts[b]) };
    orders.set(sign, order);
  }
  return order;
}

/**
 * The documents of a single-valued column among which the first `limit` in order are, and all that equal the last of
 * those; ascending. `within`: of these documents; null: of all. Null where the blocks of the column are too few to
 * tell. `sign` is -1 for descending order.
 */
export function firstOfColumn(
  values: Float64Array,
  sign: 1 | -1,
  limit: number,
  within: FixedBitSet | null,
): Uint32Array | null {
  const { firsts, blocks } = blockOrder(values, sign);
  if (limit >= firsts.length) return null;
  const best = new BestValues(limit);
  const docs: number[] = [];
  for (const block of blocks) {
    if (firsts[block] > best.bound) break;
    const end = Math.min(values.length, (block + 1) * COLUMN_BLOCK_DOCS);
    for (let doc = block * COLUMN_BLOCK_DOCS; doc < end; doc++) {
      const key = sign * values[doc];
      if (key > best.bound || (within !== null && !within.has(doc))) continue;
      docs.push(doc);
      best.add(key);
    }
  }
  const { bound } = best;
  return Uint32Array.from(docs.filter((doc) => sign * values[doc] <= bound)).sort();
}
