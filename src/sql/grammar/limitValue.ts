import { SqlError } from '../errors.ts';

/** A number of rows: a 32-bit integer, else NumberFormatException as Java's Integer.parseInt words it. */
export function limitValue(image: string): number {
  if (!/^\d{1,10}$/.test(image) || Number(image) > 2147483647) {
    throw new SqlError('NumberFormatException', `For input string: "${image}"`);
  }
  return Number(image);
}
