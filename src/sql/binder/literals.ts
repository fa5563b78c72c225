import type { LiteralNode } from '../ast/index.ts';
import { dateOfText, timeOfText, timestampOfText } from '../functions/index.ts';
import type { SqlType } from '../types.ts';
import type { SqlValue } from '../values/index.ts';
import { type BoundLiteral, literalOf } from './bound.ts';

/** A literal's type and value. Throws SemanticCheckException for dates and times that are none. */
export function bindLiteral(node: LiteralNode): BoundLiteral {
  switch (node.type) {
    case 'null':
    case 'missing':
      return literalOf(null, 'undefined');
    case 'string':
      return literalOf(node.value, 'keyword');
    case 'date':
      return literalOf(dateOfText(String(node.value)), 'date');
    case 'time':
      return literalOf(timeOfText(String(node.value)), 'time');
    case 'timestamp':
      return literalOf(timestampOfText(String(node.value), 'timestamp'), 'timestamp');
    default:
      return literalOf(node.value as SqlValue, node.type satisfies SqlType);
  }
}
