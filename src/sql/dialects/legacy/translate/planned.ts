import type { ExpressionNode, LiteralNode, SelectNode } from '../../../ast/index.ts';
import { astChildren } from '../../../binder/index.ts';
import { isAggregateWord } from './names.ts';
import type { Scope } from './scope.ts';

/**
 * Whether the original's query planner handles the groups of a statement (or of a sub-select and the
 * statement around it): all its columns are double. It handles neither `*` nor anything nested; otherwise
 * keys have the types of the mapping, and metrics are printed as strings.
 */
export function isPlanned(selects: readonly SelectNode[], scope: Scope): boolean {
  const expressions = selects.flatMap(expressionsOf);
  const hasStar = selects.some(({ items }) => items.some(({ expression }) => isStar(expression)));
  if (hasStar || expressions.some((expression) => someNode(expression, isNestedNode(scope)))) return false;
  return (
    selects.some(({ groupBy, having }) => groupBy.length > 0 || having !== null) ||
    expressions.some((expression) => someNode(expression, isAggregateNode))
  );
}

/** `(*)` is parsed as a column named `*`. */
export function isStar(node: ExpressionNode): boolean {
  return node.kind === 'star' || (node.kind === 'column' && node.parts.join('.') === '*');
}

/** The expressions in all clauses of a SELECT. */
export function expressionsOf({
  items,
  where,
  groupBy,
  having,
  orderBy,
}: SelectNode): readonly ExpressionNode[] {
  return [
    ...items.map(({ expression }) => expression),
    ...(where === null ? [] : [where]),
    ...groupBy,
    ...(having === null ? [] : [having]),
    ...orderBy.map(({ expression }) => expression),
  ];
}

/** `nested(…) IN (…)` is searched for outside of the nested documents: nothing is found. */
export function losesPath({ where }: SelectNode): boolean {
  const isLost = (node: ExpressionNode): boolean =>
    node.kind === 'in' && node.operand.kind === 'call' && node.operand.name.toLowerCase() === 'nested';
  return where !== null && someNode(where, isLost);
}

/** Whether it has a LIKE with letters, which is case-sensitive here and case-insensitive in V2. */
export function distinguishesCase({ where }: SelectNode): boolean {
  const isLike = (node: ExpressionNode): boolean =>
    node.kind === 'like' && !node.regexp && node.pattern.kind === 'literal' && hasLetters(node.pattern);
  return where !== null && someNode(where, isLike);
}

function hasLetters({ value }: LiteralNode): boolean {
  return typeof value === 'string' && value.toLowerCase() !== value.toUpperCase();
}

/** Whether the test holds for the expression or one inside it. */
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
