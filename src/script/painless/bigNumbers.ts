import { toInt, toLong } from './casts.ts';
import { PainlessFailure } from './errors.ts';
import type { MemberTable } from './memberTable.ts';
import type { StaticClass } from './staticClass.ts';
import {
  asBigInt,
  asInteger,
  asNumber,
  asText,
  classCast,
  Double,
  type Ordered,
  typeName,
  type Value,
} from './values.ts';

/** The java.math classes BigInteger, BigDecimal, MathContext, RoundingMode. */

export class BigInteger implements Ordered {
  readonly className = 'java.math.BigInteger';
  readonly value: bigint;

  constructor(value: bigint) {
    this.value = value;
  }

  compareWith(other: Value): number {
    if (other instanceof BigInteger) return this.value < other.value ? -1 : this.value > other.value ? 1 : 0;
    throw classCast(typeName(other), this.className);
  }

  toString(): string {
    return String(this.value);
  }
}

export class BigDecimal implements Ordered {
  readonly className = 'java.math.BigDecimal';
  readonly unscaled: bigint;
  readonly scale: number;

  constructor(unscaled: bigint, scale: number) {
    this.unscaled = unscaled;
    this.scale = scale;
  }

  compareWith(other: Value): number {
    if (!(other instanceof BigDecimal)) throw classCast(typeName(other), this.className);
    const scale = Math.max(this.scale, other.scale);
    const difference = at(this, scale) - at(other, scale);
    return difference < 0n ? -1 : difference > 0n ? 1 : 0;
  }

  get precision(): number {
    return this.unscaled === 0n ? 1 : digitsOf(this.unscaled).length;
  }

  toString(): string {
    const exponent = -this.scale + (digitsOf(this.unscaled).length - 1);
    if (this.scale >= 0 && exponent >= -6) return plainText(this);
    const digits = digitsOf(this.unscaled);
    const head = digits.length > 1 ? `${digits[0]}.${digits.slice(1)}` : digits;
    return `${this.unscaled < 0n ? '-' : ''}${head}E${exponent >= 0 ? '+' : ''}${exponent}`;
  }
}

const digitsOf = (value: bigint): string => String(value < 0n ? -value : value);

function plainText({ unscaled, scale }: BigDecimal): string {
  const sign = unscaled < 0n ? '-' : '';
  const digits = digitsOf(unscaled);
  if (scale <= 0) return sign + digits + (unscaled === 0n ? '' : '0'.repeat(-scale));
  const padded = digits.padStart(scale + 1, '0');
  return `${sign}${padded.slice(0, -scale)}.${padded.slice(-scale)}`;
}

const ten = (power: number): bigint => 10n ** BigInt(power);

/** The unscaled value at a scale that is not smaller. */
const at = ({ unscaled, scale }: BigDecimal, wanted: number): bigint => unscaled * ten(wanted - scale);

const MODES = 'UP DOWN CEILING FLOOR HALF_UP HALF_DOWN HALF_EVEN UNNECESSARY'.split(' ');

class RoundingMode implements Ordered {
  readonly className = 'java.math.RoundingMode';
  readonly name: string;

  constructor(name: string) {
    this.name = name;
  }

  compareWith(other: Value): number {
    return MODES.indexOf(this.name) - MODES.indexOf(String(other));
  }

  toString(): string {
    return this.name;
  }
}

class MathContext implements Ordered {
  readonly className = 'java.math.MathContext';
  readonly precision: number;
  readonly mode: string;

  constructor(precision: number, mode: string) {
    this.precision = precision;
    this.mode = mode;
  }

  compareWith(): number {
    return 0;
  }

  toString(): string {
    return `precision=${this.precision} roundingMode=${this.mode}`;
  }
}

/** The rounding mode, given as its constant or as the number used by older methods. */
function modeOf(mode: Value | undefined): string {
  if (mode === undefined) return 'UNNECESSARY';
  return mode instanceof RoundingMode ? mode.name : MODES[asInteger(mode)];
}

