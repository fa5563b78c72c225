import { type CallNode, derive, type ExpressionNode, type SelectItemNode } from '../../../ast/index.ts';
import { legacyAggregates } from '../../../grammar/index.ts';
import { literalText } from './literals.ts';
import { OPERATOR_NAMES } from './painless.ts';

/** An expression as the original names it: `add(rating, 10)`, `SUBSTRING(city, 1, 1)`. */
export function expressionName(node: ExpressionNode): string {
  switch (node.kind) {
    case 'literal':
      return node.type === 'string' ? `'${node.value}'` : node.value === null ? 'NULL' : literalText(node);
    case 'column':
      return node.parts.join('.');
    case 'star':
      return node.qualifier === null ? '*' : `${node.qualifier}.*`;
    case 'negate':
      return `-${expressionName(node.operand)}`;
    case 'binary':
      return `${OPERATOR_NAMES[node.operator]}(${expressionName(node.left)}, ${expressionName(node.right)})`;
    case 'comparison':
      return `${expressionName(node.left)} ${node.operator} ${expressionName(node.right)}`;
    case 'and':
    case 'or':
      return node.operands.map(expressionName).join(` ${node.kind.toUpperCase()} `);
    case 'isNull':
      return `${expressionName(node.operand)} IS ${node.negated ? 'NOT ' : ''}NULL`;
    case 'call':
      return `${node.name}(${node.distinct ? 'DISTINCT ' : ''}${node.args.map(expressionName).join(', ')})`;
    case 'cast':
      return `cast_${expressionName(node.operand)}`;
    default:
      return node.kind;
  }
}

/** An expression as it is written: the original takes it for a field's name where it expects one. */
export function writtenName(node: ExpressionNode): string {
  if (node.kind !== 'binary') return expressionName(node);
  return `${writtenName(node.left)} ${node.operator} ${writtenName(node.right)}`;
}

/** Whether the original's grammar knows the word as that of an aggregate; other aggregates are plain calls to it. */
export function isAggregateWord(name: string): boolean {
  return legacyAggregates.has(name.toUpperCase());
}

/** A column of the query planner without alias: functions are named by their first argument. */
export function plannedName({ expression, text }: SelectItemNode): string {
  if (expression.kind === 'column') return expressionName(expression);
  if (expression.kind !== 'call') return text.toLowerCase();
  if (isAggregateWord(expression.name))
    return aggregationName(derive(expression, { args: expression.args.slice(0, 1) }));
  const [argument] = expression.args;
  return argument === undefined
    ? expressionName(expression)
    : `${expression.name}(${expressionName(argument)})`;
}

/** Aggregates of the original's grammar are upper-case however they are written. */
export function methodName(call: CallNode): string {
  const upper = call.name.toUpperCase();
  return legacyAggregates.has(upper) ? upper : call.name;
}

/** `COUNT(DISTINCT city)`, `range(age,20,30)`, `TOPHITS(size=1,age=desc)`: an aggregation's name without alias. */
export function aggregationName(call: CallNode): string {
  const distinct = call.distinct ? 'DISTINCT ' : '';
  return `${methodName(call)}(${distinct}${[...call.args.map(argumentName), ...optionNames(call)].join(',')})`;
}

export function argumentName(node: ExpressionNode): string {
  if (node.kind === 'literal') return literalText(node);
  // `'size'=1`, `age='desc'` written as a comparison.
  if (node.kind === 'comparison' && node.operator === '=') {
    return `${argumentName(node.left)}=${argumentName(node.right)}`;
  }
  return expressionName(node);
}

function optionNames(call: CallNode): string[] {
  return call.options.map(({ name, value }) => `${name}=${argumentName(value)}`);
}
