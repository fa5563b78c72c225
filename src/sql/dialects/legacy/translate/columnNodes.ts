import {
  type CallNode,
  type ColumnNode,
  derive,
  type ExpressionNode,
  mapTree,
  type SelectNode,
} from '../../../ast/index.ts';
import { isMetric } from './metrics.ts';
import type { Scope } from './scope.ts';

/**
 * A SELECT whose columns have lost the aliases of their tables, as the original's rewriters leave it: names that are
 * made of them have none. Columns of nested tables are calls, `nested(lines.qty)`, where such a call may stand; WHERE
 * keeps them, for it joins neighbouring conditions.
 */
export function unaliased(select: SelectNode, scope: Scope): SelectNode {
  const own = (node: ExpressionNode): ExpressionNode => rewritten(node, scope);
  return derive(select, {
    items: select.items.map((item) => derive(item, { expression: own(item.expression) })),
    groupBy: select.groupBy.map(own),
    having: select.having === null ? null : own(select.having),
    orderBy: select.orderBy.map((order) => derive(order, { expression: own(order.expression) })),
  });
}

function rewritten(node: ExpressionNode, scope: Scope): ExpressionNode {
  const own = (inner: ExpressionNode): ExpressionNode => rewritten(inner, scope);
  switch (node.kind) {
    case 'column':
      return nestedColumn(node, scope);
    case 'row':
      return derive(node, { items: node.items.map(own) });
    case 'isNull':
      return derive(node, { operand: own(node.operand) });
    case 'call':
      return isMetric(node.name) ? derive(node, { args: node.args.map(own) }) : withoutAlias(node, scope);
    case 'and':
    case 'or':
      return derive(node, { operands: node.operands.map(own) });
    case 'not':
      return derive(node, { operand: own(node.operand) });
    case 'comparison':
      return derive(node, { left: inMetric(node.left, scope), right: inMetric(node.right, scope) });
    case 'between':
    case 'in':
      return derive(node, { operand: inMetric(node.operand, scope) });
    default:
      return withoutAlias(node, scope);
  }
}

function inMetric(node: ExpressionNode, scope: Scope): ExpressionNode {
  return node.kind === 'call' ? rewritten(node, scope) : withoutAlias(node, scope);
}

function withoutAlias(node: ExpressionNode, scope: Scope): ExpressionNode {
  return mapTree(node, (part) => {
    const inner = part as ExpressionNode;
    return inner.kind === 'column' ? derive(inner, { parts: [scope.column(inner).name] }) : null;
  });
}

/** The nested documents themselves keep their name. */
function nestedColumn(column: ColumnNode, scope: Scope): ColumnNode | CallNode {
  const { name, nestedPath } = scope.column(column);
  if (name === nestedPath) return column;
  const { span } = column;
  const field = derive(column, { parts: [name] });
  if (nestedPath === null) return field;
  const none = { options: [], distinct: false, filter: null, over: null };
  return { kind: 'call', name: 'nested', args: [field], ...none, span };
}
