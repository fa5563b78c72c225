import {
  add,
  type DoubleDouble,
  divide,
  doubleDouble,
  multiply,
  negate,
  productOf,
  scale,
  sumOf,
} from './doubleDouble.ts';

/**
 * Elementary functions with the results of Java's Math on common processors: the double nearest to the exact
 * value. JavaScript's own are fdlibm's, an ulp off in one of ten cases (`exp`, `pow`), which shows in printed
 * doubles. Java itself is an ulp off in about one of 500.
 */
export const javaMath = {
  exp(x: number): number {
    return Math.abs(x) < 700 ? quickExp(x) : Math.exp(x);
  },

  log(x: number): number {
    if (!isOrdinary(x)) return Math.log(x);
    const { high, low } = quickLog(x);
    return high + low;
  },

  log10(x: number): number {
    return isOrdinary(x) ? multiply(quickLog(x), PER_LN10).high : Math.log10(x);
  },

  pow(x: number, y: number): number {
    const near = x ** y;
    if (!isOrdinary(Math.abs(x)) || !isOrdinary(Math.abs(near))) return near;
    const size = exp(multiply(log(Math.abs(x)), doubleDouble(y))).high;
    return near < 0 ? -size : size;
  },

  sin(x: number): number {
    return isReducible(x) ? sine(x, 0).high : Math.sin(x);
  },

  cos(x: number): number {
    return isReducible(x) ? sine(x, 1).high : Math.cos(x);
  },

  tan(x: number): number {
    return isReducible(x) ? divide(sine(x, 0), sine(x, 1)).high : Math.tan(x);
  },

  cbrt,
} as const;

/**
 * False for arguments the functions below cannot handle: zeros, subnormals, infinities, NaN and negative
 * numbers.
 */
function isOrdinary(x: number): boolean {
  return x >= LEAST_NORMAL && x < Number.POSITIVE_INFINITY;
}

const LEAST_NORMAL = 2 ** -1022;

const LN2 = [Math.LN2, 2.3190468138462996e-17, 5.707708438416212e-34];
const HALF_PI = [Math.PI / 2, 6.123233995736766e-17, -1.4973849048591698e-33];
const PER_LN10 = doubleDouble(Math.LOG10E, 1.098319650216765e-17);
const ONE = doubleDouble(1);

/** `x` minus `count` times a constant that is given as a sum of parts. */
function reduced(x: DoubleDouble, count: number, constant: readonly number[]): DoubleDouble {
  return constant.reduce((rest, part) => add(rest, negate(productOf(count, part))), x);
}

/** 1 / n! for n from 0. */
const INVERSE_FACTORIALS: readonly DoubleDouble[] = Array.from({ length: 30 }).reduce<DoubleDouble[]>(
  (found) => [...found, divide(found[found.length - 1], doubleDouble(found.length))],
  [ONE],
);

const EXP_COEFFICIENTS = INVERSE_FACTORIALS.slice(1, 11);
const HALVINGS = 9;

/** A Taylor series of a 512th of the argument, then squared back: `e^2x - 1 = (e^x - 1) (e^x + 1)`. */
function exp(x: DoubleDouble): DoubleDouble {
  const twos = Math.round(x.high / LN2[0]);
  const small = scale(reduced(x, twos, LN2), 2 ** -HALVINGS);
  let lessOne = multiply(small, polynomial(small, EXP_COEFFICIENTS));
  for (let i = 0; i < HALVINGS; i++) lessOne = multiply(lessOne, add(lessOne, doubleDouble(2)));
  // In two steps: 2 ** 1024 is not a double, but the final product may be.
  return scale(scale(add(lessOne, ONE), 2 ** (twos - 1)), 2);
}

/** Near 1 by a series; elsewhere by one Newton step from JavaScript's value. */
function log(x: number): DoubleDouble {
  const beyondOne = x - 1;
  if (Math.abs(beyondOne) < 2 ** -10) {
    return multiply(doubleDouble(beyondOne), polynomial(doubleDouble(beyondOne), LOG_COEFFICIENTS));
  }
  const near = doubleDouble(Math.log(x));
  const power = exp(near);
  const error = divide(add(doubleDouble(x), negate(power)), power);
  return add(near, add(error, scale(multiply(error, error), -0.5)));
}

/** 1, -1/2, 1/3 … */
const LOG_COEFFICIENTS = Array.from({ length: 12 }, (_, i) =>
  divide(doubleDouble(i % 2 === 0 ? 1 : -1), doubleDouble(i + 1)),
);

const STEPS = 256;

let rootsOfTwo: readonly DoubleDouble[] | null = null;

/** 2 ** (i / STEPS) for each i from 0. */
function makeRoots(): readonly DoubleDouble[] {
  return Array.from({ length: STEPS }, (_, i) => exp(reduced(doubleDouble(0), -i / STEPS, LN2)));
}

/**
 * A tabulated root of two times a short series of the remainder, which is below 0.0014: about ten times
 * faster than `exp`.
 */
