import { type FixedBitSet, illegalArgument, numberFormat } from '../../common/index.ts';
import type { MappedFieldType } from '../../mapper/index.ts';
import type { LeafContext } from '../../query/index.ts';
import type { NumericColumn, OrdinalColumn } from '../../segment/index.ts';
import type { DocBlock } from '../framework/aggregator.ts';
import { identity, scratch32, scratch64 } from '../framework/growable.ts';
import { parsePlainDate } from './valueFormat.ts';
import type { ValuesConfig } from './valuesConfig.ts';

/**
 * The numbers of a block as a flat list: the i-th is `values[places[i]]` and belongs to the document
 * `positions[i]` of the block; those of one document ascend. Owned by the reader, overwritten by its next
 * read, and not to be modified (it may be the column itself).
 */
export interface NumberRun {
  readonly values: Float64Array;
  readonly places: Uint32Array;
  readonly positions: Uint32Array;
  readonly count: number;
  /** Exactly one value per document of the block, in order. */
  readonly dense: boolean;
}

/** Reads the numbers of one segment. */
export interface NumberReader {
  read(block: DocBlock): NumberRun;
  /** Each document has exactly one value, at its own index. Absent if there may be none or several. */
  readonly column?: Float64Array;
  /** Bounds of all values if known; otherwise `null`. */
  readonly bounds: { readonly min: number; readonly max: number } | null;
}

/** A column with exactly one number for each document. */
export interface ColumnNumbers extends Pick<NumberReader, 'bounds'> {
  readonly column: Float64Array;
}

/** The numbers that an aggregation uses: a field's column, a script's results, or a constant. */
export interface NumberSource {
  leaf(leaf: LeafContext): NumberReader;
  /** Whether every value is an integer. */
  readonly integral: boolean;
  /** Whether the numbers are results of a script. */
  readonly isComputed: boolean;
}

/** Reads a column, with `missing`, if given, for absent values. */
export class ColumnReader implements NumberReader {
  readonly bounds: { readonly min: number; readonly max: number };
  readonly column?: Float64Array;
  readonly #values: Float64Array | BigInt64Array;
  readonly #offsets: Uint32Array | null;
  readonly #presence: FixedBitSet | null;
  readonly #missing: number | null;
  #out: Float64Array = new Float64Array(0);
  #places: Uint32Array = new Uint32Array(0);
  #positions: Uint32Array = new Uint32Array(0);

  constructor(column: NumericColumn, missing: number | null) {
    this.#values = column.values;
    this.#offsets = column.offsets;
    this.#presence = column.presence;
    this.#missing = missing;
    const { values, offsets, presence } = column;
    if (!(values instanceof BigInt64Array) && offsets === null && presence === null) this.column = values;
    this.bounds = {
      min: missing === null ? column.min : Math.min(column.min, missing),
      max: missing === null ? column.max : Math.max(column.max, missing),
    };
  }