/** The rounded quotient. */
function divided(a: bigint, b: bigint, mode: string): bigint {
  if (b === 0n)
    throw new PainlessFailure('arithmetic_exception', a === 0n ? 'Division undefined' : 'Division by zero');
  const quotient = a / b;
  const rest = a % b;
  if (rest === 0n) return quotient;
  const sign = a < 0n === b < 0n ? 1n : -1n;
  const twice = (rest < 0n ? -rest : rest) * 2n;
  const divisor = b < 0n ? -b : b;
  const half = twice === divisor ? 0 : twice > divisor ? 1 : -1;
  return goesUp(mode, sign === 1n, half, quotient % 2n !== 0n) ? quotient + sign : quotient;
}

function goesUp(mode: string, positive: boolean, half: number, odd: boolean): boolean {
  switch (mode) {
    case 'UP':
      return true;
    case 'DOWN':
      return false;
    case 'CEILING':
      return positive;
    case 'FLOOR':
      return !positive;
    case 'HALF_UP':
      return half >= 0;
    case 'HALF_DOWN':
      return half > 0;
    case 'HALF_EVEN':
      return half > 0 || (half === 0 && odd);
    default:
      throw new PainlessFailure('arithmetic_exception', 'Rounding necessary');
  }
}

function rescaled(value: BigDecimal, scale: number, mode: string): BigDecimal {
  if (scale >= value.scale) return new BigDecimal(at(value, scale), scale);
  return new BigDecimal(divided(value.unscaled, ten(value.scale - scale), mode), scale);
}

function rounded(value: BigDecimal, context: Value | undefined): BigDecimal {
  if (!(context instanceof MathContext) || context.precision === 0) return value;
  const excess = value.precision - context.precision;
  if (excess <= 0) return value;
  const cut = rescaled(value, value.scale - excess, context.mode);
  return cut.precision > context.precision ? rounded(cut, context) : cut;
}

function parseDecimal(text: string): BigDecimal {
  const [, sign, whole, fraction = '', exponent = '0'] =
    /^([+-]?)(\d*)(?:\.(\d*))?(?:[eE]([+-]?\d+))?$/.exec(text) ?? [];
  if (whole === undefined || whole + fraction === '') {
    throw new PainlessFailure('number_format_exception', 'null');
  }
  const unscaled = BigInt(whole + fraction);
  return new BigDecimal(sign === '-' ? -unscaled : unscaled, fraction.length - Number(exponent));
}

const decimalOf = (value: Value): BigDecimal => {
  if (value instanceof BigDecimal) return value;
  if (value instanceof BigInteger) return new BigDecimal(value.value, 0);
  if (typeof value === 'number' || typeof value === 'bigint') return new BigDecimal(BigInt(value), 0);
  return parseDecimal(asText(value));
};

/** The exact value of a double. */
function exactly(number: number): BigDecimal {
  if (Number.isInteger(number)) return new BigDecimal(BigInt(number), 0);
  let scale = 0;
  let scaled = number;
  while (!Number.isInteger(scaled) && scale < 1100) {
    scaled *= 2;
    scale++;
  }
  return stripped(new BigDecimal(BigInt(scaled) * 5n ** BigInt(scale), scale), 0);
}

function stripped(value: BigDecimal, least = Number.NEGATIVE_INFINITY): BigDecimal {
  let { unscaled, scale } = value;
  if (unscaled === 0n) return new BigDecimal(0n, 0);
  while (unscaled % 10n === 0n && scale > least) {
    unscaled /= 10n;
    scale--;
  }
  return new BigDecimal(unscaled, scale);
}

