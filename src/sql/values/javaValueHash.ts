import type { SqlType } from '../types.ts';
import { civilOf } from './calendar.ts';
import { javaHash } from './javaMapOrder.ts';
import { SqlDate, SqlTime, SqlTimestamp } from './temporal.ts';
import type { SqlValue } from './value.ts';

/** `hashCode()` of a list of the original's values, which determines their place in its maps. */
export function javaListHash(values: readonly SqlValue[], types: readonly SqlType[]): number {
  return values.reduce<number>((hash, value, i) => (Math.imul(hash, 31) + valueHash(value, types[i])) | 0, 1);
}

/** Some value classes of the original hash their value as a single-element list. */
function valueHash(value: SqlValue, type: SqlType): number {
  switch (typeof value) {
    case 'undefined':
      return javaHash('MISSING');
    case 'string':
      return javaHash(value);
    case 'boolean':
      return 31 + (value ? 1231 : 1237);
    case 'number':
    case 'bigint':
      return (31 + numberHash(value, type)) | 0;
    default:
      return value === null ? javaHash('NULL') : temporalHash(value, type);
  }
}

/** Not defined for objects and arrays. */
function temporalHash(value: SqlValue, type: SqlType): number {
  if (value instanceof SqlDate) return (31 + dayHash(value.epochDay)) | 0;
  if (value instanceof SqlTime) return longHash(value.nanoOfDay);
  if (!(value instanceof SqlTimestamp)) return 0;
  if (type === 'timestamp') return (longHash(value.epochSecond) + Math.imul(51, value.nano)) | 0;
  return (31 + (dayHash(value.epochDay) ^ longHash(value.nanoOfDay))) | 0;
}

function numberHash(value: number | bigint, type: SqlType): number {
  if (type === 'long') return longHash(value);
  const view = new DataView(new ArrayBuffer(8));
  if (type === 'float') {
    view.setFloat32(0, Number(value));
    return view.getInt32(0);
  }
  if (type !== 'double') return Number(value);
  view.setFloat64(0, Number(value));
  return view.getInt32(0) ^ view.getInt32(4);
}

function longHash(value: number | bigint): number {
  const long = BigInt(value);
  return Number(BigInt.asIntN(32, long ^ (long >> 32n)));
}

function dayHash(epochDay: number): number {
  const { year, month, day } = civilOf(epochDay);
  return (year & 0xfffff800) ^ ((year << 11) + (month << 6) + day);
}
