import { COLUMN_BLOCK_DOCS, columnBlocks } from '../../segment/index.ts';
import type { BucketDocs, DocBlock } from '../framework/aggregator.ts';
import { BucketDoubles, scratch32 } from '../framework/growable.ts';
import type { InternalAggregation } from '../framework/internalAggregation.ts';
import type { AggregationType } from '../framework/specs.ts';
import type { ColumnNumbers, NumberRun } from '../values/numbers.ts';
import type { ValueFormat } from '../values/valueFormat.ts';
import { numericMetric } from './numericMetric.ts';
import { checkSingleValueKey, renderValue } from './singleValue.ts';

export const min = extreme('min', Number.POSITIVE_INFINITY, addMin, addBucketMin);
export const max = extreme('max', Number.NEGATIVE_INFINITY, addMax, addBucketMax);

type Extreme = 'min' | 'max';
type Add = (block: DocBlock, run: NumberRun, values: Float64Array) => void;
type AddBucket = (bucket: BucketDocs, numbers: ColumnNumbers, values: Float64Array) => void;

/** The smallest or largest number; `none` is the initial value. */
function extreme(name: Extreme, none: number, add: Add, addBucket: AddBucket): AggregationType {
  return numericMetric(name, (format) => {
    const values = new BucketDoubles(none);
    return {
      add: (block, run) => add(block, run, values.ensure(block.ownerBound)),
      addBucket: (bucket, numbers) => addBucket(bucket, numbers, values.ensure(bucket.ownerBound)),
      result: (owner) => new InternalExtreme(name, values.get(owner), format),
      sortValue(key) {
        checkSingleValueKey(key, name);
        return (owner) => values.get(owner);
      },
    };
  });
}

export function addMin(block: DocBlock, run: NumberRun, mins: Float64Array): void {
  const bounds = boundsOf(block, run);
  if (bounds !== null && areAll(mins, block.ownerBound, (least) => least <= bounds.min)) return;
  const { values, places, count } = run;
  const owners = ownersOf(block, run);
  for (let i = 0; i < count; i++) {
    const owner = owners[i];
    const value = values[places[i]];
    if (value < mins[owner]) mins[owner] = value;
  }
}

export function addMax(block: DocBlock, run: NumberRun, maxes: Float64Array): void {
  const bounds = boundsOf(block, run);
  if (bounds !== null && areAll(maxes, block.ownerBound, (most) => most >= bounds.max)) return;
  const { values, places, count } = run;
  const owners = ownersOf(block, run);
  for (let i = 0; i < count; i++) {
    const owner = owners[i];
    const value = values[places[i]];
    if (value > maxes[owner]) maxes[owner] = value;
  }
}

/** Stops at the least value of the column: few distinct values are soon through. */
export function addBucketMin(
  { docs, from, to, matching, owner }: BucketDocs,
  { column, bounds }: ColumnNumbers,
  mins: Float64Array,
): void {
  const words = matching?.words ?? null;
  const least = bounds?.min ?? Number.NEGATIVE_INFINITY;
  let min = mins[owner];
  for (let i = from; i < to && min > least; i++) {
    const doc = docs[i];
    if (column[doc] < min && (words === null || isIn(words, doc))) min = column[doc];
  }
  mins[owner] = min;
}

export function addBucketMax(
  { docs, from, to, matching, owner }: BucketDocs,
  { column, bounds }: ColumnNumbers,
  maxes: Float64Array,
): void {
  const words = matching?.words ?? null;
  const most = bounds?.max ?? Number.POSITIVE_INFINITY;
  let max = maxes[owner];
  for (let i = from; i < to && max < most; i++) {
    const doc = docs[i];
    if (column[doc] > max && (words === null || isIn(words, doc))) max = column[doc];
  }
  maxes[owner] = max;
}

function isIn(words: Uint32Array, doc: number): boolean {
  return ((words[doc >>> 5] >>> (doc & 31)) & 1) === 1;
}

/** With more owners than one for this many documents, checking them for each block does not pay. */
const DOCS_AN_OWNER = 4;
/** Documents that are further apart on average span too many blocks of the column. */
const WIDEST_GAP = 8;

/**
 * Bounds of a column's values for the documents of a block, found without reading the values; `null` if unknown. After a
 * few blocks, most have no value beyond the current extremes of any owner, and can be skipped.
 */
function boundsOf({ docs, count, ownerBound }: DocBlock, { values, places }: NumberRun) {
  const last = docs[count - 1];
  if (places !== docs || ownerBound * DOCS_AN_OWNER > count || last - docs[0] > WIDEST_GAP * count)
    return null;
  const { mins, maxs } = columnBlocks(values);
  let min = Number.POSITIVE_INFINITY;
  let max = Number.NEGATIVE_INFINITY;
  const end = Math.floor(last / COLUMN_BLOCK_DOCS);
  for (let block = Math.floor(docs[0] / COLUMN_BLOCK_DOCS); block <= end; block++) {
    if (mins[block] < min) min = mins[block];
    if (maxs[block] > max) max = maxs[block];
  }
  return { min, max };
}

function areAll(values: Float64Array, count: number, test: (value: number) => boolean): boolean {
  for (let i = 0; i < count; i++) if (!test(values[i])) return false;
  return true;
}

let gathered: Uint32Array = new Uint32Array(0);

/** The owner of each value; valid until the next call. */
function ownersOf({ owners }: DocBlock, { dense, positions, count }: NumberRun): Uint32Array {
  if (dense) return owners;
  gathered = scratch32(gathered, count);
  for (let i = 0; i < count; i++) gathered[i] = owners[positions[i]];
  return gathered;
}

class InternalExtreme implements InternalAggregation {
  readonly type: Extreme;
  readonly value: number;
  readonly #format: ValueFormat;

  constructor(type: Extreme, value: number, format: ValueFormat) {
    this.type = type;
    this.value = value;
    this.#format = format;
  }

  reduce(results: readonly InternalExtreme[]): InternalAggregation {
    const values = results.map((result) => result.value);
    const value = this.type === 'min' ? Math.min(...values) : Math.max(...values);
    return new InternalExtreme(this.type, value, this.#format);
  }

  number(key: string | null): number | null {
    return key === null || key === 'value' ? this.value : null;
  }

  render() {
    return renderValue(Number.isFinite(this.value) ? this.value : null, this.#format);
  }
}
