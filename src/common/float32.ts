/**
 * The number that prints as Java prints the float: the shortest decimal that rounds to the same float32.
 * Scores and float columns must go through this function before they are returned.
 */
export function float32ToNumber(value: number): number {
  const single = Math.fround(value);
  const isSmallInteger = Number.isInteger(single) && Math.abs(single) <= 2 ** 24;
  if (!Number.isFinite(single) || isSmallInteger) return single;
  for (let digits = 6; digits <= 9; digits++) {
    const candidate = Number(single.toPrecision(digits));
    if (Math.fround(candidate) === single) return candidate;
  }
  return single;
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