function divide(a: BigDecimal, [other, second, third]: readonly Value[]): BigDecimal {
  const b = decimalOf(other);
  if (second instanceof MathContext && second.precision > 0) {
    const scale = second.precision + 3 + b.precision - a.precision + a.scale - b.scale;
    const wide = quotient(a, b, Math.max(scale, a.scale - b.scale), 'DOWN');
    const isExact =
      wide.unscaled * b.unscaled * ten(Math.max(0, a.scale - wide.scale - b.scale)) ===
      at(a, Math.max(a.scale, wide.scale + b.scale));
    const sticky = isExact
      ? wide
      : new BigDecimal(wide.unscaled * 10n + (wide.unscaled < 0n ? -1n : 1n), wide.scale + 1);
    const result = rounded(sticky, second);
    return isExact ? stripped(result, a.scale - b.scale) : result;
  }
  if (third !== undefined) return quotient(a, b, asInteger(second), modeOf(third));
  if (second !== undefined) return quotient(a, b, a.scale, modeOf(second));
  if (b.unscaled === 0n) divided(a.unscaled, 0n, 'DOWN');
  const preferred = a.scale - b.scale;
  const most = Math.ceil((10 * b.precision) / 3) + a.precision + Math.abs(preferred) + 3;
  const wide = quotient(a, b, most, 'DOWN');
  const back = new BigDecimal(wide.unscaled * b.unscaled, wide.scale + b.scale);
  if (back.compareWith(a) !== 0) {
    throw new PainlessFailure(
      'arithmetic_exception',
      'Non-terminating decimal expansion; no exact representable decimal result.',
    );
  }
  return stripped(wide, preferred);
}

function quotient(a: BigDecimal, b: BigDecimal, scale: number, mode: string): BigDecimal {
  const shift = scale - a.scale + b.scale;
  const top = shift >= 0 ? a.unscaled * ten(shift) : a.unscaled;
  const bottom = shift >= 0 ? b.unscaled : b.unscaled * ten(-shift);
  return new BigDecimal(divided(top, bottom, mode), scale);
}

function added(a: BigDecimal, b: BigDecimal, sign: 1n | -1n): BigDecimal {
  const scale = Math.max(a.scale, b.scale);
  return new BigDecimal(at(a, scale) + sign * at(b, scale), scale);
}

export const decimalMembers: MemberTable<BigDecimal> = {
  add: (self, [other, context]) => rounded(added(self, decimalOf(other), 1n), context),
  subtract: (self, [other, context]) => rounded(added(self, decimalOf(other), -1n), context),
  multiply: (self, [other, context]) => {
    const b = decimalOf(other);
    return rounded(new BigDecimal(self.unscaled * b.unscaled, self.scale + b.scale), context);
  },
  divide,
  remainder: (self, [other]) => {
    const b = decimalOf(other);
    const whole = quotient(self, b, 0, 'DOWN');
    return added(self, new BigDecimal(whole.unscaled * b.unscaled, b.scale), -1n);
  },
  divideToIntegralValue: (self, [other]) => quotient(self, decimalOf(other), 0, 'DOWN'),
  pow: (self, [power, context]) =>
    rounded(
      new BigDecimal(self.unscaled ** BigInt(asInteger(power)), self.scale * asInteger(power)),
      context,
    ),
  negate: (self) => new BigDecimal(-self.unscaled, self.scale),
  plus: (self, [context]) => rounded(self, context),
  abs: (self) => new BigDecimal(self.unscaled < 0n ? -self.unscaled : self.unscaled, self.scale),
  round: (self, [context]) => rounded(self, context),
  setScale: (self, [scale, mode]) => rescaled(self, asInteger(scale), modeOf(mode)),
  stripTrailingZeros: (self) => stripped(self),
  movePointLeft: (self, [by]) => moved(self, asInteger(by)),
  movePointRight: (self, [by]) => moved(self, -asInteger(by)),
  scaleByPowerOfTen: (self, [by]) => new BigDecimal(self.unscaled, self.scale - asInteger(by)),
  signum: (self) => (self.unscaled < 0n ? -1 : self.unscaled > 0n ? 1 : 0),
  scale: (self) => self.scale,
  precision: (self) => self.precision,
  unscaledValue: (self) => new BigInteger(self.unscaled),
  ulp: (self) => new BigDecimal(1n, self.scale),
  max: (self, [other]) => (self.compareWith(other) >= 0 ? self : other),
  min: (self, [other]) => (self.compareWith(other) <= 0 ? self : other),
  compareTo: (self, [other]) => self.compareWith(other),
  toBigInteger: (self) => new BigInteger(rescaled(self, 0, 'DOWN').unscaled),
  intValue: (self) => toInt(rescaled(self, 0, 'DOWN').unscaled),
  longValue: (self) => BigInt.asIntN(64, rescaled(self, 0, 'DOWN').unscaled),
  doubleValue: (self) => new Double(Number(self.toString())),
  floatValue: (self) => Math.fround(Number(self.toString())),
  intValueExact: (self) => Number(rescaled(self, 0, 'UNNECESSARY').unscaled),
  longValueExact: (self) => rescaled(self, 0, 'UNNECESSARY').unscaled,
  toPlainString: (self) => plainText(self),
  toEngineeringString: (self) => self.toString(),
  toString: (self: BigDecimal) => self.toString(),
};

