import { PainlessFailure } from './errors.ts';
import { JavaArray, StreamValues } from './mapViews.ts';
import { boxOf, isArray, isPrimitive, isSubclass, OBJECT, STRING, type Type, unboxedOf } from './types.ts';
import {
  asNumber,
  asText,
  classCast,
  Double,
  isChar,
  Narrow,
  type NarrowKind,
  typeName,
  type Value,
} from './values.ts';

/** Numeric primitives from narrow to wide; a char widens to int and wider types. */
const WIDTH: Readonly<Record<string, number>> = {
  byte: 0,
  short: 1,
  char: 1,
  int: 2,
  long: 3,
  float: 4,
  double: 5,
};

const isNumericType = (type: Type): boolean => Object.hasOwn(WIDTH, type);

/** Whether a primitive converts implicitly to another. */
export function widens(from: Type, to: Type): boolean {
  if (from === to) return true;
  if (!isNumericType(from) || !isNumericType(to) || to === 'char') return false;
  return WIDTH[from] < WIDTH[to];
}

export type Convert = (value: Value) => Value;

export interface CastKind {
  /** An explicit cast, which may lose digits. */
  readonly explicit?: boolean;
  /** Arguments and results: primitives are boxed and unboxed. */
  readonly internal?: boolean;
}

const SAME: Convert = (value) => value;

/** The conversion between two static types; `null` if the language does not allow the cast. */
export function castBetween(
  from: Type,
  to: Type,
  { explicit = false, internal = false }: CastKind,
): Convert | null {
  if (from === to) return SAME;
  if (from === 'void' || to === 'void') return null;
  if (to === 'def') return SAME;
  if (from === 'def' || (from === OBJECT && (explicit || internal) && isPrimitive(to)))
    return fromDef(to, explicit);
  if (isPrimitive(from)) return fromPrimitive(from, to, explicit, internal);
  const unboxed = unboxedOf(from);
  if (unboxed !== null && isPrimitive(to)) return internal && widens(unboxed, to) ? conversion(to) : null;
  if (from === STRING && to === 'char') return explicit ? castToChar : null;
  if (isPrimitive(to)) return null;
  if (isSubclass(from, to)) return SAME;
  return explicit && isSubclass(to, from) ? fromDef(to, true) : null;
}

function fromPrimitive(from: Type, to: Type, explicit: boolean, internal: boolean): Convert | null {
  if (to === STRING) return explicit && from === 'char' ? asText : null;
  if (isPrimitive(to)) {
    if (widens(from, to)) return conversion(to);
    return explicit && isNumericType(from) && isNumericType(to) ? conversion(to) : null;
  }
  if (!internal) return null;
  const unboxed = unboxedOf(to);
  if (unboxed !== null) return widens(from, unboxed) ? conversion(unboxed) : null;
  return isSubclass(boxOf(from), to) ? SAME : null;
}

/** Numeric conversion with Java's narrowing and widening. */
export function conversion(to: Type): Convert {
  switch (to) {
    case 'int':
      return toInt;
    case 'long':
      return toLong;
    case 'double':
      return (value) => (value instanceof Double ? value : new Double(asNumber(value)));
    case 'float':
      return (value) => new Narrow('float', Math.fround(asNumber(value)));
    case 'byte':
      return (value) => new Narrow('byte', (toInt(value) << 24) >> 24);
    case 'short':
      return (value) => new Narrow('short', (toInt(value) << 16) >> 16);
    case 'char':
      return (value) => new Narrow('char', toInt(value) & 0xffff);
    default:
      return SAME;
  }
}

const INT_MAX = 2 ** 31 - 1;
const LONG_MAX = 2n ** 63n - 1n;

export function toInt(value: Value): number {
  if (typeof value === 'number') return value;
  if (typeof value === 'bigint') return Number(BigInt.asIntN(32, value));
  const number = asNumber(value);
  if (Number.isNaN(number)) return 0;
  return Math.trunc(Math.max(-INT_MAX - 1, Math.min(INT_MAX, number)));
}

export function toLong(value: Value): bigint {
  if (typeof value === 'bigint') return value;
  if (typeof value === 'number') return BigInt(value);
  const number = asNumber(value);
  if (Number.isNaN(number)) return 0n;
  if (number >= 2 ** 63) return LONG_MAX;
  return number <= -(2 ** 63) ? -LONG_MAX - 1n : BigInt(Math.trunc(number));
}

