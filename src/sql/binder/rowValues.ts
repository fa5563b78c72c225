import type { ComparisonOperator, ExpressionNode } from '../ast/index.ts';
import { semanticError } from '../errors.ts';
import type { BinderFace } from './binderFace.ts';
import type { Bound } from './bound.ts';

/** `(a, b)` as a list of values; any other expression is a single value. */
export function bindRow(node: ExpressionNode, binder: BinderFace): readonly Bound[] {
  const items = node.kind === 'row' ? node.items : [node];
  return items.map((item) => binder.bind(item));
}

/** Rows are compared lexicographically. Throws SemanticCheckException for rows of different lengths. */
export function compareRows(
  operator: ComparisonOperator,
  left: readonly Bound[],
  right: readonly Bound[],
  binder: BinderFace,
): Bound {
  if (left.length !== right.length) {
    throw semanticError(`a row of ${left.length} values is compared with ${right.length}`);
  }
  const pairs = left.map((value, i) => [value, right[i]] as const);
  const compare = (name: string, [a, b]: readonly [Bound, Bound]): Bound =>
    binder.call(name === '<>' ? '!=' : name, [a, b]);
  if (pairs.length === 1) return compare(operator, pairs[0]);
  switch (operator) {
    case '=':
    case '<=>':
      return binder.call(
        'and',
        pairs.map((pair) => compare(operator, pair)),
      );
    case '<>':
    case '!=':
      return binder.call(
        'or',
        pairs.map((pair) => compare('!=', pair)),
      );
    default: {
      const strict = operator.startsWith('<') ? '<' : '>';
      return pairs.reduceRight<Bound | null>((rest, pair) => {
        if (rest === null) return compare(operator, pair);
        return binder.call('or', [compare(strict, pair), binder.call('and', [compare('=', pair), rest])]);
      }, null) as Bound;
    }
  }
}