function moved({ unscaled, scale }: BigDecimal, by: number): BigDecimal {
  const value = new BigDecimal(unscaled, scale + by);
  return value.scale < 0 ? rescaled(value, 0, 'UNNECESSARY') : value;
}

const big = (value: Value): bigint => (value instanceof BigInteger ? value.value : asBigInt(value));
const modulo = (a: bigint, b: bigint): bigint => ((a % b) + b) % b;

function powerModulo(base: bigint, power: bigint, by: bigint): bigint {
  let result = 1n;
  let factor = modulo(base, by);
  for (let rest = power; rest > 0n; rest >>= 1n) {
    if (rest & 1n) result = (result * factor) % by;
    factor = (factor * factor) % by;
  }
  return modulo(result, by);
}

function commonDivisor(a: bigint, b: bigint): bigint {
  return b === 0n ? (a < 0n ? -a : a) : commonDivisor(b, a % b);
}

const operation =
  (operate: (a: bigint, b: bigint) => bigint): MemberTable<BigInteger>[string] =>
  (self, [other]) =>
    new BigInteger(operate(self.value, big(other)));

const dividing = (operate: (a: bigint, b: bigint) => bigint) =>
  operation((a, b) => {
    if (b === 0n) throw new PainlessFailure('arithmetic_exception', 'BigInteger divide by zero');
    return operate(a, b);
  });

export const integerMembers: MemberTable<BigInteger> = {
  add: operation((a, b) => a + b),
  subtract: operation((a, b) => a - b),
  multiply: operation((a, b) => a * b),
  divide: dividing((a, b) => a / b),
  remainder: dividing((a, b) => a % b),
  mod: dividing(modulo),
  and: operation((a, b) => a & b),
  or: operation((a, b) => a | b),
  xor: operation((a, b) => a ^ b),
  andNot: operation((a, b) => a & ~b),
  gcd: operation(commonDivisor),
  pow: (self, [power]) => new BigInteger(self.value ** big(power)),
  modPow: (self, [power, by]) => new BigInteger(powerModulo(self.value, big(power), big(by))),
  shiftLeft: operation((a, b) => a << b),
  shiftRight: operation((a, b) => a >> b),
  max: (self, [other]) => (self.compareWith(other) >= 0 ? self : other),
  min: (self, [other]) => (self.compareWith(other) <= 0 ? self : other),
  negate: ({ value }) => new BigInteger(-value),
  not: ({ value }) => new BigInteger(~value),
  abs: ({ value }) => new BigInteger(value < 0n ? -value : value),
  signum: ({ value }) => (value < 0n ? -1 : value > 0n ? 1 : 0),
  bitLength: ({ value }) => (value < 0n ? ~value : value).toString(2).replace(/^0$/, '').length,
  bitCount: ({ value }) => (value < 0n ? ~value : value).toString(2).replaceAll('0', '').length,
  testBit: ({ value }, [bit]) => ((value >> big(bit)) & 1n) === 1n,
  compareTo: (self, [other]) => self.compareWith(other),
  intValue: ({ value }) => toInt(value),
  longValue: ({ value }) => BigInt.asIntN(64, value),
  doubleValue: ({ value }) => new Double(Number(value)),
  floatValue: ({ value }) => Math.fround(Number(value)),
  intValueExact: ({ value }) => fitting(value, 32, 'int'),
  longValueExact: ({ value }) => fitting(value, 64, 'long'),
  isProbablePrime: ({ value }) => isPrime(value),
  hashCode: ({ value }) => Number(BigInt.asIntN(32, value)),
  toString: ({ value }: BigInteger, [base = 10]: readonly Value[] = []) => value.toString(asInteger(base)),
};

