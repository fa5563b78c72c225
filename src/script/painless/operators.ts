import { unreachable } from '../../common/index.ts';
import type { BinaryOperator } from './ast.ts';
import { PainlessFailure } from './errors.ts';
import { applyRegex } from './regexes.ts';
import {
  asInteger,
  asNumber,
  asText,
  compare,
  Double,
  equal,
  isNumeric,
  isWhole,
  long,
  typeName,
  type Value,
} from './values.ts';

/** Arithmetic and comparison as Java promotes: whole numbers stay whole, one double makes a double. */
export function applyBinary(operator: BinaryOperator, a: Value, b: Value): Value {
  switch (operator) {
    case '+':
      return add(a, b);
    case '-':
    case '*':
    case '/':
    case '%':
      return arithmetic(operator, a, b);
    case '==':
      return equal(a, b);
    case '!=':
      return !equal(a, b);
    case '=~':
    case '==~':
      return applyRegex(operator, a, b);
    case '===':
      return a === b;
    case '!==':
      return a !== b;
    case '<':
      return comparable(operator, a, b) < 0;
    case '<=':
      return comparable(operator, a, b) <= 0;
    case '>':
      return comparable(operator, a, b) > 0;
    case '>=':
      return comparable(operator, a, b) >= 0;
    case '&':
    case '|':
    case '^':
    case '<<':
    case '>>':
    case '>>>':
      return bitwise(operator, a, b);
    default:
      throw unreachable(operator);
  }
}

function add(a: Value, b: Value): Value {
  if (typeof a === 'number' && typeof b === 'number') return whole(a + b, () => BigInt(a) + BigInt(b));
  if (typeof a === 'string' || typeof b === 'string') return asText(a) + asText(b);
  return arithmetic('+', a, b);
}

function arithmetic(operator: '+' | '-' | '*' | '/' | '%', a: Value, b: Value): Value {
  if (!isNumeric(a) || !isNumeric(b)) throw cannotApply(operator, a, b);
  if (a instanceof Double || b instanceof Double)
    return new Double(floating(operator, asNumber(a), asNumber(b)));
  if ((operator === '/' || operator === '%') && Number(b) === 0) {
    throw new PainlessFailure('arithmetic_exception', '/ by zero');
  }
  if (typeof a === 'number' && typeof b === 'number') {
    if (operator === '/') return Math.trunc(a / b);
    if (operator === '%') return (a % b) + 0;
    return whole(floating(operator, a, b), () => exact(operator, BigInt(a), BigInt(b)));
  }
  return long(exact(operator, BigInt(a), BigInt(b)));
}

function whole(value: number, wide: () => bigint): number | bigint {
  return Number.isSafeInteger(value) ? value : long(wide());
}

function floating(operator: '+' | '-' | '*' | '/' | '%', a: number, b: number): number {
  switch (operator) {
    case '+':
      return a + b;
    case '-':
      return a - b;
    case '*':
      return a * b;
    case '/':
      return a / b;
    case '%':
      return a % b;
    default:
      throw unreachable(operator);
  }
}

function exact(operator: '+' | '-' | '*' | '/' | '%', a: bigint, b: bigint): bigint {
  switch (operator) {
    case '+':
      return a + b;
    case '-':
      return a - b;
    case '*':
      return a * b;
    case '/':
      return a / b;
    case '%':
      return a % b;
    default:
      throw unreachable(operator);
  }
}

function comparable(operator: string, a: Value, b: Value): number {
  if (!isNumeric(a) || !isNumeric(b)) throw cannotApply(operator, a, b);
  // NaN is less, equal and greater than nothing: the difference is NaN, and each comparison with 0 is false.
  return compare(a, b);
}

function bitwise(operator: '&' | '|' | '^' | '<<' | '>>' | '>>>', a: Value, b: Value): Value {
  if (typeof a === 'boolean' && typeof b === 'boolean') {
    if (operator === '&') return a && b;
    if (operator === '|') return a || b;
    if (operator === '^') return a !== b;
  }
  if (!isWhole(a) || !isWhole(b)) throw cannotApply(operator, a, b);
  const left = BigInt(a);
  const right = BigInt(b);
  switch (operator) {
    case '&':
      return long(left & right);
    case '|':
      return long(left | right);
    case '^':
      return long(left ^ right);
    case '<<':
      return long(left << (right & 63n));
    case '>>':
      return long(left >> (right & 63n));
    case '>>>':
      // Whole numbers that fit an int are ints.
      return typeof a === 'number' && (a | 0) === a
        ? (a >>> Number(right & 31n)) | 0
        : long(BigInt.asUintN(64, left) >> (right & 63n));
    default:
      throw unreachable(operator);
  }
}