  read(block: DocBlock): NumberRun {
    const { docs, count } = block;
    if (this.column !== undefined) {
      return { values: this.column, places: docs, positions: identity(count), count, dense: true };
    }
    const values = this.#values;
    if (values instanceof BigInt64Array || this.#offsets !== null || this.#presence === null) {
      return this.#readEach(block);
    }
    if (this.#missing !== null) {
      this.#out = scratch64(this.#out, count);
      gatherOr(values, this.#presence, block, this.#missing, this.#out);
      return { values: this.#out, places: identity(count), positions: identity(count), count, dense: true };
    }
    return this.#readPresent(block, values, this.#presence);
  }

  #readPresent({ docs, count }: DocBlock, values: Float64Array, { words }: FixedBitSet): NumberRun {
    this.#places = scratch32(this.#places, count);
    this.#positions = scratch32(this.#positions, count);
    const places = this.#places;
    const positions = this.#positions;
    let n = 0;
    for (let i = 0; i < count; i++) {
      const doc = docs[i];
      places[n] = doc;
      positions[n] = i;
      n += (words[doc >>> 5] >>> (doc & 31)) & 1;
    }
    return { values, places, positions, count: n, dense: n === count };
  }

  #readEach(block: DocBlock): NumberRun {
    const offsets = this.#offsets;
    let count = 0;
    for (let i = 0; i < block.count; i++) {
      const doc = block.docs[i];
      const present = this.#presence === null || this.#presence.has(doc);
      const start = offsets ? offsets[doc] : doc;
      const end = present ? (offsets ? offsets[doc + 1] : doc + 1) : start;
      this.#reserve(count + end - start + 1);
      for (let j = start; j < end; j++) {
        this.#out[count] = Number(this.#values[j]);
        this.#positions[count++] = i;
      }
      if (end === start && this.#missing !== null) {
        this.#out[count] = this.#missing;
        this.#positions[count++] = i;
      }
    }
    return { values: this.#out, places: identity(count), positions: this.#positions, count, dense: false };
  }

  #reserve(size: number): void {
    if (size <= this.#out.length && size <= this.#positions.length) return;
    const out = new Float64Array(Math.max(64, size * 2));
    out.set(this.#out);
    const positions = new Uint32Array(out.length);
    positions.set(this.#positions.subarray(0, Math.min(this.#positions.length, out.length)));
    this.#out = out;
    this.#positions = positions;
  }
}

function gatherOr(
  values: Float64Array,
  presence: FixedBitSet,
  block: DocBlock,
  missing: number,
  out: Float64Array,
): void {
  const { docs, count } = block;
  for (let i = 0; i < count; i++) out[i] = presence.has(docs[i]) ? values[docs[i]] : missing;
}

const NO_NUMBERS: NumberRun = {
  values: new Float64Array(0),
  places: new Uint32Array(0),
  positions: new Uint32Array(0),
  count: 0,
  dense: false,
};

/** A segment without the field. */
export const EMPTY_READER: NumberReader = { read: () => NO_NUMBERS, bounds: null };

/** Every document has the same single value. */
export function constantReader(value: number): NumberReader {
  let values: Float64Array = new Float64Array(0);
  return {
    bounds: { min: value, max: value },
    read(block) {
      const { count } = block;
      if (values.length < count) values = new Float64Array(count).fill(value);
      return { values, places: identity(count), positions: identity(count), count, dense: true };
    },
  };
}

/** Values computed per document (scripts, booleans stored as terms). */
export class ComputedReader implements NumberReader {
  readonly bounds = null;
  readonly #valuesOf: (doc: number, score: number) => readonly number[];

  constructor(valuesOf: (doc: number, score: number) => readonly number[]) {
    this.#valuesOf = valuesOf;
  }

  read(block: DocBlock): NumberRun {
    const values: number[] = [];
    const positions: number[] = [];
    for (let i = 0; i < block.count; i++) {
      for (const value of this.#valuesOf(block.docs[i], block.scores ? block.scores[i] : 0)) {
        values.push(value);
        positions.push(i);
      }
    }
    return {
      values: Float64Array.from(values),
      places: identity(values.length),
      positions: Uint32Array.from(positions),
      count: values.length,
      dense: false,
    };
  }
}

/** A boolean column (terms `F` and `T`) as zeros and ones. */
export function booleanColumn(column: OrdinalColumn): NumericColumn {
  const values = new Float64Array(column.ords.length);
  const trueOrd = column.dictionary.lookup('T');
  for (let i = 0; i < values.length; i++) values[i] = column.ords[i] === trueOrd ? 1 : 0;
  const { offsets, presence } = column;
  return { kind: 'numeric', values, offsets, presence, min: 0, max: 1 };
}

/** Reads a numeric field of one segment. */
export function fieldReader(leaf: LeafContext, config: ValuesConfig, missing: number | null): NumberReader {
  const column = config.field && numericColumn(leaf, config.field);
  if (column) return new ColumnReader(column, missing);
  return missing === null ? EMPTY_READER : constantReader(missing);
}

/** Aggregations use dates in whole milliseconds. */
function millisecondColumn(column: NumericColumn): NumericColumn {
  const values = new Float64Array(column.values.length);
  for (let i = 0; i < values.length; i++) values[i] = Math.floor(Number(column.values[i]));
  return { ...column, values, min: Math.floor(column.min), max: Math.floor(column.max) };
}

/** A field's numbers, booleans as zeros and ones; `null` if the segment has none. */
function numericColumn({ reader }: LeafContext, { name, nanos }: MappedFieldType): NumericColumn | null {
  const column = reader.column(name);
  if (column === null) return null;
  if (column.kind === 'numeric' && nanos === undefined) return column;
  if (column.kind !== 'numeric' && column.kind !== 'ordinals') return null;
  const key = `aggregation.numbers:${name}`;
  const cached = reader.cache.get(key) as NumericColumn | undefined;
  const numbers = cached ?? (column.kind === 'ordinals' ? booleanColumn(column) : millisecondColumn(column));
  if (!cached) reader.cache.set(key, numbers);
  return numbers;
}

/** `missing` as a number: dates are parsed by the aggregation's format and zone, or by the field's format. */
export function missingNumber({ kind, field, missing, dates }: ValuesConfig): number | null {
  if (missing === undefined) return null;
  if (kind === 'boolean') {
    if (missing === true || missing === 'true') return 1;
    if (missing === false || missing === 'false') return 0;
    throw illegalArgument(`Cannot parse boolean [${missing}], expected either [true] or [false]`);
  }
  if (kind === 'date') {
    if (field) return Number(field.toRangeBound(String(missing), { roundUp: false, now: () => 0, ...dates }));
    return parsePlainDate(missing, () => 0, dates);
  }
  const number = typeof missing === 'boolean' ? Number.NaN : Number(missing);
  if (Number.isNaN(number) || String(missing).trim() === '') throw numberFormat(String(missing));
  return number;
}
