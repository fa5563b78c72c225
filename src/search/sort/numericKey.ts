import { float32ToNumber, type JsonValue, numberFormat } from '../../common/index.ts';
import type { MappedFieldType } from '../../mapper/index.ts';
import type { Column } from '../../segment/index.ts';
import type { FieldSort } from './fieldSort.ts';
import { ordsOf } from './fieldSort.ts';
import { firstOfColumn } from './firstOfColumn.ts';
import { nestedChildren } from './nestedValues.ts';
import { parseAfterText } from './searchAfter.ts';
import { type LeafSortKey, rankedKeys, type SortKey, type SortValue, valueComparator } from './sortKey.ts';

const PLAIN_BOUND = { roundUp: false, format: null, timeZone: null, now: () => 0 };

const LONG_MAX = 9223372036854775807n;
const LONG_MIN = -9223372036854775808n;

/** The placeholder for missing values in the original's sort type. */
function extreme(field: MappedFieldType, largest: boolean): number | bigint {
  switch (field.numericKind) {
    case 'byte':
    case 'short':
    case 'integer':
      return largest ? 2147483647 : -2147483648;
    case 'half_float':
    case 'float':
    case 'double':
    case 'scaled_float':
      return largest ? Number.POSITIVE_INFINITY : Number.NEGATIVE_INFINITY;
    default:
      return largest ? LONG_MAX : LONG_MIN;
  }
}

/** The column used by a sort, and the conversion of its numbers (`null` for none). */
interface SortColumn {
  readonly name: string;
  readonly convert: ((value: number | bigint) => number | bigint) | null;
}

function sortColumn({ field, numericType }: FieldSort): SortColumn {
  if (numericType === 'double') return { name: field.name, convert: Number };
  if (field.nanos !== undefined) {
    if (numericType === 'date') return { name: field.name, convert: (value) => Math.floor(Number(value)) };
    return { name: field.nanos.column, convert: null };
  }
  if (field.family === 'date' && numericType === 'date_nanos') {
    return { name: field.name, convert: (value) => BigInt(value) * 1_000_000n };
  }
  const fractions = field.numericKind !== null && typeof extreme(field, true) === 'number';
  if (fractions && numericType !== null) {
    return { name: field.name, convert: (value) => Math.trunc(Number(value)) };
  }
  return { name: field.name, convert: null };
}

function missingNumber(sort: FieldSort): number | bigint {
  const { missing, order, field } = sort;
  if (missing === null || missing === '_last') return extreme(field, order === 'asc');
  if (missing === '_first') return extreme(field, order === 'desc');
  return givenMissing(missing, sort.numericType === 'double' || !Number.isInteger(extremeOrZero(field)));
}

/** A value that stands for missing ones. Throws number_format_exception. */
export function givenMissing(missing: JsonValue, fractions: boolean): number | bigint {
  if (typeof missing === 'bigint') return missing;
  if (typeof missing === 'number') return fractions ? missing : Math.trunc(missing);
  const text = String(missing);
  const number = Number(text);
  const readable = fractions ? text.trim() !== '' && !Number.isNaN(number) : /^[+-]?\d+$/.test(text);
  if (!readable) throw numberFormat(text);
  return number;
}

/**
 * Sorts by numbers, dates and booleans; missing values are numbers too, the largest or smallest of their
 * type.
 */
export function numericKey(sort: FieldSort): SortKey {
  const { field, order, numericType } = sort;
  const descending = order === 'desc';
  const missing = missingNumber(sort);
  const { name, convert } = sortColumn(sort);
  const single = field.numericKind === 'float' || field.numericKind === 'half_float';
  const compare = valueComparator(descending, false);
  const whole = typeof extreme(field, true) === 'bigint';
  const isDouble = !Number.isInteger(extremeOrZero(field));
  const print = (value: number | bigint): SortValue => {
    if (typeof value === 'bigint') return value;
    if (whole && !Number.isFinite(value)) return value > 0 ? LONG_MAX : LONG_MIN;
    return single ? float32ToNumber(value) : value;
  };
  return {
    needsScores: false,
    isCostly: sort.nested !== null,
    hasFractions: numericType === 'double' || (numericType === null && isDouble),
    compare,
    parseAfter: (value) => parseNumberAfter(field, value),
    candidates(leaf, limit, within) {
      const values = convert === null && sort.nested === null ? wholeColumn(leaf.reader.column(name)) : null;
      return values === null ? null : firstOfColumn(values, descending ? -1 : 1, limit, within);
    },
    leaf(leaf, docs) {
      const column = leaf.reader.column(name);
      const read = (doc: number): readonly (number | bigint)[] =>
        convert === null ? allNumbers(column, doc) : allNumbers(column, doc).map(convert);
      const options = { sign: descending ? -1 : 1, single, print } as const;
      const fast =
        convert === null && sort.nested === null ? columnKeys(column, missing, docs, options.sign) : null;
      if (fast !== null) return doublesKey(fast, options);
      const groups = sort.nested === null ? null : nestedChildren(leaf, docs, sort.nested);
      const values = toDoubles(numbersOf(read, sort, missing, docs, groups));
      if (!(values instanceof Float64Array)) return rankedKeys(values.map(print), compare);
      return doublesKey(
        values.map((value) => options.sign * value),
        options,
      );
    },
  };
}

interface KeyOptions {
  /** -1 for descending. */
  readonly sign: 1 | -1;
  /** float32 values, printed with as many digits as needed. */
  readonly single: boolean;
  readonly print: (value: number | bigint) => SortValue;
}

