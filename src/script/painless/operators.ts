import { unreachable } from '../../common/index.ts';
import type { BinaryOperator } from './ast.ts';
import { conversion, kindOf, toInt, toLong } from './casts.ts';
import { PainlessFailure } from './errors.ts';
import { binaryNames } from './operatorNames.ts';
import { applyRegex } from './regexes.ts';
import type { Type } from './types.ts';
import { asNumber, asText, Double, equal, isNumeric, long, Narrow, typeName, type Value } from './values.ts';

export type Arithmetic = '+' | '-' | '*' | '/' | '%';
export type Bitwise = '&' | '|' | '^';
export type Shift = '<<' | '>>' | '>>>';
type Binary = (a: Value, b: Value) => Value;

/**
 * The promoted type of two operands; `null` if there is none. If only one is a number, the other is cast to
 * it or fails.
 */
export function promote(a: Type, b: Type, decimal: boolean): Type | null {
  const either = (...types: Type[]): boolean => types.includes(a) || types.includes(b);
  if (either('def')) return 'def';
  if (decimal && either('double')) return 'double';
  if (decimal && either('float')) return 'float';
  if (either('long')) return 'long';
  return either('int', 'short', 'char', 'byte') ? 'int' : null;
}

function dividedByZero(): PainlessFailure {
  return new PainlessFailure('arithmetic_exception', '/ by zero');
}

const INT: Readonly<Record<Arithmetic, (a: number, b: number) => number>> = {
  '+': (a, b) => (a + b) | 0,
  '-': (a, b) => (a - b) | 0,
  '*': Math.imul,
  '/': (a, b) => {
    if (b === 0) throw dividedByZero();
    return (a / b) | 0;
  },
  '%': (a, b) => {
    if (b === 0) throw dividedByZero();
    return (a % b) | 0;
  },
};

const LONG: Readonly<Record<Arithmetic, (a: bigint, b: bigint) => bigint>> = {
  '+': (a, b) => long(a + b),
  '-': (a, b) => long(a - b),
  '*': (a, b) => long(a * b),
  '/': (a, b) => {
    if (b === 0n) throw dividedByZero();
    return long(a / b);
  },
  '%': (a, b) => {
    if (b === 0n) throw dividedByZero();
    return a % b;
  },
};

const DOUBLE: Readonly<Record<Arithmetic, (a: number, b: number) => number>> = {
  '+': (a, b) => a + b,
  '-': (a, b) => a - b,
  '*': (a, b) => a * b,
  '/': (a, b) => a / b,
  '%': (a, b) => a % b,
};

/** The operation on two values of the promoted type. */
export function arithmetic(operator: Arithmetic, type: Type): Binary {
  switch (type) {
    case 'int':
      return INT[operator] as Binary;
    case 'long':
      return LONG[operator] as Binary;
    case 'double': {
      const operate = DOUBLE[operator];
      return (a, b) => new Double(operate((a as Double).value, (b as Double).value));
    }
    case 'float': {
      const operate = DOUBLE[operator];
      return (a, b) => new Narrow('float', Math.fround(operate(asNumber(a), asNumber(b))));
    }
    default:
      return dynamicArithmetic(operator);
  }
}

/** Converts both values to their promoted type. */
function promoted(operator: string, a: Value, b: Value, decimal: boolean): [Type, Value, Value] {
  if (typeof a === 'number' && typeof b === 'number') return ['int', a, b];
  if (!isNumeric(a) || !isNumeric(b)) throw cannotApply(operator, a, b);
  const kinds = [kindOf(a), kindOf(b)];
  if (!decimal && kinds.some((kind) => kind === 'double' || kind === 'float'))
    throw cannotApply(operator, a, b);
  const type = promote(kinds[0], kinds[1], decimal) ?? 'int';
  const convert = conversion(type);
  return [type, convert(a), convert(b)];
}

/** Checks the most common types first: this runs for every document. */
function dynamicArithmetic(operator: Arithmetic): Binary {
  const int = INT[operator];
  const whole = LONG[operator];
  const decimal = DOUBLE[operator];
  const joins = operator === '+';
  return (a, b) => {
    if (typeof a === 'number') {
      if (typeof b === 'number') return int(a, b);
      if (typeof b === 'bigint') return whole(BigInt(a), b);
    } else if (typeof a === 'bigint') {
      if (typeof b === 'bigint') return whole(a, b);
      if (typeof b === 'number') return whole(a, BigInt(b));
    }
    if (joins && (typeof a === 'string' || typeof b === 'string')) return asText(a) + asText(b);
    if ((a instanceof Double && isNumeric(b)) || (b instanceof Double && isNumeric(a)))
      return new Double(decimal(asNumber(a), asNumber(b)));
    const [type, left, right] = promoted(operator, a, b, true);
    return arithmetic(operator, type)(left, right);
  };
}

const BITS: Readonly<Record<Bitwise, (a: bigint, b: bigint) => bigint>> = {
  '&': (a, b) => a & b,
  '|': (a, b) => a | b,
  '^': (a, b) => a ^ b,
};

