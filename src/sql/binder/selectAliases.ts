import { javaDouble } from '../../common/index.ts';
import type { ExpressionNode, LiteralNode, SelectItemNode, SelectNode } from '../ast/index.ts';
import { semanticError } from '../errors.ts';
import type { EvaluationContext } from '../functions/index.ts';

/** GROUP BY and ORDER BY may refer to a column of the select list by alias or position. */

export function substituteAlias(items: readonly SelectItemNode[], node: ExpressionNode): ExpressionNode {
  if (node.kind !== 'column' || node.parts.length !== 1) return node;
  return items.find(({ alias }) => alias === node.parts[0])?.expression ?? node;
}

/**
 * Throws SemanticCheckException for a position past the end of the list. The original also rejects other
 * constants.
 */
export function substituteOrdinal(
  items: readonly SelectItemNode[],
  node: ExpressionNode,
  { beyond }: Pick<EvaluationContext, 'beyond'>,
): ExpressionNode {
  if (node.kind !== 'literal') return node;
  if (node.type !== 'integer') {
    beyond?.(semanticError(`Non-integer constant [${printed(node)}] found in ordinal`));
    return node;
  }
  const ordinal = Number(node.value);
  if (ordinal < 1 || ordinal > items.length) {
    throw semanticError(`Ordinal [${ordinal}] is out of bound of select item list`);
  }
  return items[ordinal - 1].expression;
}

/** Positions are checked before everything else that may be wrong. */
export function checkOrdinals(
  { items, distinct, groupBy, orderBy }: SelectNode,
  context: Pick<EvaluationContext, 'beyond'>,
): void {
  // The original groups by what is DISTINCT; positions there are checked where they are looked up.
  const selected = distinct ? items.map(({ expression }) => expression).filter(isNoNumber) : [];
  const keys = [...selected, ...groupBy, ...orderBy.map(({ expression }) => expression)];
  for (const key of keys) substituteOrdinal(items, key, context);
}

function isNoNumber(node: ExpressionNode): boolean {
  return node.kind !== 'literal' || node.type !== 'integer';
}

function printed({ type, value }: LiteralNode): string {
  return type === 'double' ? javaDouble(Number(value)) : String(value);
}
