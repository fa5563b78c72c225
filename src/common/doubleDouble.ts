/**
 * Numbers of about 106 bits as sums of two doubles, `high + low` with `|low| ≤ ulp(high) / 2` (Dekker 1971): enough to
 * round a function's value to the nearest double.
 */
export interface DoubleDouble {
  readonly high: number;
  readonly low: number;
}

const SPLITTER = 2 ** 27 + 1;

export function doubleDouble(high: number, low = 0): DoubleDouble {
  return { high, low };
}

/** `a + b` without rounding error, whatever their magnitudes. */
export function sumOf(a: number, b: number): DoubleDouble {
  const high = a + b;
  const rounded = high - a;
  return { high, low: a - (high - rounded) + (b - rounded) };
}

/** `a * b` without rounding error; neither may exceed 2 ** 996. */
export function productOf(a: number, b: number): DoubleDouble {
  const high = a * b;
  const aTop = a * SPLITTER - (a * SPLITTER - a);
  const bTop = b * SPLITTER - (b * SPLITTER - b);
  const aRest = a - aTop;
  const bRest = b - bTop;
  return { high, low: aTop * bTop - high + aTop * bRest + aRest * bTop + aRest * bRest };
}

export function add(a: DoubleDouble, b: DoubleDouble): DoubleDouble {
  const sum = sumOf(a.high, b.high);
  return sumOf(sum.high, sum.low + a.low + b.low);
}

export function multiply(a: DoubleDouble, b: DoubleDouble): DoubleDouble {
  const product = productOf(a.high, b.high);
  return sumOf(product.high, product.low + a.high * b.low + a.low * b.high);
}

export function divide(a: DoubleDouble, b: DoubleDouble): DoubleDouble {
  const first = a.high / b.high;
  const rest = add(a, negate(multiply(b, doubleDouble(first))));
  const second = rest.high / b.high;
  const last = add(rest, negate(multiply(b, doubleDouble(second))));
  return add(sumOf(first, second), doubleDouble(last.high / b.high));
}

export function negate({ high, low }: DoubleDouble): DoubleDouble {
  return { high: -high, low: -low };
}

/** Multiplies by a power of two, which is exact. */
export function scale({ high, low }: DoubleDouble, factor: number): DoubleDouble {
  return { high: high * factor, low: low * factor };
}