function quickExp(x: number): number {
  const count = Math.round((x * STEPS) / LN2[0]);
  const turns = Math.floor(count / STEPS);
  const product = productOf(count / STEPS, LN2[0]);
  const rest = x - product.high - (product.low + (count / STEPS) * LN2[1]);
  const lessOne = rest + rest * rest * (0.5 + rest * (1 / 6 + rest * (1 / 24 + rest * (1 / 120))));
  rootsOfTwo ??= makeRoots();
  const { high, low } = rootsOfTwo[count - turns * STEPS];
  return (high + (low + high * lessOne)) * 2 ** turns;
}

interface Factor {
  readonly factor: number;
  readonly log: DoubleDouble;
}

let factors: readonly Factor[] | null = null;

/**
 * For each subinterval of [1, 2): a factor of 10 bits that brings its middle close to 1, and the logarithm of
 * that factor.
 */
function makeFactors(): readonly Factor[] {
  return Array.from({ length: STEPS }, (_, i) => {
    const factor = Math.round(1024 / (1 + (i + 0.5) / STEPS)) / 1024;
    return { factor, log: log(factor) };
  });
}

/** log(2 ** e * m) as e * log 2 - log(f) + log(f * m); the last term is a short series. */
function quickLog(x: number): DoubleDouble {
  if (Math.abs(x - 1) < 2 ** -7) return log(x);
  words.setFloat64(0, x);
  const top = words.getInt32(0);
  const exponent = (top >>> 20) - 1023;
  factors ??= makeFactors();
  const { factor, log: ofFactor } = factors[(top >>> 12) & (STEPS - 1)];
  words.setInt32(0, (top & 0xfffff) | 0x3ff00000);
  const product = productOf(words.getFloat64(0), factor);
  const beyondOne = product.high - 1 + product.low;
  const rounded = product.low - (beyondOne - (product.high - 1));
  const square = beyondOne * beyondOne;
  let series = 0;
  for (let n = 8; n >= 2; n--) series = series * beyondOne + (n % 2 === 0 ? -1 : 1) / n;
  const twos = productOf(exponent, LN2[0]);
  const whole = sumOf(twos.high, -ofFactor.high);
  const sum = sumOf(whole.high, beyondOne);
  const low = twos.low + exponent * LN2[1] - ofFactor.low + rounded + square * series;
  return sumOf(sum.high, sum.low + whole.low + low);
}

/** Evaluates by Horner's rule; the constant term comes first. */
function polynomial(x: DoubleDouble, coefficients: readonly DoubleDouble[]): DoubleDouble {
  return coefficients.reduceRight((sum, coefficient) => add(multiply(sum, x), coefficient), doubleDouble(0));
}

/** Whether π/2 in three parts is precise enough to reduce `x`. */
function isReducible(x: number): boolean {
  return Math.abs(x) < 2 ** 26 && Math.abs(x) > 2 ** -500;
}

const SINE = [1, 3, 5, 7, 9, 11, 13, 15, 17, 19, 21, 23, 25, 27, 29].map(signedInverseFactorial);
const COSINE = [0, 2, 4, 6, 8, 10, 12, 14, 16, 18, 20, 22, 24, 26, 28].map(signedInverseFactorial);

function signedInverseFactorial(n: number, i: number): DoubleDouble {
  return i % 2 === 0 ? INVERSE_FACTORIALS[n] : negate(INVERSE_FACTORIALS[n]);
}

/** The sine of `x` plus `quarters` quarter turns. */
function sine(x: number, quarters: number): DoubleDouble {
  const count = Math.round(x / HALF_PI[0]);
  const rest = reduced(doubleDouble(x), count, HALF_PI);
  const square = multiply(rest, rest);
  const quadrant = (((count + quarters) % 4) + 4) % 4;
  const value = quadrant % 2 === 0 ? multiply(rest, polynomial(square, SINE)) : polynomial(square, COSINE);
  return quadrant < 2 ? value : negate(value);
}

const words = new DataView(new ArrayBuffer(8));

/**
 * Java uses fdlibm's algorithm, which is up to 0.667 ulp off: a first guess of 5 bits by dividing the
 * exponent by three, then 23 bits by a rational function, truncated to 20, and one Newton step.
 */
function cbrt(x: number): number {
  if (!isOrdinary(Math.abs(x))) return Math.cbrt(x);
  const size = Math.abs(x);
  words.setFloat64(0, size);
  let root = doubleOf(Math.floor(words.getInt32(0) / 3) + 715094163);
  const ratio = 0.5428571428571428 + ((root * root) / size) * root;
  root *=
    0.35714285714285715 + 1.6071428571428572 / (ratio + 1.4142857142857144 - 0.7053061224489796 / ratio);
  words.setFloat64(0, root);
  root = doubleOf(words.getInt32(0) + 1);
  const quotient = size / (root * root);
  const better = root + root * ((quotient - root) / (root + root + quotient));
  return x < 0 ? -better : better;
}

/** The double whose high 32 bits are `top` and whose low bits are zero. */
function doubleOf(top: number): number {
  words.setInt32(0, top);
  words.setInt32(4, 0);
  return words.getFloat64(0);
}