export function bitwise(operator: Bitwise, type: Type): Binary {
  if (type === 'int') return (a, b) => Number(BITS[operator](BigInt(a as number), BigInt(b as number)));
  if (type === 'long') return BITS[operator] as Binary;
  return (a, b) => {
    if (typeof a === 'boolean' && typeof b === 'boolean') {
      if (operator === '^') return a !== b;
      return operator === '&' ? a && b : a || b;
    }
    const [promotedType, left, right] = promoted(operator, a, b, false);
    return bitwise(operator, promotedType)(left, right);
  };
}

/** The right operand of a shift is a number of bits of any integer type. */
export function shift(operator: Shift, type: Type): Binary {
  if (type === 'int') return (a, b) => shiftInt(operator, a as number, toInt(b));
  if (type === 'long') return (a, b) => shiftLong(operator, a as bigint, BigInt(toInt(b)));
  return (a, b) => {
    if (!isNumeric(a) || !isNumeric(b)) throw cannotApply(operator, a, b);
    const kind = kindOf(a) === 'long' ? 'long' : 'int';
    return shift(operator, kind)(conversion(kind)(a), b);
  };
}

function shiftInt(operator: Shift, a: number, b: number): number {
  if (operator === '<<') return a << b;
  return operator === '>>' ? a >> b : (a >>> b) | 0;
}

function shiftLong(operator: Shift, a: bigint, b: bigint): bigint {
  const bits = b & 63n;
  if (operator === '<<') return long(a << bits);
  return operator === '>>' ? a >> bits : long(BigInt.asUintN(64, a) >> bits);
}

/** `<`, `<=`, `>`, `>=` for numbers of one type or for `def`. */
export function comparison(operator: BinaryOperator, type: Type): Binary {
  const read = type === 'int' || type === 'long' ? (value: Value) => value as number : comparable(operator);
  switch (operator) {
    case '<':
      return (a, b) => read(a, b) < read(b, a);
    case '<=':
      return (a, b) => read(a, b) <= read(b, a);
    case '>':
      return (a, b) => read(a, b) > read(b, a);
    default:
      return (a, b) => read(a, b) >= read(b, a);
  }
}

/** JavaScript compares numbers and bigints by value, and NaN with nothing. */
function comparable(operator: string): (value: Value, other: Value) => number {
  return (value, other) => {
    if (typeof value === 'bigint') return value as unknown as number;
    if (!isNumeric(value)) throw cannotApply(operator, value, other);
    return asNumber(value);
  };
}

export function equality(operator: '==' | '!=' | '===' | '!=='): Binary {
  switch (operator) {
    case '==':
      return equal;
    case '!=':
      return (a, b) => !equal(a, b);
    case '===':
      return identical;
    case '!==':
      return (a, b) => !identical(a, b);
    default:
      throw unreachable(operator);
  }
}

function identical(a: Value, b: Value): boolean {
  return a === b || (isNumeric(a) && isNumeric(b) && equal(a, b));
}

export function matching(operator: '=~' | '==~'): Binary {
  return (text, pattern) => applyRegex(operator, text, pattern);
}

/** `-x`, `+x`, `~x` for a promoted number or for `def`. */
export function unary(operator: '-' | '+' | '~', type: Type): (value: Value) => Value {
  if (type === 'def') {
    return (value) => {
      if (!isNumeric(value)) throw cannotApplyOne(operator, value);
      const kind = promote(kindOf(value), 'int', true) ?? 'int';
      if (operator === '~' && kind !== 'int' && kind !== 'long') throw cannotApplyOne(operator, value);
      return unary(operator, kind)(conversion(kind)(value));
    };
  }
  if (operator === '+') return (value) => value;
  if (operator === '~') return type === 'long' ? (value) => ~toLong(value) : (value) => ~toInt(value);
  switch (type) {
    case 'int':
      return (value) => (0 - (value as number)) | 0;
    case 'long':
      return (value) => long(-(value as bigint));
    case 'float':
      return (value) => new Narrow('float', -asNumber(value));
    default:
      return (value) => new Double(-asNumber(value));
  }
}

/** `x += y` for a `def` preserves the class of x. */
export function keepClass(before: Value, after: Value): Value {
  if (!isNumeric(before) || !isNumeric(after)) return after;
  return conversion(kindOf(before))(after);
}

const NAMES: Readonly<Record<string, string>> = { ...binaryNames, '~': 'bitwise not', '!': 'not' };

/** The name in error messages, such as `addition operator [+]`. */
export function operatorName(operator: string): string {
  return `${NAMES[operator] ?? operator} operator [${operator}]`;
}

function cannotApply(operator: string, a: Value, b: Value): PainlessFailure {
  if (a === null || b === null) {
    const side = a === null ? 'left' : 'right';
    const reason = `Cannot invoke "Object.getClass()" because "${side}" is null`;
    return new PainlessFailure('null_pointer_exception', reason);
  }
  if (typeof a === 'boolean' && typeof b === 'boolean') {
    const reason = `Cannot apply [${operator}] operation to type [boolean]`;
    return new PainlessFailure('class_cast_exception', reason);
  }
  return new PainlessFailure(
    'class_cast_exception',
    `Cannot apply [${operator}] operation to types [${typeName(a)}] and [${typeName(b)}].`,
  );
}

function cannotApplyOne(operator: string, value: Value): PainlessFailure {
  return new PainlessFailure(
    value === null ? 'null_pointer_exception' : 'class_cast_exception',
    `Cannot apply [${operator}] operation to type [${typeName(value)}]`,
  );
}
