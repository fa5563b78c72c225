import { float32ToNumber } from './float32.ts';
import { JsonDouble } from './jsonValue.ts';

/**
 * A computed double as a response value, printed as Java prints it: always with a fraction or an exponent.
 * Doubles that both languages print alike stay numbers.
 */
export function jsonDouble(value: number): number | JsonDouble {
  return printsAlike(value) ? value : new JsonDouble(value);
}

/** A computed float as a response value. */
export function jsonFloat(value: number): number | JsonDouble {
  return jsonDouble(float32ToNumber(value));
}

/**
 * Java prints numbers from 1e-3 to 1e7 without an exponent; JavaScript prints their fractions the same way.
 */
function printsAlike(value: number): boolean {
  if (Number.isInteger(value)) return false;
  const magnitude = Math.abs(value);
  return (magnitude >= 1e-3 && magnitude < 1e7) || !Number.isFinite(value);
}
