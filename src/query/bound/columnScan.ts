import { FixedBitSet, type Steps } from '../../common/index.ts';
import {
  COLUMN_BLOCK_DOCS,
  columnBlocks,
  type NumericColumn,
  type PairColumn,
  valueOrder,
} from '../../segment/index.ts';
import { docSetOfArray, docSetOfBits } from '../docSet.ts';
import type { DocSet } from '../types.ts';
import { docsInOrder } from './orderedRange.ts';

/** Range scans over columns: 32 documents per word, with no branches except the comparison. */

export interface NumericBounds {
  readonly low: number | bigint;
  readonly high: number | bigint;
  readonly includeLow: boolean;
  readonly includeHigh: boolean;
}

/** Documents with at least one value within the bounds. */
export function scanNumericColumn(column: NumericColumn, bounds: NumericBounds, maxDoc: number): FixedBitSet {
  const { values, offsets } = column;
  if (values instanceof BigInt64Array) return scanBigColumn(column, values, bounds, maxDoc);
  const range = inclusiveRange(bounds);
  const bits = offsets === null ? scanSingle(values, range, maxDoc) : new FixedBitSet(maxDoc);
  if (offsets !== null) scanMany(values, offsets, range, bits);
  return column.presence === null || offsets !== null ? bits : bits.and(column.presence);
}

/**
 * Like `scanNumericColumn`, but avoids a bitset if few blocks overlap the range, and a scan if the order of
 * the values is known.
 */
export function numericMatches(column: NumericColumn, bounds: NumericBounds, maxDoc: number): DocSet {
  const { values, offsets, presence } = column;
  if (offsets === null && !(values instanceof BigInt64Array)) {
    const range = inclusiveRange(bounds);
    const blocks = blocksWithin(values, range, maxDoc);
    if (blocks !== null) return docsOfBlocks(column, values, range, blocks, maxDoc);
    const order = values.length === maxDoc ? valueOrder(values, presence) : null;
    if (order !== null) return docSetOfBits(docsInOrder(values, presence, order, range));
  }
  return docSetOfBits(scanNumericColumn(column, bounds, maxDoc));
}

interface InclusiveRange {
  readonly from: number;
  readonly to: number;
}

function inclusiveRange({ low, high, includeLow, includeHigh }: NumericBounds): InclusiveRange {
  const from = doubleBound(low, includeLow, Number.NEGATIVE_INFINITY);
  const to = doubleBound(high, includeHigh, Number.POSITIVE_INFINITY);
  return {
    from: from.inclusive ? from.value : nextUp(from.value),
    to: to.inclusive ? to.value : nextDown(to.value),
  };
}

/** Below one block in this many, a list is cheaper than a bitset of the segment. */
const FEW_BLOCKS = 32;

/** The blocks that may contain values in the range; `null` if there are too many. */
function blocksWithin(values: Float64Array, { from, to }: InclusiveRange, maxDoc: number): number[] | null {
  const { mins, maxs } = columnBlocks(values);
  const count = Math.ceil(maxDoc / COLUMN_BLOCK_DOCS);
  const most = Math.floor(count / FEW_BLOCKS);
  const blocks: number[] = [];
  for (let block = 0; block < count; block++) {
    if (maxs[block] < from || mins[block] > to) continue;
    if (blocks.length === most) return null;
    blocks.push(block);
  }
  return blocks;
}

function docsOfBlocks(
  { presence }: NumericColumn,
  values: Float64Array,
  { from, to }: InclusiveRange,
  blocks: readonly number[],
  maxDoc: number,
): DocSet {
  const docs: number[] = [];
  for (const block of blocks) {
    const end = Math.min(maxDoc, (block + 1) * COLUMN_BLOCK_DOCS);
    for (let doc = block * COLUMN_BLOCK_DOCS; doc < end; doc++) {
      const value = values[doc];
      if (value >= from && value <= to && (presence === null || presence.has(doc))) docs.push(doc);
    }
  }
  return docSetOfArray(Uint32Array.from(docs));
}

/** Like `numericMatches`, for single documents. */
export function numericColumnTest(
  { values, offsets, presence }: NumericColumn,
  { low, high, includeLow, includeHigh }: NumericBounds,
): (doc: number) => boolean {
  const inside = (value: number | bigint): boolean =>
    (includeLow ? value >= low : value > low) && (includeHigh ? value <= high : value < high);
  return (doc) => {
    if (offsets === null) return (presence === null || presence.has(doc)) && inside(values[doc]);
    for (let i = offsets[doc]; i < offsets[doc + 1]; i++) if (inside(values[i])) return true;
    return false;
  };
}

