/**
 * The number that prints as Java prints the float: the shortest decimal that rounds to the same float32.
 * Scores and float columns must go through this function before they are returned.
 */
export function float32ToNumber(value: number): number {
  const single = Math.fround(value);
  const isSmallInteger = Number.isInteger(single) && Math.abs(single) <= 2 ** 24;
  if (!Number.isFinite(single) || isSmallInteger) return single;
  for (let digits = 6; digits <= 9; digits++) {
    const candidate = rounded(single, digits);
    if (Math.fround(candidate) === single) return candidate;
  }
  return single;
}

/** Powers of ten from 1e-9 on. Those from 1 to 1e22 are exact. */
const POWERS = Array.from({ length: 32 }, (_, at) => Number(`1e${at - 9}`));
const ONE = 9;
/** This close to the middle of two decimals, the product cannot tell which is nearer. */
const DOUBT = 1e-5;

/**
 * The nearest decimal with this many digits, like `toPrecision`, but without creating text where arithmetic
 * is exact.
 */
function rounded(single: number, digits: number): number {
  const magnitude = Math.abs(single);
  if (magnitude < POWERS[1] || magnitude >= POWERS[ONE + 6]) return Number(single.toPrecision(digits));
  let at = ONE + Math.floor(Math.log10(magnitude));
  if (POWERS[at] > magnitude) at--;
  else if (POWERS[at + 1] <= magnitude) at++;
  const places = POWERS[ONE + digits - 1 - (at - ONE)];
  const product = single * places;
  const whole = Math.round(product);
  if (0.5 - Math.abs(product - whole) < DOUBT) return Number(single.toPrecision(digits));
  return whole / places;
}

/** As Java's Double.toString prints it: `1.0`, `1.0E10`, `0.001`. */
export function javaDouble(value: number): string {
  if (Number.isNaN(value)) return 'NaN';
  if (!Number.isFinite(value)) return value > 0 ? 'Infinity' : '-Infinity';
  if (value === 0) return Object.is(value, -0) ? '-0.0' : '0.0';
  const magnitude = Math.abs(value);
  if (magnitude >= 1e-3 && magnitude < 1e7) {
    const text = String(value);
    return text.includes('.') ? text : `${text}.0`;
  }
  const [mantissa, exponent] = value.toExponential().split('e');
  return `${mantissa.includes('.') ? mantissa : `${mantissa}.0`}E${Number(exponent)}`;
}

/** As Java's Float.toString prints the float32 nearest to `value`. */
export function javaFloat(value: number): string {
  return javaDouble(float32ToNumber(value));
}
