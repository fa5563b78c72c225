import type { ExpressionNode, SelectItemNode, SelectNode } from '../../../ast/index.ts';
import { refuse } from './refuse.ts';

/**
 * A statement whose FROM is a plain sub-select, as one statement: the outer names are replaced by what the inner
 * list gives them, both conditions apply. Throws SqlError for sub-selects that cannot be merged.
 */
export function mergeDerived(select: SelectNode): SelectNode {
  if (select.from?.kind !== 'derived') return select;
  const { query, alias } = select.from;
  if (query.kind !== 'select') throw refuse('Unsupported subquery', 'IllegalStateException');
  const inner = mergeDerived(query);
  if (
    inner.groupBy.length > 0 ||
    inner.having !== null ||
    inner.distinct ||
    inner.limit !== null ||
    inner.offset > 0
  ) {
    throw refuse('Unsupported subquery', 'IllegalStateException');
  }
  const replace = replacer(inner.items, alias);
  const conditions = [inner.where, select.where === null ? null : replace(select.where)].filter(
    (node) => node !== null,
  );
  const orderBy = select.orderBy.length > 0 ? select.orderBy : inner.orderBy;
  return {
    ...select,
    from: inner.from,
    items: select.items.flatMap((item) => mergedItems(item, inner.items, replace)),
    where:
      conditions.length > 1
        ? { kind: 'and', operands: conditions, span: select.span }
        : (conditions[0] ?? null),
    groupBy: select.groupBy.map(replace),
    having: select.having === null ? null : replace(select.having),
    orderBy: orderBy.map((order) => ({ ...order, expression: replace(order.expression) })),
  };
}

function mergedItems(
  item: SelectItemNode,
  inner: readonly SelectItemNode[],
  replace: (node: ExpressionNode) => ExpressionNode,
): readonly SelectItemNode[] {
  if (item.expression.kind === 'star') return inner;
  return [{ ...item, expression: replace(item.expression) }];
}

/** Replaces columns by the inner items that they name. */
function replacer(
  items: readonly SelectItemNode[],
  alias: string | null,
): (node: ExpressionNode) => ExpressionNode {
  const byName = new Map<string, ExpressionNode>();
  for (const { alias: given, text, expression } of items) byName.set(given ?? text, expression);
  const column = (parts: readonly string[]): ExpressionNode | undefined => {
    const own = parts.length > 1 && parts[0] === alias ? parts.slice(1) : parts;
    return byName.get(own.join('.'));
  };
  const visit = (node: ExpressionNode): ExpressionNode => {
    switch (node.kind) {
      case 'column':
        return column(node.parts) ?? node;
      case 'comparison':
      case 'binary':
        return { ...node, left: visit(node.left), right: visit(node.right) };
      case 'and':
      case 'or':
        return { ...node, operands: node.operands.map(visit) };
      case 'not':
      case 'isNull':
      case 'negate':
      case 'cast':
        return { ...node, operand: visit(node.operand) };
      case 'like':
        return { ...node, operand: visit(node.operand), pattern: visit(node.pattern) };
      case 'between':
        return { ...node, operand: visit(node.operand), low: visit(node.low), high: visit(node.high) };
      case 'in':
        return { ...node, operand: visit(node.operand) };
      case 'call':
        return { ...node, args: node.args.map(visit) };
      default:
        return node;
    }
  };
  return visit;
}
