import { javaDouble } from '../../common/index.ts';
import { PainlessFailure } from './errors.ts';

/**
 * Painless values. Whole numbers (int, long) are numbers, or bigints past 2^53; doubles are boxed, because
 * `7 / 2` is 3 and `7.0 / 2` is 3.5. Lists are arrays, maps are Maps with string keys.
 */
export class Double {
  readonly value: number;
  constructor(value: number) {
    this.value = value;
  }
}

/** An object with methods: dates, formatters, doc values. Its class names a table of members. */
export interface PainlessObject {
  readonly className: string;
  toString(): string;
}

export type Lambda = (...args: readonly Value[]) => Value;
export type Value =
  | null
  | boolean
  | number
  | bigint
  | Double
  | string
  | Value[]
  | Map<string, Value>
  | PainlessObject
  | Lambda;

const LONG_BITS = 64;

/** Keeps 64 bits, as Java's long does; a number when it fits 53. */
export function long(value: bigint): number | bigint {
  const wrapped = BigInt.asIntN(LONG_BITS, value);
  const number = Number(wrapped);
  return Number.isSafeInteger(number) ? number : wrapped;
}

export function isWhole(value: Value): value is number | bigint {
  return typeof value === 'number' || typeof value === 'bigint';
}

export function isNumeric(value: Value): value is number | bigint | Double {
  return typeof value === 'number' || typeof value === 'bigint' || value instanceof Double;
}

/** Any numeric value as a JavaScript number. Throws class_cast_exception for others. */
export function asNumber(value: Value): number {
  if (typeof value === 'number') return value;
  if (value instanceof Double) return value.value;
  if (typeof value === 'bigint') return Number(value);
  if (value === null)
    throw new PainlessFailure('null_pointer_exception', 'Cannot apply a numeric operation to a null value');
  throw new PainlessFailure('class_cast_exception', `Cannot cast ${typeName(value)} to java.lang.Number`);
}

export function asInteger(value: Value): number {
  return Math.trunc(asNumber(value));
}

export function asBoolean(value: Value): boolean {
  if (typeof value === 'boolean') return value;
  throw new PainlessFailure('class_cast_exception', `Cannot cast ${typeName(value)} to boolean`);
}

export function asText(value: Value): string {
  if (value === null) return 'null';
  if (value instanceof Double) return javaDouble(value.value);
  if (Array.isArray(value)) return `[${value.map(asText).join(', ')}]`;
  if (value instanceof Map)
    return `{${[...value].map(([key, item]) => `${key}=${asText(item)}`).join(', ')}}`;
  return String(value);
}

export function typeName(value: Value): string {
  if (value === null) return 'null';
  if (typeof value === 'string') return 'java.lang.String';
  if (typeof value === 'boolean') return 'java.lang.Boolean';
  if (typeof value === 'bigint') return 'java.lang.Long';
  if (typeof value === 'number') return Math.abs(value) > 0x7fffffff ? 'java.lang.Long' : 'java.lang.Integer';
  if (value instanceof Double) return 'java.lang.Double';
  if (Array.isArray(value)) return 'java.util.ArrayList';
  if (value instanceof Map) return 'java.util.HashMap';
  return typeof value === 'function' ? 'lambda' : value.className;
}

/** `==`: by value; numbers by magnitude whatever their kind. */
export function equal(a: Value, b: Value): boolean {
  if (isNumeric(a) && isNumeric(b)) {
    if (typeof a === 'bigint' && typeof b === 'bigint') return a === b;
    return asNumber(a) === asNumber(b);
  }
  if (Array.isArray(a) && Array.isArray(b))
    return a.length === b.length && a.every((item, i) => equal(item, b[i]));
  if (a instanceof Map && b instanceof Map) {
    return a.size === b.size && [...a].every(([key, item]) => b.has(key) && equal(item, b.get(key) ?? null));
  }
  if (isPainlessObject(a) && isPainlessObject(b))
    return a.className === b.className && String(a) === String(b);
  return a === b;
}

export function isPainlessObject(value: Value): value is PainlessObject {
  return typeof value === 'object' && value !== null && 'className' in value;
}

/** Natural order, for `<` and sort(). */
export function compare(a: Value, b: Value): number {
  if (typeof a === 'bigint' && typeof b === 'bigint') return a < b ? -1 : a > b ? 1 : 0;
  if (isNumeric(a) && isNumeric(b)) return asNumber(a) - asNumber(b);
  if (typeof a === 'string' && typeof b === 'string') return a < b ? -1 : a > b ? 1 : 0;
  if (isPainlessObject(a) && isPainlessObject(b)) return compare(String(a), String(b));
  throw new PainlessFailure('class_cast_exception', `Cannot compare [${typeName(a)}] with [${typeName(b)}]`);
}
