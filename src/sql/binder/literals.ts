import type { LiteralNode } from '../ast/index.ts';
import { SqlError } from '../errors.ts';
import { dateOfText, type EvaluationContext, timeOfText, timestampOfText } from '../functions/index.ts';
import type { SqlType } from '../types.ts';
import type { SqlValue } from '../values/index.ts';
import { type BoundLiteral, literalOf } from './bound.ts';

/** A literal's type and value. Throws SemanticCheckException for dates and times that are none. */
export function bindLiteral(node: LiteralNode, context: EvaluationContext): BoundLiteral {
  switch (node.type) {
    case 'null':
      return literalOf(null, 'undefined');
    case 'string':
      return literalOf(node.value, 'keyword');
    case 'date':
      return literalOf(dateOfText(String(node.value)), 'date');
    case 'time':
      return literalOf(timeOfText(String(node.value)), 'time');
    case 'timestamp':
      return literalOf(timestampOfText(String(node.value), 'timestamp', context), 'timestamp');
    default:
      if (typeof node.value === 'bigint' && !isLong(node.value)) {
        context.beyond?.(new SqlError('NumberFormatException', `For input string: "${node.value}"`));
        return literalOf(Number(node.value), 'double');
      }
      return literalOf(node.value as SqlValue, node.type satisfies SqlType);
  }
}

function isLong(value: bigint): boolean {
  return BigInt.asIntN(64, value) === value;
}
