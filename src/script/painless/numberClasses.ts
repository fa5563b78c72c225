import { toInt, toLong } from './casts.ts';
import { PainlessFailure } from './errors.ts';
import { hashCode } from './hashes.ts';
import type { StaticClass } from './staticClass.ts';
import {
  asBigInt,
  asInteger,
  asNumber,
  asText,
  compare,
  Double,
  long,
  Narrow,
  type Value,
} from './values.ts';

/** java.lang.Integer, Long, Double and the other number classes; Boolean and Character. */

function notNumber(text: string): PainlessFailure {
  return new PainlessFailure('number_format_exception', `For input string: "${text}"`);
}

const DIGITS = '0123456789abcdefghijklmnopqrstuvwxyz';

/** Parses an integer with the given radix and number of bits. */
function parseWhole(text: string, base: number, bits: number): bigint {
  const [, sign, digits] = /^([+-]?)([0-9a-z]+)$/.exec(text.toLowerCase()) ?? [];
  if (digits === undefined) throw notNumber(text);
  let value = 0n;
  for (const digit of digits) {
    const worth = DIGITS.indexOf(digit);
    if (worth >= base) throw notNumber(text);
    value = value * BigInt(base) + BigInt(worth);
  }
  if (sign === '-') value = -value;
  if (BigInt.asIntN(bits, value) !== value) throw notNumber(text);
  return value;
}

