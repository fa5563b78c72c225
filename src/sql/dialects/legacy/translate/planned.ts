import type { ExpressionNode, SelectNode } from '../../../ast/index.ts';
import { astChildren } from '../../../binder/index.ts';
import { isAggregateWord } from './names.ts';
import type { Scope } from './scope.ts';

/**
 * Whether the original's query planner reads the groups of a statement, whose columns are all double. It takes no
 * `*` and nothing nested; the other reader takes the types of the mapping, and prints metrics as texts.
 */
export function isPlanned(select: SelectNode, scope: Scope): boolean {
  const { items, where, groupBy, having, orderBy } = select;
  const expressions = [
    ...items.map(({ expression }) => expression),
    ...(where === null ? [] : [where]),
    ...groupBy,
    ...(having === null ? [] : [having]),
    ...orderBy.map(({ expression }) => expression),
  ];
  const hasStar = items.some(({ expression }) => expression.kind === 'star');
  if (hasStar || expressions.some((expression) => someNode(expression, isNestedNode(scope)))) return false;
  return (
    groupBy.length > 0 ||
    having !== null ||
    expressions.some((expression) => someNode(expression, isAggregateNode))
  );
}

/** `nested(…) IN (…)` is searched for outside of the nested documents: nothing is found. */
export function losesPath({ where }: SelectNode): boolean {
  const isLost = (node: ExpressionNode): boolean =>
    node.kind === 'in' && node.operand.kind === 'call' && node.operand.name.toLowerCase() === 'nested';
  return where !== null && someNode(where, isLost);
}

/** Whether an expression, or one inside it, is of a kind. */
export function someNode(node: ExpressionNode, test: (node: ExpressionNode) => boolean): boolean {
  return test(node) || astChildren(node).some((child) => someNode(child, test));
}

/** EXISTS of a nested table, `nested(…)`, and columns of nested tables, which the original writes as `nested(…)`. */
function isNestedNode(scope: Scope): (node: ExpressionNode) => boolean {
  return (node) => {
    switch (node.kind) {
      case 'exists':
        return true;
      case 'column':
        return scope.column(node).nestedPath !== null;
      default:
        return node.kind === 'call' && node.name.toLowerCase() === 'nested';
    }
  };
}

function isAggregateNode(node: ExpressionNode): boolean {
  return node.kind === 'call' && isAggregateWord(node.name);
}
