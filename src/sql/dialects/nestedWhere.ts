import type { ColumnNode, ExpressionNode, SelectItemNode, SelectNode, StatementNode } from '../ast/index.ts';
import { astChildren } from '../binder/index.ts';

/**
 * V2 has `nested(…)` only in its select list, but notices that after it has checked the rest of WHERE. This
 * is the statement it checks: with fields in place of the calls, and the conditions inside them as columns.
 * Null if V2 does not get that far.
 */
export function understoodWhere(statement: StatementNode): SelectNode | null {
  if (statement.kind !== 'select' || statement.from?.kind !== 'table' || statement.where === null)
    return null;
  const { where, span } = statement;
  const conditions: ExpressionNode[] = [];
  if (!replaceable(where)) return null;
  const replaced = replace(where, conditions);
  if (replaced === where) return null;
  const one: ExpressionNode = { kind: 'literal', type: 'integer', value: 1, span };
  const items = [one, ...conditions].map(
    (expression, i): SelectItemNode => ({ expression, alias: null, text: `c${i}` }),
  );
  return {
    ...statement,
    distinct: false,
    items,
    // A condition alone is taken for what it is.
    where: replaced.kind === 'column' ? null : replaced,
    groupBy: [],
    having: null,
    orderBy: [],
  };
}

/** Whether all calls name fields: a path in quotes is no field of V2. */
function replaceable(node: ExpressionNode): boolean {
  const isNested = node.kind === 'call' && node.name.toLowerCase() === 'nested';
  if (isNested && (node.args[0]?.kind !== 'column' || node.args.length > 2)) return false;
  return astChildren(node).every(replaceable);
}

/** The expression itself when nothing in it is nested. */
function replace(node: ExpressionNode, conditions: ExpressionNode[]): ExpressionNode {
  const inner = (child: ExpressionNode): ExpressionNode => replace(child, conditions);
  switch (node.kind) {
    case 'call': {
      if (node.name.toLowerCase() !== 'nested') return node;
      const [field, condition] = node.args;
      if (condition !== undefined && condition.kind !== 'column') conditions.push(inner(condition));
      return field as ColumnNode;
    }
    case 'comparison': {
      const [left, right] = [inner(node.left), inner(node.right)];
      return left === node.left && right === node.right ? node : { ...node, left, right };
    }
    case 'and':
    case 'or': {
      const operands = node.operands.map(inner);
      return operands.every((operand, i) => operand === node.operands[i]) ? node : { ...node, operands };
    }
    case 'not':
    case 'isNull':
    case 'like':
    case 'between':
    case 'in': {
      const operand = inner(node.operand);
      return operand === node.operand ? node : { ...node, operand };
    }
    default:
      return node;
  }
}
