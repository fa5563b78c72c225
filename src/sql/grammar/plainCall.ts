import type { CallNode, ExpressionNode, NamedArgument, Span } from '../ast/index.ts';

/** A call of a scalar, aggregate or relevance function with nothing besides its arguments. */
export function plainCall(
  name: string,
  args: readonly ExpressionNode[],
  span: Span,
  options: readonly NamedArgument[] = [],
): CallNode {
  return Object.freeze({
    kind: 'call',
    name,
    args,
    options,
    distinct: false,
    filter: null,
    over: null,
    span,
  });
}
