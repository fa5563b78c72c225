import type { ExpressionNode } from '../ast/index.ts';
import { SqlError } from '../errors.ts';

/** A number of rows: a 32-bit integer, else NumberFormatException as Java's Integer.parseInt words it. */
export function limitValue(image: string): number {
  if (!/^\d{1,10}$/.test(image) || Number(image) > 2147483647) {
    throw new SqlError('NumberFormatException', `For input string: "${image}"`);
  }
  return Number(image);
}

/** The number of rows of a search that names none. */
const ROWS_OF_A_SEARCH = 10;

/** The same of an expression, in parentheses or with a sign; a search without a size is that of a negative one. */
export function limitOf(node: ExpressionNode, text: string): number {
  if (node.kind !== 'literal' || node.type !== 'integer') return limitValue(text);
  return Number(node.value) < 0 ? ROWS_OF_A_SEARCH : Number(node.value);
}