export function applyUnary(operator: '!' | '-' | '+' | '~', value: Value): Value {
  if (operator === '!') {
    if (typeof value !== 'boolean')
      throw new PainlessFailure('class_cast_exception', `Cannot cast ${typeName(value)} to boolean`);
    return !value;
  }
  if (!isNumeric(value))
    throw new PainlessFailure(
      'class_cast_exception',
      `Cannot apply [${operator}] operation to type [${typeName(value)}]`,
    );
  if (operator === '+') return value;
  if (operator === '~') return long(~BigInt(asInteger(value)));
  if (value instanceof Double) return new Double(-value.value);
  return typeof value === 'number' ? 0 - value : long(-value);
}

/** `(int) x`, `(double) x`, and the implicit conversion of typed declarations. */
export function castTo(type: string, value: Value): Value {
  switch (type) {
    case 'int':
    case 'Integer':
      return value === null ? null : Number(BigInt.asIntN(32, BigInt(saturate(value, 2 ** 31))));
    case 'short':
      return Number(BigInt.asIntN(16, BigInt(asInteger(value))));
    case 'byte':
      return Number(BigInt.asIntN(8, BigInt(asInteger(value))));
    case 'long':
    case 'Long':
      if (value === null || isWhole(value)) return value;
      return long(BigInt(saturate(value, 2 ** 63)));
    case 'double':
    case 'Double':
    case 'float':
    case 'Float': {
      if (value === null) return null;
      const number = asNumber(value);
      return new Double(type.toLowerCase() === 'float' ? Math.fround(number) : number);
    }
    case 'char':
      return castToChar(value);
    case 'boolean':
    case 'Boolean':
      if (typeof value === 'boolean' || value === null) return value;
      throw cannotCast(value, 'boolean');
    case 'String':
      if (typeof value === 'string' || value === null) return value;
      throw cannotCast(value, 'java.lang.String');
    default:
      return value;
  }
}

/** A char is a text of one letter. */
function castToChar(value: Value): Value {
  if (typeof value !== 'string') return String.fromCharCode(asInteger(value));
  if (value.length === 1) return value;
  throw new PainlessFailure(
    'class_cast_exception',
    'Cannot cast [String] with length not equal to one to [char].',
  );
}

function saturate(value: Value, bound: number): number {
  const number = typeof value === 'string' && value.length === 1 ? value.charCodeAt(0) : asNumber(value);
  if (Number.isNaN(number)) return 0;
  return Math.trunc(Math.max(-bound, Math.min(bound - 1, number)));
}

function cannotCast(value: Value, target: string): PainlessFailure {
  return new PainlessFailure('class_cast_exception', `Cannot cast from [${typeName(value)}] to [${target}].`);
}

function cannotApply(operator: string, a: Value, b: Value): PainlessFailure {
  if (a === null || b === null)
    return new PainlessFailure(
      'null_pointer_exception',
      `Cannot apply [${operator}] operation to a null value`,
    );
  return new PainlessFailure(
    'class_cast_exception',
    `Cannot apply [${operator}] operation to types [${typeName(a)}] and [${typeName(b)}].`,
  );
}

/** `x instanceof String`. */
export function isInstance(value: Value, type: string): boolean {
  if (value === null) return false;
  switch (type) {
    case 'String':
      return typeof value === 'string';
    case 'boolean':
    case 'Boolean':
      return typeof value === 'boolean';
    case 'Number':
      return isNumeric(value);
    case 'Integer':
    case 'int':
    case 'Long':
    case 'long':
      return isWhole(value);
    case 'Double':
    case 'double':
    case 'Float':
      return value instanceof Double;
    case 'List':
    case 'ArrayList':
    case 'Collection':
      return Array.isArray(value);
    case 'Map':
    case 'HashMap':
      return value instanceof Map;
    case 'Object':
    case 'def':
      return true;
    default:
      return typeName(value).endsWith(type);
  }
}
