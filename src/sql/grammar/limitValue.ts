import type { ExpressionNode } from '../ast/index.ts';
import { SqlError } from '../errors.ts';

/**
 * A number of rows as a 32-bit integer; otherwise throws NumberFormatException with the message of Java's
 * Integer.parseInt.
 */
export function limitValue(image: string): number {
  if (!/^\d{1,10}$/.test(image) || Number(image) > 2147483647) {
    throw new SqlError('NumberFormatException', `For input string: "${image}"`);
  }
  return Number(image);
}

/** The default size of a search. */
const ROWS_OF_A_SEARCH = 10;

/**
 * Like `limitValue`, for an expression in parentheses or with a sign; a negative limit becomes a search's
 * default size.
 */
export function limitOf(node: ExpressionNode, text: string): number {
  if (node.kind !== 'literal' || node.type !== 'integer') return limitValue(text);
  return Number(node.value) < 0 ? ROWS_OF_A_SEARCH : Number(node.value);
}
