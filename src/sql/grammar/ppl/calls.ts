import type { ExpressionNode, Span } from '../../ast/index.ts';
import { plainCall } from '../plainCall.ts';

/** A call inside a value. `LIKE(a, b)` is SQL's operator in function form. */
export function callOf(name: string, args: readonly ExpressionNode[], span: Span): ExpressionNode {
  if (name.toUpperCase() !== 'LIKE' || args.length !== 2) return plainCall(name, args, span);
  const [operand, pattern] = args;
  return Object.freeze({ kind: 'like', operand, pattern, negated: false, regexp: false, span });
}

/** The original supports these operator names only here and only in lower case. */
const OPERATORS: ReadonlyMap<string, string> = new Map([
  ['isnull', 'is null'],
  ['isnotnull', 'is not null'],
]);

/** A call that is a condition by itself. */
export function conditionOf(call: ExpressionNode): ExpressionNode {
  if (call.kind !== 'call') return call;
  const operator = OPERATORS.get(call.name);
  if (operator === undefined) return call;
  const { args, span } = call;
  if (args.length !== 1) return plainCall(operator, args, span);
  const negated = operator === 'is not null';
  return Object.freeze({ kind: 'isNull', operand: args[0], negated, what: 'null', span });
}