/** Keys equal to the values, except for their sign. */
function doublesKey(keys: Float64Array, { sign, single, print }: KeyOptions): LeafSortKey {
  const exact = (value: SortValue): number => (single ? Math.fround(keyNumber(value)) : keyNumber(value));
  return { keys, value: (i) => print(sign * keys[i]), keyOf: (value) => sign * exact(value) };
}

/** Longs at their limits represent missing values. */
function infinityOf(value: bigint): number {
  if (value === LONG_MAX) return Number.POSITIVE_INFINITY;
  return value === LONG_MIN ? Number.NEGATIVE_INFINITY : Number(value);
}

function keyNumber(value: SortValue): number {
  return typeof value === 'bigint' ? infinityOf(value) : Number(value);
}

/** One number per document: of its own values, or those of its nested documents. */
function numbersOf(
  read: (doc: number) => readonly (number | bigint)[],
  sort: FieldSort,
  missing: number | bigint,
  docs: Uint32Array,
  groups: readonly (readonly number[])[] | null,
): (number | bigint)[] {
  return groups === null
    ? Array.from(docs, (doc) => pickNumber(read(doc), sort, missing))
    : groups.map((group) => pickNumber(group.flatMap(read), sort, missing));
}

/** The values of a column with exactly one double per document; `null` for others. */
function wholeColumn(column: Column | null): Float64Array | null {
  if (column === null || column.kind !== 'numeric') return null;
  const { values, offsets, presence } = column;
  return offsets === null && presence === null && values instanceof Float64Array ? values : null;
}

/** The keys of a single-valued column of doubles, as a view if possible; `null` for other columns. */
function columnKeys(
  column: Column | null,
  missing: number | bigint,
  docs: Uint32Array,
  sign: 1 | -1,
): Float64Array | null {
  if (column === null || column.kind !== 'numeric' || column.offsets !== null) return null;
  const { values, presence } = column;
  if (!(values instanceof Float64Array)) return null;
  const isWhole = presence === null && docs.length === values.length;
  if (isWhole && sign === 1) return values;
  const out = new Float64Array(docs.length);
  if (isWhole) {
    for (let i = 0; i < out.length; i++) out[i] = -values[i];
    return out;
  }
  const absent = typeof missing === 'bigint' ? infinityOf(missing) : missing;
  for (let i = 0; i < docs.length; i++) {
    const doc = docs[i];
    out[i] = sign * (presence === null || presence.has(doc) ? values[doc] : absent);
  }
  return out;
}

function toDoubles(values: readonly (number | bigint)[]): Float64Array | readonly (number | bigint)[] {
  // Doubles are faster; bigints are only kept if a double cannot represent one of them.
  return values.some((value) => typeof value === 'bigint' && Number.isFinite(infinityOf(value)))
    ? values
    : Float64Array.from(values, keyNumber);
}

function allNumbers(column: Column | null, doc: number): (number | bigint)[] {
  if (column === null) return [];
  if (column.kind === 'ordinals')
    return ordsOf(column, doc).map((ord) => Number(column.dictionary.term(ord) === 'T'));
  if (column.kind !== 'numeric') return [];
  const { values, offsets, presence } = column;
  if (offsets === null) return presence === null || presence.has(doc) ? [values[doc]] : [];
  return Array.from(values.subarray(offsets[doc], offsets[doc + 1]) as Iterable<number | bigint>);
}

function pickNumber(
  values: readonly (number | bigint)[],
  sort: FieldSort,
  missing: number | bigint,
): number | bigint {
  if (values.length === 0) return missing;
  const mode = sort.mode ?? (sort.order === 'asc' ? 'min' : 'max');
  const ascending = [...values].sort((a, b) => (a < b ? -1 : a > b ? 1 : 0));
  const whole = sort.field.numericKind === null || Number.isInteger(extremeOrZero(sort.field));
  const rounded = (value: number): number => (whole ? Math.round(value) : value);
  switch (mode) {
    case 'min':
      return ascending[0];
    case 'max':
      return ascending[ascending.length - 1];
    case 'sum':
      return values.reduce<number>((sum, value) => sum + Number(value), 0);
    case 'avg':
      return rounded(values.reduce<number>((sum, value) => sum + Number(value), 0) / values.length);
    case 'median': {
      const middle = ascending.length >>> 1;
      if (ascending.length % 2 === 1) return ascending[middle];
      return rounded((Number(ascending[middle - 1]) + Number(ascending[middle])) / 2);
    }
  }
}

/** A finite number for integer types, an infinity for others. */
function extremeOrZero(field: MappedFieldType): number {
  const value = extreme(field, true);
  return typeof value === 'bigint' ? 0 : value;
}

/** Parses a member of `search_after` as a Java number of the field's type. */
function parseNumberAfter(field: MappedFieldType, value: unknown): SortValue {
  // Like Java's intValue and longValue, truncates fractions.
  if (typeof value === 'number') return Number.isInteger(extremeOrZero(field)) ? Math.trunc(value) : value;
  if (typeof value === 'bigint') return value;
  if (value === null) return null;
  if (field.nanos !== undefined && typeof value === 'string') return field.nanos.toBound(value, PLAIN_BOUND);
  if (field.family === 'date') return field.toIndexValue(String(value)) as number;
  return parseAfterText(String(value), field.name, !Number.isInteger(extremeOrZero(field)));
}
