import type { ExpressionNode, SelectItemNode } from '../ast/index.ts';
import { semanticError } from '../errors.ts';

/** GROUP BY and ORDER BY may name a column of the select list by its alias or its number. */

export function substituteAlias(items: readonly SelectItemNode[], node: ExpressionNode): ExpressionNode {
  if (node.kind !== 'column' || node.parts.length !== 1) return node;
  return items.find(({ alias }) => alias === node.parts[0])?.expression ?? node;
}

/** Throws SemanticCheckException for a number past the list. */
export function substituteOrdinal(items: readonly SelectItemNode[], node: ExpressionNode): ExpressionNode {
  if (node.kind !== 'literal' || node.type !== 'integer') return node;
  const ordinal = Number(node.value);
  if (ordinal < 1 || ordinal > items.length) {
    throw semanticError(`Ordinal [${ordinal}] is out of bound of select item list`);
  }
  return items[ordinal - 1].expression;
}
