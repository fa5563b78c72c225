import type { FixedBitSet } from '../../common/index.ts';
import { COLUMN_BLOCK_DOCS } from '../../segment/index.ts';
import { firstOfColumn } from './firstOfColumn.ts';

type Sign = 1 | -1;

/** Where more than one document in so many leads, most of them are equal: to list them is as dear as to sort. */
const FEWEST_DOCS_PER_LEADER = 8;

const leadersOf: Readonly<Record<Sign, WeakMap<Float64Array, Uint32Array | null>>> = {
  1: new WeakMap(),
  [-1]: new WeakMap(),
};

/**
 * Documents of a whole single-valued column in its order, from the first, and all that equal the last of those; found
 * when they are first asked for. Null where there are too few blocks, or too many equals.
 */
function leaders(values: Float64Array, sign: Sign): Uint32Array | null {
  const known = leadersOf[sign].get(values);
  if (known !== undefined) return known;
  // With half of the blocks, more documents than blocks lead where values come in no order.
  const wanted = Math.floor(values.length / COLUMN_BLOCK_DOCS / 2);
  const docs = wanted > 0 ? firstOfColumn(values, sign, wanted) : null;
  const isFew = docs !== null && docs.length * FEWEST_DOCS_PER_LEADER <= values.length;
  const made = isFew ? docs.slice().sort((a, b) => sign * (values[a] - values[b])) : null;
  leadersOf[sign].set(values, made);
  return made;
}

/**
 * Of the documents `among`, those among which the first `limit` by the column are, and all that equal the last of
 * those; ascending. Null where the leaders of the column are too few to tell. `sign` is -1 for descending order.
 */
export function firstAmong(
  values: Float64Array,
  sign: Sign,
  among: FixedBitSet,
  limit: number,
): Uint32Array | null {
  const found: number[] = [];
  let last: number | null = null;
  for (const doc of leaders(values, sign) ?? []) {
    if (last !== null && values[doc] !== last) break;
    if (!among.has(doc)) continue;
    found.push(doc);
    if (found.length === limit) last = values[doc];
  }
  return last === null ? null : Uint32Array.from(found).sort();
}
