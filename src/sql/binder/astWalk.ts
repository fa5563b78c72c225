import type { CallNode, CaseNode, ExpressionNode, LikeNode, LogicalNode, QueryNode } from '../ast/index.ts';
import { aggregateByName } from '../functions/index.ts';

/** Questions about expressions before their names are bound. */

/** Operands and arguments, without the contents of subqueries, windows and filters. */
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

/** Whether there is an aggregate outside a window. */
export function containsAggregate(node: ExpressionNode): boolean {
  return firstAggregate(node) !== null;
}

/** The name of the first such aggregate, as in the original's messages. */
export function firstAggregate(node: ExpressionNode): string | null {
  if (node.kind === 'call' && isAggregateCall(node)) return node.name.toLowerCase();
  if (node.kind === 'call' && node.over !== null) return null;
  for (const child of astChildren(node)) {
    const name = firstAggregate(child);
    if (name !== null) return name;
  }
  return null;
}

/** The outermost aggregates that are not window functions. */
export function aggregatesOf(node: ExpressionNode): readonly ExpressionNode[] {
  if (isAggregateCall(node)) return [node];
  return node.kind === 'call' && node.over !== null ? [] : astChildren(node).flatMap(aggregatesOf);
}

/**
 * Whether there is a subquery, including inside windows and filters; subqueries themselves are not searched.
 */
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

/** Whether there is a window function anywhere. */
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

/** Whether there is a column outside all aggregates. */
export function hasPlainColumn(node: ExpressionNode): boolean {
  if (isAggregateCall(node)) return false;
  return node.kind === 'column' || astChildren(node).some(hasPlainColumn);
}

/**
 * An expression as printed in the original's messages: `+(age, 1)`, `Cast(expression=age,
 * convertedType=LONG)`.
 */
export function printAst(node: ExpressionNode): string {
  switch (node.kind) {
    case 'column':
      return node.parts.join('.');
    case 'literal':
      return String(node.value);
    case 'binary':
    case 'comparison':
      return `${node.operator}(${printAst(node.left)}, ${printAst(node.right)})`;
    case 'and':
    case 'or':
      return printLogical(node);
    case 'not':
      return `Not(expression=${printAst(node.operand)})`;
    case 'isNull':
      return `is ${node.negated ? 'not ' : ''}${node.what}(${printAst(node.operand)})`;
    case 'like':
      return printLike(node);
    case 'between':
      return printNot(
        node.negated,
        `Between(value=${printAst(node.operand)}, lowerBound=${printAst(node.low)}, upperBound=${printAst(node.high)})`,
      );
    case 'in':
      return printNot(
        node.negated,
        `In(field=${printAst(node.operand)}, valueList=[${(node.list ?? []).map(printAst).join(', ')}])`,
      );
    case 'case':
      return printCase(node);
    case 'cast':
      return `Cast(expression=${printAst(node.operand)}, convertedType=${node.type})`;
    case 'interval':
      return `Interval(value=${printAst(node.amount)}, unit=${node.unit})`;
    case 'call':
      return `${node.name}(${node.args.map(printAst).join(', ')})`;
    case 'star':
      return '*';
    default:
      return `${node.kind}(${astChildren(node).map(printAst).join(', ')})`;
  }
}

function printLogical({ kind, operands }: LogicalNode): string {
  const name = kind === 'and' ? 'And' : 'Or';
  return operands.map(printAst).reduce((left, right) => `${name}(left=${left}, right=${right})`);
}

function printLike({ operand, pattern, negated, regexp }: LikeNode): string {
  const name = regexp ? 'regexp' : negated ? 'not like' : 'like';
  const text = `${name}(${printAst(operand)}, ${printAst(pattern)})`;
  return regexp ? printNot(negated, text) : text;
}

function printNot(negated: boolean, text: string): string {
  return negated ? `Not(expression=${text})` : text;
}

function printCase({ operand, branches, otherwise }: CaseNode): string {
  const printed = (node: ExpressionNode | null): string => (node === null ? 'null' : printAst(node));
  const whens = branches.map(
    ({ when, then }) => `When(condition=${printAst(when)}, result=${printAst(then)})`,
  );
  return `Case(caseValue=${printed(operand)}, whenClauses=[${whens.join(', ')}], elseClause=${printed(otherwise)})`;
}
