import { float32ToNumber } from './float32.ts';
import { JsonDouble } from './jsonValue.ts';

/**
 * A computed double as a value of a response: printed as Java prints it, with a fraction or an exponent always. Most
 * doubles are printed alike by both languages and stay numbers.
 */
export function jsonDouble(value: number): number | JsonDouble {
  return printsAlike(value) ? value : new JsonDouble(value);
}

/** A computed float as a value of a response. */
export function jsonFloat(value: number): number | JsonDouble {
  return jsonDouble(float32ToNumber(value));
}

/** Java prints numbers from 1e-3 to 1e7 without an exponent, and JavaScript prints their fractions as Java does. */
function printsAlike(value: number): boolean {
  if (Number.isInteger(value)) return false;
  const magnitude = Math.abs(value);
  return (magnitude >= 1e-3 && magnitude < 1e7) || !Number.isFinite(value);
}