function parseDouble(text: string): number {
  const digits = text.trim();
  if (digits === '') throw new PainlessFailure('number_format_exception', 'empty String');
  const plain = digits.replace(/(?<=\d|\.)[dDfF]$/, '');
  const value = Number(plain);
  const isNumber = /^[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?$/.test(plain);
  if (isNumber) return value;
  if (/^[+-]?(?:NaN|Infinity)$/.test(digits)) return value;
  throw notNumber(digits);
}

const unsigned = (value: Value, bits: number): bigint => BigInt.asUintN(bits, asBigInt(value));

function bitsOf(value: Value, bits: number): string {
  return unsigned(value, bits).toString(2).padStart(bits, '0');
}

const signed = (text: string, bits: number): bigint => BigInt.asIntN(bits, BigInt(`0b${text}`));

/** Members shared by Integer and Long; results get their type from the signature. */
function wholeClass(bits: number, parse: string): StaticClass {
  const most = 2n ** BigInt(bits - 1) - 1n;
  const give = (value: bigint): Value => (bits === 64 ? long(value) : Number(BigInt.asIntN(bits, value)));
  const radix = (base: Value | undefined): number => (base === undefined ? 10 : asInteger(base));
  return {
    constants: { MAX_VALUE: give(most), MIN_VALUE: give(-most - 1n), SIZE: bits, BYTES: bits / 8 },
    methods: {
      [parse]: ([text, base]) => give(parseWhole(asText(text), radix(base), bits)),
      valueOf: ([value, base]: readonly Value[]) =>
        typeof value === 'string' ? give(parseWhole(value, radix(base), bits)) : value,
      decode: ([text]) => give(BigInt(asText(text))),
      toString: ([value, base]: readonly Value[]) => asBigInt(value).toString(radix(base)),
      toHexString: ([value]) => unsigned(value, bits).toString(16),
      toBinaryString: ([value]) => unsigned(value, bits).toString(2),
      toOctalString: ([value]) => unsigned(value, bits).toString(8),
      toUnsignedString: ([value, base]) => unsigned(value, bits).toString(radix(base)),
      toUnsignedLong: ([value]) => unsigned(value, bits),
      parseUnsignedInt: ([text, base]) => give(parseWhole(asText(text), radix(base), 64)),
      compare: ([a, b]) => Math.sign(compare(a, b)),
      compareUnsigned: ([a, b]) => compare(unsigned(a, bits), unsigned(b, bits)),
      divideUnsigned: ([a, b]) => give(unsigned(a, bits) / unsigned(b, bits)),
      remainderUnsigned: ([a, b]) => give(unsigned(a, bits) % unsigned(b, bits)),
      signum: ([value]) => compare(asBigInt(value), 0n),
      sum: ([a, b]) => give(asBigInt(a) + asBigInt(b)),
      max: ([a, b]) => (compare(a, b) < 0 ? b : a),
      min: ([a, b]) => (compare(a, b) > 0 ? b : a),
      hashCode: ([value]) => hashCode(value),
      bitCount: ([value]) => bitsOf(value, bits).replaceAll('0', '').length,
      reverse: ([value]) => give(signed(bitsOf(value, bits).split('').reverse().join(''), bits)),
      reverseBytes: ([value]) =>
        give(signed((bitsOf(value, bits).match(/.{8}/g) ?? []).reverse().join(''), bits)),
      highestOneBit: ([value]) => {
        const at = bitsOf(value, bits).indexOf('1');
        return at < 0 ? give(0n) : give(1n << BigInt(bits - 1 - at));
      },
      lowestOneBit: ([value]) => give(asBigInt(value) & -asBigInt(value)),
      numberOfLeadingZeros: ([value]) => /^0*/.exec(bitsOf(value, bits))?.[0].length ?? 0,
      numberOfTrailingZeros: ([value]) => /0*$/.exec(bitsOf(value, bits))?.[0].length ?? 0,
      rotateLeft: ([value, by]) => rotated(value, toInt(by), bits, give),
      rotateRight: ([value, by]) => rotated(value, -toInt(by), bits, give),
    },
  };
}

function rotated(value: Value, by: number, bits: number, give: (value: bigint) => Value): Value {
  const text = bitsOf(value, bits);
  const at = ((by % bits) + bits) % bits;
  return give(signed(text.slice(at) + text.slice(0, at), bits));
}

function narrowClass(kind: 'byte' | 'short', parse: string, bits: number): StaticClass {
  const most = 2 ** (bits - 1) - 1;
  return {
    constants: {
      MAX_VALUE: new Narrow(kind, most),
      MIN_VALUE: new Narrow(kind, -most - 1),
      SIZE: bits,
      BYTES: bits / 8,
    },
    methods: {
      [parse]: ([text, base = 10]) => Number(parseWhole(asText(text), asInteger(base), bits)),
      valueOf: ([value, base = 10]: readonly Value[]) =>
        typeof value === 'string'
          ? new Narrow(kind, Number(parseWhole(value, asInteger(base), bits)))
          : value,
      compare: ([a, b]) => asInteger(a) - asInteger(b),
      toString: ([value]: readonly Value[]) => asText(value),
      hashCode: ([value]) => hashCode(value),
      toUnsignedInt: ([value]) => asInteger(value) & (2 ** bits - 1),
      toUnsignedLong: ([value]) => asInteger(value) & (2 ** bits - 1),
    },
  };
}

const bytes = new DataView(new ArrayBuffer(8));

function floating(
  kind: 'float' | 'double',
  parse: string,
  constants: Readonly<Record<string, number>>,
): StaticClass {
  const give = (value: number): Value =>
    kind === 'double' ? new Double(value) : new Narrow('float', Math.fround(value));
  return {
    constants: {
      ...Object.fromEntries(Object.entries(constants).map(([name, value]) => [name, give(value)])),
      SIZE: kind === 'double' ? 64 : 32,
      BYTES: kind === 'double' ? 8 : 4,
    },
    methods: {
      [parse]: ([text]) => give(parseDouble(asText(text))),
      valueOf: ([value]: readonly Value[]) => (typeof value === 'string' ? give(parseDouble(value)) : value),
      isNaN: ([x]) => Number.isNaN(asNumber(x)),
      isInfinite: ([x]) => Math.abs(asNumber(x)) === Number.POSITIVE_INFINITY,
      isFinite: ([x]) => Number.isFinite(asNumber(x)),
      toString: ([x]: readonly Value[]) => asText(x),
      hashCode: ([x]) => hashCode(x),
      compare: ([a, b]) => Math.sign(asNumber(a) - asNumber(b)),
      sum: ([a, b]) => give(asNumber(a) + asNumber(b)),
      max: ([a, b]) => give(Math.max(asNumber(a), asNumber(b))),
      min: ([a, b]) => give(Math.min(asNumber(a), asNumber(b))),
      doubleToLongBits: ([x]) => {
        bytes.setFloat64(0, asNumber(x));
        return bytes.getBigInt64(0);
      },
      longBitsToDouble: ([x]) => {
        bytes.setBigInt64(0, toLong(x));
        return new Double(bytes.getFloat64(0));
      },
      floatToIntBits: ([x]) => {
        bytes.setFloat32(0, asNumber(x));
        return bytes.getInt32(0);
      },
      intBitsToFloat: ([x]) => {
        bytes.setInt32(0, toInt(x));
        return new Narrow('float', bytes.getFloat32(0));
      },
    },
  };
}

/** The character of a char or a code point. */
const letter = (value: Value): string => String.fromCodePoint(asInteger(value));
const test =
  (pattern: () => RegExp) =>
  ([value]: readonly Value[]): Value =>
    pattern().test(letter(value));

/** Java's whitespace: excludes no-break spaces, includes the ASCII separators. */
function isSpace(code: number): boolean {
  if (code >= 0x1c && code <= 0x1f) return true;
  return /^[\t-\r\p{Z}]$/u.test(String.fromCodePoint(code)) && ![0xa0, 0x2007, 0x202f].includes(code);
}

const characters: StaticClass = {
  constants: {
    MAX_VALUE: new Narrow('char', 0xffff),
    MIN_VALUE: new Narrow('char', 0),
    SIZE: 16,
    BYTES: 2,
    MIN_RADIX: 2,
    MAX_RADIX: 36,
  },
  methods: {
    isWhitespace: ([value]) => isSpace(asInteger(value)),
    isSpaceChar: test(() => /^\p{Z}$/u),
    isDigit: test(() => /^\p{Nd}$/u),
    isLetter: test(() => /^\p{L}$/u),
    isLetterOrDigit: test(() => /^[\p{L}\p{Nd}]$/u),
    isAlphabetic: test(() => /^\p{Alphabetic}$/u),
    isUpperCase: test(() => /^\p{Uppercase}$/u),
    isLowerCase: test(() => /^\p{Lowercase}$/u),
    isTitleCase: test(() => /^\p{Lt}$/u),
    isDefined: test(() => /^\P{Cn}$/u),
    isISOControl: test(() => /^\p{Cc}$/u),
    isIdeographic: test(() => /^\p{Ideographic}$/u),
    isSurrogate: test(() => /^\p{Cs}$/u),
    isJavaIdentifierStart: test(() => /^[\p{L}\p{Nl}\p{Sc}\p{Pc}]$/u),
    isJavaIdentifierPart: test(() => /^[\p{L}\p{Nl}\p{Nd}\p{Mn}\p{Mc}\p{Sc}\p{Pc}\p{Cf}]$/u),
    toUpperCase: ([value]) => letter(value).toUpperCase(),
    toLowerCase: ([value]) => letter(value).toLowerCase(),
    toTitleCase: ([value]) => letter(value).toUpperCase(),
    getNumericValue: ([value]) => {
      const worth = DIGITS.indexOf(letter(value).toLowerCase());
      return worth;
    },
    digit: ([value, base]) => {
      const worth = DIGITS.indexOf(letter(value).toLowerCase());
      return worth < asInteger(base) ? worth : -1;
    },
    forDigit: ([value, base]) => (asInteger(value) < asInteger(base) ? DIGITS[asInteger(value)] : '\0'),
    charCount: ([value]) => letter(value).length,
    toChars: ([value]) => letter(value).split(''),
    compare: ([a, b]) => asInteger(a) - asInteger(b),
    hashCode: ([value]) => asInteger(value),
    toString: ([value]: readonly Value[]) => asText(value),
    valueOf: ([value]: readonly Value[]) => value,
  },
};

const booleans: StaticClass = {
  constants: { TRUE: true, FALSE: false },
  methods: {
    parseBoolean: ([text]) => asText(text).toLowerCase() === 'true',
    valueOf: ([value]: readonly Value[]) =>
      typeof value === 'string' ? value.toLowerCase() === 'true' : value,
    toString: ([value]: readonly Value[]) => asText(value),
    compare: ([a, b]) => Number(a) - Number(b),
    hashCode: ([value]) => hashCode(value),
    logicalAnd: ([a, b]) => a === true && b === true,
    logicalOr: ([a, b]) => a === true || b === true,
    logicalXor: ([a, b]) => a !== b,
  },
};

const LIMITS = {
  NaN: Number.NaN,
  POSITIVE_INFINITY: Number.POSITIVE_INFINITY,
  NEGATIVE_INFINITY: Number.NEGATIVE_INFINITY,
};

export const numberClasses: Readonly<Record<string, StaticClass>> = {
  Integer: wholeClass(32, 'parseInt'),
  Long: wholeClass(64, 'parseLong'),
  Short: narrowClass('short', 'parseShort', 16),
  Byte: narrowClass('byte', 'parseByte', 8),
  Double: floating('double', 'parseDouble', {
    ...LIMITS,
    MAX_VALUE: Number.MAX_VALUE,
    MIN_VALUE: Number.MIN_VALUE,
    MIN_NORMAL: 2 ** -1022,
    MAX_EXPONENT: 1023,
    MIN_EXPONENT: -1022,
  }),
  Float: floating('float', 'parseFloat', {
    ...LIMITS,
    MAX_VALUE: (2 - 2 ** -23) * 2 ** 127,
    MIN_VALUE: 2 ** -149,
    MIN_NORMAL: 2 ** -126,
    MAX_EXPONENT: 127,
    MIN_EXPONENT: -126,
  }),
  Character: characters,
  Boolean: booleans,
};
