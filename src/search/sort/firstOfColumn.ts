import type { FixedBitSet } from '../../common/index.ts';
import { COLUMN_BLOCK_DOCS, columnBlocks } from '../../segment/index.ts';
import { BestValues } from './bestValues.ts';

/**
 * The smallest key of each block, and the blocks in that order; cached per column, because it requires
 * sorting.
 */
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
 * Documents of a single-valued column that include the first `limit` in order with all ties of the last one;
 * ascending. `within` restricts the documents; `null` for all. Returns `null` if the column has too few
 * blocks to tell. `sign` is -1 for descending order.
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
