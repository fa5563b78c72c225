import type { CallNode, ExpressionNode, QueryNode } from '../ast/index.ts';
import { aggregateByName } from '../functions/index.ts';

/** Questions about expressions before their names are bound. */

/** Operands and arguments; not the insides of subqueries, windows and filters. */
export function astChildren(node: ExpressionNode): readonly ExpressionNode[] {
  switch (node.kind) {
    case 'binary':
    case 'comparison':
      return [node.left, node.right];
    case 'and':
    case 'or':
      return node.operands;
    case 'not':
    case 'negate':
    case 'isNull':
    case 'cast':
    case 'quantified':
      return [node.operand];
    case 'like':
      return [node.operand, node.pattern];
    case 'between':
      return [node.operand, node.low, node.high];
    case 'in':
      return [node.operand, ...(node.list ?? [])];
    case 'case':
      return [
        ...(node.operand === null ? [] : [node.operand]),
        ...node.branches.flatMap(({ when, then }) => [when, then]),
        ...(node.otherwise === null ? [] : [node.otherwise]),
      ];
    case 'call':
      return node.args;
    case 'row':
      return node.items;
    case 'interval':
      return [node.amount];
    default:
      return [];
  }
}

function isAggregateCall(node: ExpressionNode): boolean {
  return node.kind === 'call' && node.over === null && aggregateByName(node.name) !== undefined;
}

/** An aggregate anywhere but inside a window. */
export function containsAggregate(node: ExpressionNode): boolean {
  return firstAggregate(node) !== null;
}

/** The name of that aggregate, as the original's messages have it. */
export function firstAggregate(node: ExpressionNode): string | null {
  if (node.kind === 'call' && isAggregateCall(node)) return node.name.toLowerCase();
  if (node.kind === 'call' && node.over !== null) return null;
  for (const child of astChildren(node)) {
    const name = firstAggregate(child);
    if (name !== null) return name;
  }
  return null;
}

/** The outermost aggregates that are no windows. */
export function aggregatesOf(node: ExpressionNode): readonly ExpressionNode[] {
  if (isAggregateCall(node)) return [node];
  return node.kind === 'call' && node.over !== null ? [] : astChildren(node).flatMap(aggregatesOf);
}

/** A subquery anywhere, also inside windows and filters; not whether it holds another. */
export function containsSubquery(node: ExpressionNode): boolean {
  return subqueriesOf(node).length > 0;
}

export function subqueriesOf(node: ExpressionNode): readonly QueryNode[] {
  const inner = allChildren(node).flatMap(subqueriesOf);
  const own = 'query' in node && node.query !== null ? [node.query] : [];
  return own.length === 0 ? inner : [...own, ...inner];
}

function allChildren(node: ExpressionNode): readonly ExpressionNode[] {
  if (node.kind !== 'call') return astChildren(node);
  const { args, filter, over } = node;
  const window =
    over === null ? [] : [...over.partitionBy, ...over.orderBy.map(({ expression }) => expression)];
  return [...args, ...(filter === null ? [] : [filter]), ...window];
}

/** A window function anywhere. */
export function containsWindow(node: ExpressionNode): boolean {
  return firstWindow(node) !== null;
}

export function firstWindow(node: ExpressionNode): CallNode | null {
  if (node.kind === 'call' && node.over !== null) return node;
  for (const child of astChildren(node)) {
    const call = firstWindow(child);
    if (call !== null) return call;
  }
  return null;
}

/** A column outside of every aggregate. */
export function hasPlainColumn(node: ExpressionNode): boolean {
  if (isAggregateCall(node)) return false;
  return node.kind === 'column' || astChildren(node).some(hasPlainColumn);
}

/** An expression as the original's messages print it: `+(age, 1)`. */
export function printAst(node: ExpressionNode): string {
  switch (node.kind) {
    case 'column':
      return node.parts.join('.');
    case 'literal':
      return String(node.value);
    case 'binary':
    case 'comparison':
      return `${node.operator}(${printAst(node.left)}, ${printAst(node.right)})`;
    case 'call':
      return `${node.name.toLowerCase()}(${node.args.map(printAst).join(', ')})`;
    case 'star':
      return '*';
    default:
      return `${node.kind}(${astChildren(node).map(printAst).join(', ')})`;
  }
}
