import { type ExactJsonObject, type ExactJsonValue, stringifyJson } from '../../common/index.ts';
import { SqlDate, SqlInterval, SqlTime, SqlTimestamp } from './temporal.ts';

/**
 * A runtime value. NULL is null; MISSING (the document has no such field) is undefined: they print alike, and
 * only `IS NULL` and the like distinguish them. Integers are numbers (bigint beyond 2^53), floats are numbers
 * rounded to 32 bits, ip and binary are strings, object, nested and geo_point are JSON.
 */
export type SqlValue =
  | undefined
  | null
  | boolean
  | number
  | bigint
  | string
  | SqlDate
  | SqlTime
  | SqlTimestamp
  | SqlInterval
  | ExactJsonObject
  | ExactJsonValue[];

export type Row = readonly SqlValue[];

export function isTemporal(value: SqlValue): value is SqlDate | SqlTime | SqlTimestamp | SqlInterval {
  return (
    value instanceof SqlTimestamp ||
    value instanceof SqlDate ||
    value instanceof SqlTime ||
    value instanceof SqlInterval
  );
}

/** NULL or MISSING. */
export function isAbsent(value: SqlValue): value is null | undefined {
  return value === null || value === undefined;
}

/**
 * Compares values of one type (any two numbers) by size; strings by UTF-16 code units, like Java's compareTo.
 */
export function compareValues(left: SqlValue, right: SqlValue): number {
  if (isNumeric(left) && isNumeric(right)) return left < right ? -1 : left > right ? 1 : 0;
  if (typeof left === 'string' && typeof right === 'string') return left < right ? -1 : left > right ? 1 : 0;
  if (typeof left === 'boolean' && typeof right === 'boolean') return Number(left) - Number(right);
  if (left instanceof SqlTimestamp && right instanceof SqlTimestamp) {
    return Math.sign(left.epochSecond - right.epochSecond) || Math.sign(left.nano - right.nano);
  }
  if (left instanceof SqlDate && right instanceof SqlDate) return Math.sign(left.epochDay - right.epochDay);
  if (left instanceof SqlTime && right instanceof SqlTime) return Math.sign(left.nanoOfDay - right.nanoOfDay);
  const [a, b] = [keyOf(left), keyOf(right)];
  return a < b ? -1 : a > b ? 1 : 0;
}

function isNumeric(value: SqlValue): value is number | bigint {
  return typeof value === 'number' || typeof value === 'bigint';
}

/** Equal values of one type have equal keys: for grouping, DISTINCT and hash joins. */
export function keyOf(value: SqlValue): string {
  if (isAbsent(value)) return 'n';
  switch (typeof value) {
    case 'string':
      return `s${value}`;
    case 'number':
    case 'bigint':
      return `#${value === 0 ? 0 : value}`;
    case 'boolean':
      return value ? 't' : 'f';
    default:
      return isTemporal(value) ? `d${value}` : `j${stringifyJson(value)}`;
  }
}
