import { javaMath } from '../../common/index.ts';
import { PainlessFailure } from './errors.ts';
import type { StaticClass } from './staticClass.ts';
import { asNumber, Double, type Value } from './values.ts';

const real =
  (f: (x: number) => number) =>
  ([x]: readonly Value[]): Value =>
    new Double(f(asNumber(x)));
const real2 =
  (f: (x: number, y: number) => number) =>
  ([x, y]: readonly Value[]): Value =>
    new Double(f(asNumber(x), asNumber(y)));

/** Rounds half to even. */
function rint(x: number): number {
  const floor = Math.floor(x);
  const half = x - floor === 0.5;
  return half ? floor + (floor % 2 === 0 ? 0 : 1) : Math.round(x);
}

const bits = new DataView(new ArrayBuffer(8));

/** The adjacent double: away from zero for a positive step, towards zero for a negative one. */
function neighbour(x: number, step: 1n | -1n): number {
  bits.setFloat64(0, x);
  bits.setBigInt64(0, bits.getBigInt64(0) + step);
  return bits.getFloat64(0);
}

function nextUp(x: number): number {
  if (x === 0) return Number.MIN_VALUE;
  return Number.isFinite(x)
    ? neighbour(x, x > 0 ? 1n : -1n)
    : x === Number.NEGATIVE_INFINITY
      ? -Number.MAX_VALUE
      : x;
}

function ulp(x: number): number {
  const size = Math.abs(x);
  return Number.isFinite(size) ? nextUp(size) - size : size;
}

function exponent(x: number): number {
  bits.setFloat64(0, x);
  return ((bits.getInt32(0) >>> 20) & 0x7ff) - 1023;
}

/** java.lang.Math for scripts: of each function, the overload for doubles. */
export const math: StaticClass = {
  constants: { PI: new Double(Math.PI), E: new Double(Math.E) },
  methods: {
    abs: real(Math.abs),
    round: ([x]) => {
      const value = Math.floor(asNumber(x) + 0.5);
      if (Number.isNaN(value)) return 0n;
      if (Math.abs(value) >= 2 ** 63) return value > 0 ? 2n ** 63n - 1n : -(2n ** 63n);
      return BigInt(value);
    },
    max: real2(Math.max),
    min: real2(Math.min),
    rint: real(rint),
    ceil: real(Math.ceil),
    floor: real(Math.floor),
    sqrt: real(Math.sqrt),
    cbrt: real(javaMath.cbrt),
    exp: real(javaMath.exp),
    expm1: real(Math.expm1),
    log: real(javaMath.log),
    log10: real(javaMath.log10),
    log1p: real(Math.log1p),
    signum: real(Math.sign),
    sin: real(javaMath.sin),
    cos: real(javaMath.cos),
    tan: real(javaMath.tan),
    asin: real(Math.asin),
    acos: real(Math.acos),
    atan: real(Math.atan),
    sinh: real(Math.sinh),
    cosh: real(Math.cosh),
    tanh: real(Math.tanh),
    toDegrees: real((x) => x * (180 / Math.PI)),
    toRadians: real((x) => x * (Math.PI / 180)),
    atan2: real2(Math.atan2),
    hypot: real2(Math.hypot),
    pow: real2(javaMath.pow),
    copySign: real2((x, y) => (Object.is(Math.sign(y), -0) || y < 0 ? -Math.abs(x) : Math.abs(x))),
    IEEEremainder: real2((x, y) => x - y * rint(x / y)),
    nextUp: real(nextUp),
    nextDown: real((x) => -nextUp(-x)),
    nextAfter: real2((x, y) => (x === y ? y : y > x ? nextUp(x) : -nextUp(-x))),
    ulp: real(ulp),
    getExponent: ([x]) => exponent(asNumber(x)),
    scalb: real2((x, y) => x * 2 ** y),
    random: (_args, { random }) => new Double(random()),
    toIntExact: ([x]) => {
      const value = asNumber(x);
      if ((value | 0) !== value) throw new PainlessFailure('arithmetic_exception', 'integer overflow');
      return value;
    },
  },
};
