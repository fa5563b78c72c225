import type { SqlType } from '../types.ts';

/** Java's integers: results wrap around at the width of their type. Longs beyond 2^53 are bigint. */

export type Integral = number | bigint;

/** Converts a bigint to a number if that is exact. */
export function normal(value: bigint): Integral {
  const number = Number(value);
  return Number.isSafeInteger(number) ? number : value;
}

export function wrap(value: bigint, type: SqlType): Integral {
  switch (type) {
    case 'byte':
      return Number(BigInt.asIntN(8, value));
    case 'short':
      return Number(BigInt.asIntN(16, value));
    case 'integer':
      return Number(BigInt.asIntN(32, value));
    default:
      return normal(BigInt.asIntN(64, value));
  }
}

/** Converts a double to an integer like a Java cast: truncated, clamped to the range, NaN becomes 0. */
export function truncateTo(value: number, type: SqlType): Integral {
  if (Number.isNaN(value)) return 0;
  const whole = Math.trunc(value);
  if (type === 'long') {
    if (Number.isSafeInteger(whole)) return whole === 0 ? 0 : whole;
    const clamped = whole > 0 ? Math.min(whole, 2 ** 63) : Math.max(whole, -(2 ** 63));
    const exact = BigInt(clamped);
    return exact > 9223372036854775807n ? 9223372036854775807n : exact;
  }
  const int = Math.min(Math.max(whole, -2147483648), 2147483647);
  return wrap(BigInt(int === 0 ? 0 : int), type);
}
