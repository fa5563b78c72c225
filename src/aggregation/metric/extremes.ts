import { COLUMN_BLOCK_DOCS, columnBlocks } from '../../segment/index.ts';
import type { DocBlock, KeyedDocs } from '../framework/aggregator.ts';
import { BucketDoubles, scratch32 } from '../framework/growable.ts';
import type { InternalAggregation } from '../framework/internalAggregation.ts';
import type { AggregationType } from '../framework/specs.ts';
import type { ColumnNumbers, NumberRun } from '../values/numbers.ts';
import type { ValueFormat } from '../values/valueFormat.ts';
import { numericMetric } from './numericMetric.ts';
import { checkSingleValueKey, renderValue } from './singleValue.ts';

export const min = extreme('min', Number.POSITIVE_INFINITY, addMin, addKeyedMin);
export const max = extreme('max', Number.NEGATIVE_INFINITY, addMax, addKeyedMax);

type Extreme = 'min' | 'max';
type Add = (block: DocBlock, run: NumberRun, values: Float64Array) => void;
type AddKeyed = (docs: KeyedDocs, numbers: ColumnNumbers, values: Float64Array) => void;

/** The smallest or largest number; `none` is the initial value. */
function extreme(name: Extreme, none: number, add: Add, addKeyed: AddKeyed): AggregationType {
  return numericMetric(name, (format) => {
    const values = new BucketDoubles(none);
    return {
      add: (block, run) => add(block, run, values.ensure(block.ownerBound)),
      addKeyed: (docs, numbers) => addKeyed(docs, numbers, values.ensure(docs.ownerBound)),
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

/**
 * After so many documents, it is checked whether every owner has reached the column's extreme: with few distinct values,
 * that happens early.
 */
const KEYED_DOCS_A_LOOK = 4096;

export function addKeyedMin(docs: KeyedDocs, { column, bounds }: ColumnNumbers, mins: Float64Array): void {
  const least = bounds?.min ?? Number.NEGATIVE_INFINITY;
  for (let from = docs.from; from < docs.to; from += KEYED_DOCS_A_LOOK) {
    if (areAll(mins, docs.ownerBound, (min) => min <= least)) return;
    addLess(docs, from, Math.min(docs.to, from + KEYED_DOCS_A_LOOK), column, mins);
  }
}

export function addKeyedMax(docs: KeyedDocs, { column, bounds }: ColumnNumbers, maxes: Float64Array): void {
  const most = bounds?.max ?? Number.POSITIVE_INFINITY;
  for (let from = docs.from; from < docs.to; from += KEYED_DOCS_A_LOOK) {
    if (areAll(maxes, docs.ownerBound, (max) => max >= most)) return;
    addGreater(docs, from, Math.min(docs.to, from + KEYED_DOCS_A_LOOK), column, maxes);
  }
}

function addLess(
  { places, owners, matching }: KeyedDocs,
  from: number,
  to: number,
  column: Float64Array,
  mins: Float64Array,
): void {
  const words = matching?.words ?? null;
  for (let doc = from; doc < to; doc++) {
    if (words !== null && ((words[doc >>> 5] >>> (doc & 31)) & 1) === 0) continue;
    const owner = owners[places[doc]];
    if (owner >= 0 && column[doc] < mins[owner]) mins[owner] = column[doc];
  }
}

function addGreater(
  { places, owners, matching }: KeyedDocs,
  from: number,
  to: number,
  column: Float64Array,
  maxes: Float64Array,
): void {
  const words = matching?.words ?? null;
  for (let doc = from; doc < to; doc++) {
    if (words !== null && ((words[doc >>> 5] >>> (doc & 31)) & 1) === 0) continue;
    const owner = owners[places[doc]];
    if (owner >= 0 && column[doc] > maxes[owner]) maxes[owner] = column[doc];
  }
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
