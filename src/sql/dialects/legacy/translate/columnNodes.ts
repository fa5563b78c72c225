import type { CallNode, ColumnNode, ExpressionNode, SelectNode } from '../../../ast/index.ts';
import { isMetric } from './metrics.ts';
import type { Scope } from './scope.ts';

/** A node with all columns below it changed. */
export function mapColumns<Node>(value: Node, change: (column: ColumnNode) => ExpressionNode): Node {
  const inside = (part: unknown): unknown => {
    if (Array.isArray(part)) return part.map(inside);
    if (typeof part !== 'object' || part === null) return part;
    if ('kind' in part && part.kind === 'column') return change(part as ColumnNode);
    return Object.fromEntries(Object.entries(part).map(([name, member]) => [name, inside(member)]));
  };
  return inside(value) as Node;
}

/**
 * A SELECT whose columns have lost the aliases of their tables, as the original's rewriters leave it: names that are
 * made of them have none. Columns of nested tables are calls, `nested(lines.qty)`, where such a call may stand; WHERE
 * keeps them, for it joins neighbouring conditions.
 */
export function unaliased(select: SelectNode, scope: Scope): SelectNode {
  const own = (node: ExpressionNode): ExpressionNode => rewritten(node, scope);
  return {
    ...select,
    items: select.items.map((item) => ({ ...item, expression: own(item.expression) })),
    groupBy: select.groupBy.map(own),
    having: select.having === null ? null : own(select.having),
    orderBy: select.orderBy.map((order) => ({ ...order, expression: own(order.expression) })),
  };
}

function rewritten(node: ExpressionNode, scope: Scope): ExpressionNode {
  const own = (inner: ExpressionNode): ExpressionNode => rewritten(inner, scope);
  switch (node.kind) {
    case 'column':
      return nestedColumn(node, scope);
    case 'row':
      return { ...node, items: node.items.map(own) };
    case 'isNull':
      return { ...node, operand: own(node.operand) };
    case 'call':
      return isMetric(node.name) ? { ...node, args: node.args.map(own) } : withoutAlias(node, scope);
    case 'and':
    case 'or':
      return { ...node, operands: node.operands.map(own) };
    case 'not':
      return { ...node, operand: own(node.operand) };
    case 'comparison':
      return { ...node, left: inMetric(node.left, scope), right: inMetric(node.right, scope) };
    case 'between':
    case 'in':
      return { ...node, operand: inMetric(node.operand, scope) };
    default:
      return withoutAlias(node, scope);
  }
}

function inMetric(node: ExpressionNode, scope: Scope): ExpressionNode {
  return node.kind === 'call' ? rewritten(node, scope) : withoutAlias(node, scope);
}

function withoutAlias(node: ExpressionNode, scope: Scope): ExpressionNode {
  return mapColumns(node, (column) => ({ ...column, parts: [scope.column(column).name] }));
}

/** The nested documents themselves keep their name. */
function nestedColumn(column: ColumnNode, scope: Scope): ColumnNode | CallNode {
  const { name, nestedPath } = scope.column(column);
  if (name === nestedPath) return column;
  const { span } = column;
  const field: ColumnNode = { ...column, parts: [name] };
  if (nestedPath === null) return field;
  const none = { options: [], distinct: false, filter: null, over: null };
  return { kind: 'call', name: 'nested', args: [field], ...none, span };
}