/** The primitive type of a value, or its class. */
export function kindOf(value: Value): Type {
  if (typeof value === 'number') return 'int';
  if (typeof value === 'bigint') return 'long';
  if (typeof value === 'boolean') return 'boolean';
  if (value instanceof Double) return 'double';
  if (value instanceof Narrow) return value.kind;
  const name = typeName(value);
  return unboxedOf(name) ?? name;
}

/** Java's message for calling getClass on null. */
const NULL_VALUE = 'Cannot invoke "Object.getClass()" because "value" is null';

/** Casts a `def` to a static type at run time. */
function fromDef(to: Type, explicit: boolean): Convert {
  const target = unboxedOf(to) ?? to;
  const convert = conversion(target);
  const isNumber = isNumericType(target);
  const taken = new Set(Object.keys(WIDTH).filter((kind) => explicit || widens(kind, target)));
  if (target === 'char' && explicit)
    return (value) => (typeof value === 'string' ? castToChar(value) : castDef(value));
  return castDef;

  function castDef(value: Value): Value {
    if (value === null) {
      if (isPrimitive(to)) throw new PainlessFailure('null_pointer_exception', NULL_VALUE);
      return null;
    }
    const kind = kindOf(value);
    if (kind === target) return value;
    if (isNumber) {
      if (taken.has(kind)) return convert(value);
      throw cannotCast(explicit, kind, to);
    }
    if (target === 'boolean') {
      throw new PainlessFailure('class_cast_exception', `cannot cast def [${kind}] to boolean`);
    }
    if (target === STRING) {
      if (explicit && isChar(value)) return asText(value);
      throw cannotCast(explicit, kind, target);
    }
    if (typeof value === 'function' || isInstanceOf(value, target)) return value;
    throw classCast(typeName(value), target);
  }
}

function cannotCast(explicit: boolean, from: Type, to: Type): PainlessFailure {
  const how = explicit ? 'explicitly' : 'implicitly';
  return new PainlessFailure('class_cast_exception', `cannot ${how} cast def [${from}] to ${to}`);
}

function castToChar(value: Value): Value {
  if (value === null)
    throw new PainlessFailure('null_pointer_exception', 'cannot cast null to a primitive type [char]');
  if (typeof value === 'string' && value.length === 1) return new Narrow('char', value.charCodeAt(0));
  throw new PainlessFailure(
    'class_cast_exception',
    'cannot cast java.lang.String with length not equal to one to char',
  );
}

/** Runtime classes that count as others: a plain Map as any map, its entries as Map.Entry. */
const STANDS_FOR: Readonly<Record<string, readonly string[]>> = {
  'java.util.HashMap': ['java.util.LinkedHashMap'],
  'java.util.HashMap$Node': ['java.util.Map.Entry'],
  'java.util.HashSet': ['java.util.LinkedHashSet'],
};

/** `value instanceof Type`. */
export function isInstanceOf(value: Value, type: Type): boolean {
  if (value === null) return false;
  const name = typeName(value);
  const wanted = boxOf(type);
  if (wanted === 'def' || isSubclass(name, wanted)) return true;
  return STANDS_FOR[name]?.some((other) => isSubclass(other, wanted)) ?? false;
}

/** Converts a member's result to the type in its signature. */
export function conform(type: Type, value: Value | undefined): Value {
  if (value === undefined) return null;
  switch (type) {
    case 'int':
      return typeof value === 'bigint' ? Number(value) : value;
    case 'long':
      return typeof value === 'number' ? BigInt(Math.trunc(value)) : value;
    case 'double':
      return typeof value === 'number' ? new Double(value) : value;
    case 'float':
    case 'byte':
    case 'short':
      return value instanceof Narrow || value === null
        ? value
        : new Narrow(type as NarrowKind, asNumber(value));
    case 'char':
      return typeof value === 'string' ? new Narrow('char', value.charCodeAt(0)) : value;
    default:
      return Array.isArray(value) ? conformItems(type, value) : value;
  }
}

const STREAMED: Readonly<Record<string, Type>> = {
  'java.util.stream.Stream': 'def',
  'java.util.stream.IntStream': 'int',
  'java.util.stream.LongStream': 'long',
  'java.util.stream.DoubleStream': 'double',
};

function conformItems(type: Type, items: Value[]): Value {
  if (isArray(type)) {
    if (items instanceof JavaArray) return items;
    const element = type.slice(0, -2);
    return JavaArray.typed(
      type,
      items.map((item) => conform(element, item)),
    );
  }
  if (!Object.hasOwn(STREAMED, type) || (items instanceof StreamValues && items.className === type))
    return items;
  return StreamValues.streamed(
    type,
    items.map((item) => conform(STREAMED[type], item)),
  );
}
