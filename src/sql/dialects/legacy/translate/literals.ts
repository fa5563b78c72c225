import { type JsonValue, javaDouble } from '../../../../common/index.ts';
import { derive, type ExpressionNode, type LiteralNode } from '../../../ast/index.ts';
import { refuse } from './refuse.ts';

/** A constant as a value of the query DSL; null when the expression is none. */
export function constantOf(node: ExpressionNode): LiteralNode | null {
  if (node.kind === 'literal') return node;
  if (node.kind === 'negate' && node.operand.kind === 'literal') {
    const { value } = node.operand;
    if (typeof value === 'number' || typeof value === 'bigint')
      return derive(node.operand, { value: -value });
  }
  if (node.kind === 'call' && node.options.length === 0 && node.args.length === 1)
    return typedLiteral(node.name, node.args[0]);
  if (node.kind === 'cast') return typedLiteral(node.type, node.operand);
  return null;
}

/** `DATE('2020-01-01')`, `CAST('2020-01-01' AS DATE)`: the text, in a form that date fields read. */
function typedLiteral(type: string, operand: ExpressionNode): LiteralNode | null {
  if (operand.kind !== 'literal' || typeof operand.value !== 'string') return null;
  switch (type.toUpperCase()) {
    case 'DATE':
    case 'TIME':
    case 'TIMESTAMP':
    case 'DATETIME':
      return operand;
    default:
      return null;
  }
}

export function isConstant(node: ExpressionNode): boolean {
  return constantOf(node) !== null;
}

export function constantValue(node: ExpressionNode): JsonValue {
  const literal = constantOf(node);
  if (literal === null)
    throw refuse(`Failed to parse SqlExpression of type ${node.kind}. expression value: expression`);
  return literal.value;
}

/** Throws SqlError for a literal in SELECT that is no number: the original takes it for a field. */
export function checkColumnLiteral({ value }: LiteralNode): void {
  if (typeof value === 'number' || typeof value === 'bigint') return;
  const isText = typeof value === 'string';
  const name = isText ? `'${value}'` : value === null ? 'NULL' : `x${String(value).toUpperCase()}`;
  throw refuse(`unknown field name : ${name}`);
}

/** A number as the original prints it: a double has its point. */
export function literalText({ type, value }: LiteralNode): string {
  return type === 'double' ? javaDouble(Number(value)) : String(value);
}

export function textValue(node: ExpressionNode): string {
  return String(constantValue(node));
}
