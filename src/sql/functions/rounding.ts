/** Rounds like Java's BigDecimal, on the exact binary value (`new BigDecimal(x)`) or the printed one. */

/** Rounds HALF_UP to `digits` decimal places (before the point when negative). */
export function roundHalfUp(value: number, digits: number): number {
  if (!Number.isFinite(value) || digits > 100) return value;
  if (digits >= 0) return Math.abs(value) >= 1e21 ? value : Number(value.toFixed(digits));
  const unit = 10n ** BigInt(Math.min(-digits, 400));
  const whole = BigInt(Math.trunc(Math.abs(value)));
  const rounded = ((whole + unit / 2n) / unit) * unit;
  return Math.sign(value) * Number(rounded);
}

/** Truncates towards zero at `digits` decimal places of the shortest decimal that represents the value. */
export function truncateDecimal(value: number, digits: number): number {
  if (!Number.isFinite(value)) return value;
  const [mantissa, exponent] = value.toExponential().split('e');
  const negative = mantissa.startsWith('-');
  const figures = mantissa.replace(/[-.]/g, '');
  const kept = Number(exponent) + 1 + digits;
  if (kept <= 0) return 0;
  if (kept >= figures.length) return value;
  return Number(`${negative ? '-' : ''}${figures.slice(0, kept)}e${Number(exponent) + 1 - kept}`);
}

/** Truncates an integer at a power of ten. */
export function truncateInteger(value: bigint, digits: number): bigint {
  if (digits >= 0) return value;
  const unit = 10n ** BigInt(Math.min(-digits, 40));
  return (value / unit) * unit;
}