function fitting(value: bigint, bits: number, type: string): bigint {
  if (BigInt.asIntN(bits, value) === value) return value;
  throw new PainlessFailure('arithmetic_exception', `BigInteger out of ${type} range`);
}

/** Fermat's primality test with a few bases. */
function isPrime(value: bigint): boolean {
  if (value < 2n) return false;
  const bases = [2n, 3n, 5n, 7n, 11n, 13n, 17n, 19n, 23n, 29n, 31n, 37n];
  return bases.every(
    (base) => value === base || (value % base !== 0n && powerModulo(base, value - 1n, value) === 1n),
  );
}

function parseInteger([text, base = 10]: readonly Value[]): Value {
  const digits = asText(text);
  const radix = asInteger(base);
  const [, sign, body] = /^([+-]?)([0-9a-zA-Z]+)$/.exec(digits) ?? [];
  let value = 0n;
  for (const letter of body?.toLowerCase() ?? '') {
    const worth = Number.parseInt(letter, 36);
    if (worth >= radix) throw new PainlessFailure('number_format_exception', `For input string: "${digits}"`);
    value = value * BigInt(radix) + BigInt(worth);
  }
  if (body === undefined) {
    const reason = digits === '' ? 'Zero length BigInteger' : `For input string: "${digits}"`;
    throw new PainlessFailure('number_format_exception', reason);
  }
  return new BigInteger(sign === '-' ? -value : value);
}

const modes = Object.fromEntries(MODES.map((name) => [name, new RoundingMode(name)]));
const context = (precision: number, mode: string) => new MathContext(precision, mode);

export const bigNumbers: Readonly<Record<string, StaticClass>> = {
  BigInteger: {
    constants: {
      ZERO: new BigInteger(0n),
      ONE: new BigInteger(1n),
      TWO: new BigInteger(2n),
      TEN: new BigInteger(10n),
    },
    methods: { valueOf: ([value]: readonly Value[]) => new BigInteger(toLong(value)) },
    create: parseInteger,
  },
  BigDecimal: {
    constants: { ZERO: new BigDecimal(0n, 0), ONE: new BigDecimal(1n, 0), TEN: new BigDecimal(10n, 0) },
    methods: {
      valueOf: ([value, scale]: readonly Value[]) =>
        scale === undefined
          ? decimalOf(new Double(asNumber(value)))
          : new BigDecimal(toLong(value), asInteger(scale)),
    },
    create: ([value, given]) =>
      rounded(value instanceof Double ? exactly(value.value) : decimalOf(value), given),
  },
  RoundingMode: {
    constants: modes,
    methods: { valueOf: ([name]: readonly Value[]) => modes[asText(name)] ?? null },
  },
  MathContext: {
    constants: {
      UNLIMITED: context(0, 'HALF_UP'),
      DECIMAL32: context(7, 'HALF_EVEN'),
      DECIMAL64: context(16, 'HALF_EVEN'),
      DECIMAL128: context(34, 'HALF_EVEN'),
    },
    create: ([precision, mode]) =>
      context(asInteger(precision), mode === undefined ? 'HALF_UP' : modeOf(mode)),
  },
};