interface DoubleBound {
  readonly value: number;
  readonly inclusive: boolean;
}

/** Replaces a bigint that no double can hold with an adjacent double, so that comparisons stay correct. */
function doubleBound(bound: number | bigint, inclusive: boolean, unbounded: number): DoubleBound {
  if (typeof bound === 'number') return { value: bound, inclusive };
  const value = Number(bound);
  if (BigInt(value) === bound) return { value, inclusive };
  const outwards = unbounded < 0 ? BigInt(value) < bound : BigInt(value) > bound;
  return { value, inclusive: !outwards };
}

function scanSingle(values: Float64Array, { from, to }: InclusiveRange, maxDoc: number): FixedBitSet {
  const bits = new FixedBitSet(maxDoc);
  const { mins, maxs } = columnBlocks(values);
  for (let block = 0, doc = 0; doc < maxDoc; block++, doc += COLUMN_BLOCK_DOCS) {
    if (maxs[block] < from || mins[block] > to) continue;
    scanBlock(values, from, to, doc, Math.min(maxDoc, doc + COLUMN_BLOCK_DOCS), bits.words);
  }
  return bits;
}

function scanBlock(
  values: Float64Array,
  from: number,
  to: number,
  first: number,
  end: number,
  words: Uint32Array,
): void {
  for (let doc = first; doc < end; ) {
    const word = doc >>> 5;
    const wordEnd = Math.min(end, doc + 32);
    let mask = 0;
    for (let bit = 0; doc < wordEnd; doc++, bit++) {
      const value = values[doc];
      if (value >= from && value <= to) mask |= 1 << bit;
    }
    words[word] = mask;
  }
}

function scanMany(
  values: Float64Array,
  offsets: Uint32Array,
  { from, to }: InclusiveRange,
  bits: FixedBitSet,
): void {
  for (let doc = 0; doc < bits.length; doc++) {
    for (let i = offsets[doc]; i < offsets[doc + 1]; i++) {
      if (values[i] < from || values[i] > to) continue;
      bits.add(doc);
      break;
    }
  }
}

function scanBigColumn(
  column: NumericColumn,
  values: BigInt64Array,
  bounds: NumericBounds,
  maxDoc: number,
): FixedBitSet {
  const { offsets, presence } = column;
  const bits = new FixedBitSet(maxDoc);
  const inside = (value: bigint): boolean =>
    (bounds.includeLow ? value >= bounds.low : value > bounds.low) &&
    (bounds.includeHigh ? value <= bounds.high : value < bounds.high);
  for (let doc = 0; doc < maxDoc; doc++) {
    if (offsets === null) {
      if ((presence === null || presence.has(doc)) && inside(values[doc])) bits.add(doc);
      continue;
    }
    for (let i = offsets[doc]; i < offsets[doc + 1]; i++) {
      if (!inside(values[i])) continue;
      bits.add(doc);
      break;
    }
  }
  return bits;
}

const scratch = new DataView(new ArrayBuffer(8));

/** The next greater double: turns exclusive bounds into inclusive ones. */
export function nextUp(value: number): number {
  if (Number.isNaN(value) || value === Number.POSITIVE_INFINITY) return value;
  if (value === 0) return Number.MIN_VALUE;
  scratch.setFloat64(0, value);
  const bits = scratch.getBigInt64(0);
  scratch.setBigInt64(0, value > 0 ? bits + 1n : bits - 1n);
  return scratch.getFloat64(0);
}

export function nextDown(value: number): number {
  return -nextUp(-value);
}

/** Documents tested per step. */
const DOCS_IN_A_STEP = 2048;

/** Documents with a pair that passes `test`. */
export function* scanPairColumn(
  column: PairColumn,
  maxDoc: number,
  test: (first: number, second: number) => boolean,
): Steps<DocSet> {
  const { first, second, offsets, presence } = column;
  const bits = new FixedBitSet(maxDoc);
  for (let doc = 0; doc < maxDoc; doc++) {
    if (doc % DOCS_IN_A_STEP === DOCS_IN_A_STEP - 1) yield;
    const from = offsets === null ? doc : offsets[doc];
    const to = offsets === null ? doc + 1 : offsets[doc + 1];
    if (offsets === null && presence !== null && !presence.has(doc)) continue;
    for (let i = from; i < to; i++) {
      if (!test(first[i], second[i])) continue;
      bits.add(doc);
      break;
    }
  }
  return docSetOfBits(bits);
}
