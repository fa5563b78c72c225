import { javaDouble, javaFloat } from '../../common/index.ts';
import { PainlessFailure } from './errors.ts';

/**
 * Painless values and their Java classes: an int is a number, a long a bigint; doubles and the rarer number
 * types are boxed. Lists are arrays, maps are Maps; their subclasses in `mapViews.ts` are sets, streams and
 * arrays.
 */
export class Double {
  readonly value: number;
  constructor(value: number) {
    this.value = value;
  }
}

export type NarrowKind = 'byte' | 'short' | 'char' | 'float';

/** A byte, short, char or float. The value of a char is its code unit. */
export class Narrow {
  readonly kind: NarrowKind;
  readonly value: number;
  constructor(kind: NarrowKind, value: number) {
    this.kind = kind;
    this.value = value;
  }
}

/**
 * An object with methods, such as dates, formatters and doc values. Its class determines its table of
 * members.
 */
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
  | Narrow
  | string
  | Value[]
  | Map<string, Value>
  | PainlessObject
  | Lambda;

const LONG_BITS = 64;

/** Wraps to 64 bits, like Java's long. */
export function long(value: bigint): bigint {
  return BigInt.asIntN(LONG_BITS, value);
}

export function char(letter: string): Narrow {
  return new Narrow('char', letter.charCodeAt(0));
}

export const isChar = (value: Value): value is Narrow => value instanceof Narrow && value.kind === 'char';

/** Whether it is a byte, short, char, int or long. */
export function isWhole(value: Value): value is number | bigint | Narrow {
  if (typeof value === 'number' || typeof value === 'bigint') return true;
  return value instanceof Narrow && value.kind !== 'float';
}

/** Whether it is a number or char. */
export function isNumeric(value: Value): value is number | bigint | Double | Narrow {
  return isWhole(value) || value instanceof Double || value instanceof Narrow;
}

/** Any numeric value as a JavaScript number. Throws class_cast_exception for other values. */
export function asNumber(value: Value): number {
  if (typeof value === 'number') return value;
  if (value instanceof Double || value instanceof Narrow) return value.value;
  if (typeof value === 'bigint') return Number(value);
  if (value === null)
    throw new PainlessFailure('null_pointer_exception', 'Cannot apply a numeric operation to a null value');
  throw new PainlessFailure('class_cast_exception', `Cannot cast ${typeName(value)} to java.lang.Number`);
}

/** An integer of any type as a bigint. */
export function asBigInt(value: Value): bigint {
  return typeof value === 'bigint' ? value : BigInt(asInteger(value));
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
  if (typeof value !== 'object') return String(value);
  if (value instanceof Double) return javaDouble(value.value);
  if (value instanceof Narrow) return narrowText(value);
  if (Array.isArray(value)) return `[${value.map(asText).join(', ')}]`;
  if (value instanceof Map)
    return `{${[...value].map(([key, item]) => `${asText(key)}=${asText(item)}`).join(', ')}}`;
  return String(value);
}

function narrowText({ kind, value }: Narrow): string {
  if (kind === 'char') return String.fromCharCode(value);
  return kind === 'float' ? javaFloat(value) : String(value);
}

const NARROW_CLASSES: Readonly<Record<NarrowKind, string>> = {
  byte: 'java.lang.Byte',
  short: 'java.lang.Short',
  char: 'java.lang.Character',
  float: 'java.lang.Float',
};

/** The Java class of a value. */
export function typeName(value: Value): string {
  if (value === null) return 'null';
  if (typeof value === 'string') return 'java.lang.String';
  if (typeof value === 'boolean') return 'java.lang.Boolean';
  if (typeof value === 'bigint') return 'java.lang.Long';
  if (typeof value === 'number') return 'java.lang.Integer';
  if (value instanceof Double) return 'java.lang.Double';
  if (value instanceof Narrow) return NARROW_CLASSES[value.kind];
  if (isPainlessObject(value)) return value.className;
  if (Array.isArray(value)) return 'java.util.ArrayList';
  return value instanceof Map ? 'java.util.HashMap' : 'lambda';
}

/** `==` of `def`: compares numbers by value whatever their type, others by `equals`. */
export function equal(a: Value, b: Value): boolean {
  if (isNumeric(a) && isNumeric(b)) {
    if (typeof a === 'bigint' && typeof b === 'bigint') return a === b;
    return asNumber(a) === asNumber(b);
  }
  return javaEquals(a, b);
}

/** Java's `equals`: an Integer never equals a Long. */
export function javaEquals(a: Value, b: Value): boolean {
  if (a === b) return true;
  if (a instanceof Double && b instanceof Double) return Object.is(a.value, b.value);
  if (a instanceof Narrow && b instanceof Narrow) return a.kind === b.kind && Object.is(a.value, b.value);
  if (Array.isArray(a) && Array.isArray(b)) return equalItems(a, b);
  if (a instanceof Map && b instanceof Map) {
    return (
      a.size === b.size && [...a].every(([key, item]) => b.has(key) && javaEquals(item, b.get(key) ?? null))
    );
  }
  if (isPainlessObject(a) && isPainlessObject(b))
    return a.className === b.className && !IDENTICAL.has(a.className) && String(a) === String(b);
  return false;
}

/** Classes compared by identity. */
const IDENTICAL = new Set(['java.lang.StringBuilder', 'java.util.Random', 'java.util.Iterator']);

function equalItems(a: readonly Value[], b: readonly Value[]): boolean {
  if (a.length !== b.length || isSet(a) !== isSet(b)) return false;
  return isSet(a)
    ? a.every((item) => b.some((other) => javaEquals(item, other)))
    : a.every((item, i) => javaEquals(item, b[i]));
}

function isSet(items: readonly Value[]): boolean {
  return 'isSet' in items;
}

export function isPainlessObject(value: Value): value is PainlessObject {
  return typeof value === 'object' && value !== null && 'className' in value;
}

/** An object with its own order, different from that of its text. */
export interface Ordered extends PainlessObject {
  compareWith(other: Value): number;
}

/** Natural order, for sort() and compareTo. */
export function compare(a: Value, b: Value): number {
  if (typeof a === 'number' && typeof b === 'number') return a - b;
  if (typeof a === 'bigint' && typeof b === 'bigint') return a < b ? -1 : a > b ? 1 : 0;
  if (isNumeric(a) && isNumeric(b) && typeName(a) === typeName(b)) return asNumber(a) - asNumber(b);
  if (typeof a === 'string' && typeof b === 'string') return compareTexts(a, b);
  if (typeof a === 'boolean' && typeof b === 'boolean') return Number(a) - Number(b);
  if (isPainlessObject(a) && 'compareWith' in a) return (a as Ordered).compareWith(b);
  if (isPainlessObject(a) && isPainlessObject(b)) return compareTexts(String(a), String(b));
  if (a === null || b === null)
    throw new PainlessFailure('null_pointer_exception', 'Cannot compare with a null value');
  throw classCast(typeName(a), typeName(b));
}

/** Like String.compareTo: the difference of the first differing characters, or of the lengths. */
export function compareTexts(a: string, b: string): number {
  const end = Math.min(a.length, b.length);
  for (let i = 0; i < end; i++) {
    const difference = a.charCodeAt(i) - b.charCodeAt(i);
    if (difference !== 0) return difference;
  }
  return a.length - b.length;
}

/** Java's message for a failed cast. */
export function classCast(from: string, to: string): PainlessFailure {
  return new PainlessFailure(
    'class_cast_exception',
    `class ${from} cannot be cast to class ${to} (${from} and ${to} are in module java.base of loader 'bootstrap')`,
  );
}
