import {
  float32ToNumber,
  illegalArgument,
  type JsonValue,
  javaDouble,
  javaFloat,
  numberFormat,
} from '../../common/index.ts';
import type { DocumentContext } from '../documentContext.ts';
import type { NumericKind } from '../types.ts';

/** How numbers of one type are parsed from documents and queries, and printed. */
export interface NumberFormat {
  readonly kind: Exclude<NumericKind, 'scaled_float' | 'unsigned_long'>;
  /** Parses a document's value, which is never null or an empty string. Throws the original's causes. */
  fromDocument(value: JsonValue, context: DocumentContext, coerce: boolean): number | bigint;
  /** Parses `null_value`, which must fit the field. */
  fromNullValue(value: JsonValue): number | bigint;
  /** Parses a value of a query. */
  fromQuery(value: JsonValue): number | bigint;
  render(value: number | bigint): number | bigint;
}

const TWO_TO_63 = 2 ** 63;
const LONG_MIN = -(2n ** 63n);
const LONG_MAX = 2n ** 63n - 1n;
const FLOATING = /^[+-]?(?:NaN|Infinity|(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?[fFdD]?)$/;

/** Java's Double.parseDouble. Throws number_format_exception. */
export function parseJavaDouble(text: string): number {
  const trimmed = text.trim();
  if (!FLOATING.test(trimmed)) throw numberFormat(trimmed);
  return Number(trimmed.replace(/[fFdD]$/, ''));
}

export function isJavaDouble(text: string): boolean {
  return FLOATING.test(text.trim());
}

interface IntegerSpec {
  readonly kind: 'byte' | 'short' | 'integer';
  readonly min: number;
  readonly max: number;
  readonly article: string;
  /** The range that the JSON parser's error states. */
  readonly accessor: string;
  readonly accessorMin: number;
  readonly accessorMax: number;
  readonly javaClass: string;
}

const INT = { accessor: 'int (-2147483648 - 2147483647)', accessorMin: -2147483648, accessorMax: 2147483647 };

export const byteFormat = integerFormat({
  kind: 'byte',
  min: -128,
  max: 127,
  article: 'a byte',
  ...INT,
  javaClass: 'Integer',
});
export const shortFormat = integerFormat({
  kind: 'short',
  min: -32768,
  max: 32767,
  article: 'a short',
  accessor: 'Java short',
  accessorMin: -32768,
  accessorMax: 32767,
  javaClass: 'Short',
});
export const integerFormatOf32Bits = integerFormat({
  kind: 'integer',
  min: -2147483648,
  max: 2147483647,
  article: 'an integer',
  ...INT,
  javaClass: 'Integer',
});

function integerFormat(spec: IntegerSpec): NumberFormat {
  const outOfRange = (shown: string | number): Error =>
    illegalArgument(`Value [${shown}] is out of range for ${spec.article}`);
  return {
    kind: spec.kind,
    fromDocument: (value, context, coerce) => {
      if (typeof value === 'number') {
        const whole = Math.trunc(value);
        if (whole < spec.accessorMin || whole > spec.accessorMax)
          throw context.outOfRange(accessorOf(spec, whole));
        if (!coerce && whole !== value) throw lossy(value, spec.javaClass);
        if (whole < spec.min || whole > spec.max) throw outOfRange(whole);
        return whole + 0;
      }
      if (typeof value === 'bigint') throw context.outOfRange(accessorOf(spec, Number(value)));
      if (typeof value !== 'string') throw context.notNumeric(value);
      if (!coerce) throw illegalArgument(`${spec.javaClass} value passed as String`);
      const parsed = parseJavaDouble(value);
      if (parsed < spec.min || parsed > spec.max) {
        throw spec.kind === 'byte' ? outOfRange(Math.trunc(parsed)) : outOfRange(value);
      }
      return Math.trunc(parsed) || 0;
    },
    fromNullValue: (value) => {
      const parsed = queryDouble(value);
      if (parsed < spec.min || parsed > spec.max) throw outOfRange(shownInQuery(value));
      if (!Number.isInteger(parsed)) throw illegalArgument(`Value [${String(value)}] has a decimal part`);
      return parsed;
    },
    fromQuery: (value) => {
      const parsed = queryDouble(value);
      if (parsed < INT.accessorMin || parsed > INT.accessorMax) {
        throw illegalArgument(`Value [${shownInQuery(value)}] is out of range for an integer`);
      }
      return parsed;
    },
    render: (value) => value,
  };
}

/** Java's form of a number outside the integer types. */
function shownInQuery(value: JsonValue): string {
  return typeof value === 'number' && Math.abs(value) >= TWO_TO_63 ? javaDouble(value) : String(value);
}

/** A short is first read as an int: larger numbers fail with the error for int. */
function accessorOf(spec: IntegerSpec, value: number): string {
  const beyondInt = value < INT.accessorMin || value > INT.accessorMax;
  return beyondInt ? INT.accessor : spec.accessor;
}

function lossy(value: number, javaClass: string): Error {
  return illegalArgument(`${javaDouble(value)} cannot be converted to ${javaClass} without data loss`);
}

function queryDouble(value: JsonValue): number {
  if (typeof value === 'number') return value;
  if (typeof value === 'bigint') return Number(value);
  return parseJavaDouble(String(value));
}

/** A number if 53 bits are enough, otherwise a bigint. */
function narrow(value: bigint): number | bigint {
  return value >= -9007199254740991n && value <= 9007199254740991n ? Number(value) : value;
}

const DECIMAL = /^([+-]?)(\d*)(?:\.(\d*))?(?:[eE]([+-]?\d{1,6}))?$/;

/** Like Java's Numbers.toLong: integers keep all their bits, fractions are truncated. */
function parseLong(text: string, coerce: boolean): number | bigint {
  const match = DECIMAL.exec(text);
  if (match === null || (match[2] === '' && (match[3] ?? '') === '')) {
    throw illegalArgument(`For input string: "${text}"`);
  }
  const exponent = Number(match[4] ?? 0);
  const digits = match[2] + (match[3] ?? '');
  const wholeDigits = match[2].length + exponent;
  if (wholeDigits > 20 && /[1-9]/.test(digits))
    throw illegalArgument(`Value [${text}] is out of range for a long`);
  const whole = wholeDigits <= 0 ? '0' : digits.slice(0, wholeDigits).padEnd(wholeDigits, '0');
  if (!coerce && /[1-9]/.test(digits.slice(Math.max(0, wholeDigits)))) {
    throw illegalArgument(`Value [${text}] has a decimal part`);
  }
  const value = BigInt(`${whole}`) * (match[1] === '-' ? -1n : 1n);
  if (value < LONG_MIN || value > LONG_MAX)
    throw illegalArgument(`Value [${text}] is out of range for a long`);
  return narrow(value);
}

const LONG_RANGE = 'long (-9223372036854775808 - 9223372036854775807)';

export const longFormat: NumberFormat = {
  kind: 'long',
  fromDocument: (value, context, coerce) => {
    if (typeof value === 'number') {
      if (Number.isSafeInteger(value)) return value + 0;
      if (value < -TWO_TO_63 || value >= TWO_TO_63) throw context.outOfRange(LONG_RANGE);
      const whole = Math.trunc(value);
      if (!coerce && whole !== value) throw lossy(value, 'Long');
      return narrow(BigInt(whole));
    }
    if (typeof value === 'bigint') {
      if (value < LONG_MIN || value > LONG_MAX) throw context.outOfRange(LONG_RANGE);
      return narrow(value);
    }
    if (typeof value !== 'string') throw context.notNumeric(value);
    if (!coerce) throw illegalArgument('Long value passed as String');
    return parseLong(value, coerce);
  },
  fromNullValue: (value) => {
    if (typeof value === 'number' && Number.isSafeInteger(value)) return value;
    return parseLong(typeof value === 'number' ? javaDouble(value) : String(value).trim(), false);
  },
  fromQuery: (value) => {
    if (typeof value === 'number' && (Number.isSafeInteger(value) || !Number.isInteger(value))) return value;
    const parsed = queryDouble(value);
    if (parsed < -TWO_TO_63 || parsed > TWO_TO_63) {
      throw illegalArgument(`Value [${shownInQuery(value)}] is out of range for a long`);
    }
    if (!Number.isInteger(parsed)) return parsed;
    return parseLong(typeof value === 'number' ? BigInt(value).toString() : String(value).trim(), true);
  },
  render: (value) => value,
};

interface FloatingSpec {
  readonly kind: 'half_float' | 'float' | 'double';
  readonly javaClass: string;
  readonly round: (value: number) => number;
  readonly print: (value: number) => string;
  readonly render: (value: number) => number;
}

function floatingFormat(spec: FloatingSpec): NumberFormat {
  const checked = (given: number): number => {
    const rounded = spec.round(given);
    if (Number.isFinite(rounded)) return rounded;
    throw illegalArgument(`[${spec.kind}] supports only finite values, but got [${spec.print(given)}]`);
  };
  return {
    kind: spec.kind,
    fromDocument: (value, context, coerce) => {
      if (typeof value === 'number') return checked(value);
      if (typeof value === 'bigint') return checked(Number(value));
      if (typeof value !== 'string') throw context.notNumeric(value);
      if (!coerce) throw illegalArgument(`${spec.javaClass} value passed as String`);
      return checked(parseJavaDouble(value));
    },
    fromNullValue: (value) => checked(queryDouble(value)),
    fromQuery: (value) => checked(queryDouble(value)),
    render: (value) => spec.render(Number(value)),
  };
}

/** Rounds to the nearest 16-bit float, ties to even. */
function roundToHalf(value: number): number {
  const single = Math.fround(value);
  const magnitude = Math.abs(single);
  if (!(magnitude < 65520))
    return single === 0 || Number.isNaN(single) ? single : Math.sign(single) * Infinity;
  const exponent = Math.max(-14, Math.floor(Math.log2(magnitude)));
  const quantum = 2 ** (exponent - 10);
  const scaled = magnitude / quantum;
  const floor = Math.floor(scaled);
  const rest = scaled - floor;
  const up = rest > 0.5 || (rest === 0.5 && floor % 2 === 1);
  return Math.sign(single) * (floor + (up ? 1 : 0)) * quantum;
}

export const halfFloatFormat = floatingFormat({
  kind: 'half_float',
  javaClass: 'Float',
  round: roundToHalf,
  print: javaFloat,
  render: float32ToNumber,
});
export const floatFormat = floatingFormat({
  kind: 'float',
  javaClass: 'Float',
  round: Math.fround,
  print: javaFloat,
  render: float32ToNumber,
});
export const doubleFormat = floatingFormat({
  kind: 'double',
  javaClass: 'Double',
  round: (value) => value,
  print: javaDouble,
  render: (value) => value,
});
