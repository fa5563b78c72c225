import { javaDouble } from '../../../../common/index.ts';
import { type CallNode, derive, type ExpressionNode, type SelectItemNode } from '../../../ast/index.ts';
import { OPERATOR_NAMES } from './painless.ts';

/** An expression as the original names it: `add(rating, 10)`, `SUBSTRING(city, 1, 1)`. */
export function expressionName(node: ExpressionNode): string {
  switch (node.kind) {
    case 'literal':
      return node.type === 'string'
        ? `'${node.value}'`
        : String(node.value).toUpperCase() === 'NULL'
          ? 'NULL'
          : String(node.value);
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
    case 'call':
      return `${node.name}(${node.distinct ? 'DISTINCT ' : ''}${node.args.map(expressionName).join(', ')})`;
    case 'cast':
      return `cast_${expressionName(node.operand)}`;
    default:
      return node.kind;
  }
}

const UPPER_CASE: ReadonlySet<string> = new Set(['COUNT', 'SUM', 'AVG', 'MIN', 'MAX', 'STDDEV']);

/** Whether the original's grammar knows the word as that of an aggregate; other aggregates are plain calls to it. */
export function isAggregateWord(name: string): boolean {
  return UPPER_CASE.has(name.toUpperCase());
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
  return UPPER_CASE.has(upper) ? upper : call.name;
}

/** `COUNT(DISTINCT city)`, `range(age,20,30)`, `TOPHITS(size=1,age=desc)`: an aggregation's name without alias. */
export function aggregationName(call: CallNode): string {
  const distinct = call.distinct ? 'DISTINCT ' : '';
  return `${methodName(call)}(${distinct}${[...call.args.map(argumentName), ...optionNames(call)].join(',')})`;
}

export function argumentName(node: ExpressionNode): string {
  if (node.kind === 'literal') {
    return node.type === 'double' ? javaDouble(Number(node.value)) : String(node.value);
  }
  // `'size'=1`, `age='desc'` written as a comparison.
  if (node.kind === 'comparison' && node.operator === '=') {
    return `${argumentName(node.left)}=${argumentName(node.right)}`;
  }
  return expressionName(node);
}

function optionNames(call: CallNode): string[] {
  return call.options.map(({ name, value }) => `${name}=${argumentName(value)}`);
}
