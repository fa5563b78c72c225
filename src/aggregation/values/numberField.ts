import { illegalArgument, numberFormat } from '../../common/index.ts';
import type { MappedFieldType } from '../../mapper/index.ts';
import type { LeafContext } from '../../query/index.ts';
import type { NumericColumn } from '../../segment/index.ts';
import { booleanColumn, ColumnReader, constantReader, EMPTY_READER, type NumberReader } from './numbers.ts';
import { parsePlainDate } from './valueFormat.ts';
import type { ValuesConfig } from './valuesConfig.ts';

/** Reads a numeric field of one segment. */
export function fieldReader(leaf: LeafContext, config: ValuesConfig, missing: number | null): NumberReader {
  const column = config.field && numericColumn(leaf, config.field);
  if (column) return new ColumnReader(column, missing);
  return missing === null ? EMPTY_READER : constantReader(missing);
}

/** Aggregations see dates in whole milliseconds. */
function millisecondColumn(column: NumericColumn): NumericColumn {
  const values = new Float64Array(column.values.length);
  for (let i = 0; i < values.length; i++) values[i] = Math.floor(Number(column.values[i]));
  return { ...column, values, min: Math.floor(column.min), max: Math.floor(column.max) };
}

/** A field's numbers; booleans as zeros and ones. null where the segment has none. */
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

/** `missing` as a number: dates are read by the aggregation's format and in its zone, or by the field's format. */
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
  if (Number.isNaN(number)) throw numberFormat(String(missing));
  return number;
}
