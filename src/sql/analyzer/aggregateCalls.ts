import type { CallNode } from '../ast/index.ts';
import { evaluationError } from '../errors.ts';
import { type AggregateFunction, wideningDistance } from '../functions/index.ts';
import type { SqlType } from '../types.ts';
import { messageTypeName } from '../values/index.ts';
import type { BinderFace } from './binderFace.ts';
import type { BoundAggregate } from './bound.ts';

/** `COUNT(*)`, `SUM(x)`, `COUNT(DISTINCT x) FILTER(WHERE …)`: inside, no other aggregate may stand. */
export function bindAggregate(fn: AggregateFunction, node: CallNode, binder: BinderFace): BoundAggregate {
  const inner = binder.inner();
  const filter = node.filter === null ? null : inner.bind(node.filter);
  const { distinct } = node;
  const [first] = node.args;
  if (
    fn.kind === 'count' &&
    (first === undefined || first.kind === 'star' || first.kind === 'literal') &&
    !distinct
  ) {
    return { fn, argument: null, distinct, filter, type: 'integer' };
  }
  const argument = first === undefined || first.kind === 'star' ? null : inner.bind(first);
  const given = argument === null ? [] : [argument.type];
  return { fn, argument, distinct, filter, type: resultType(fn, given) };
}

/** Texts are no dates here, although they widen to them. */
function isText(type: SqlType): boolean {
  return type === 'keyword' || type === 'text';
}

function resultType(fn: AggregateFunction, given: readonly SqlType[]): SqlType {
  let best: SqlType | null = null;
  let bestCost = Number.POSITIVE_INFINITY;
  if (given.length === 1) {
    for (const [argument, returns] of fn.signatures) {
      const cost = wideningDistance(given[0], argument);
      if (isText(given[0]) && !isText(argument)) continue;
      if (cost < bestCost) [best, bestCost] = [returns, cost];
    }
  }
  if (best !== null) return best;
  const expected = fn.signatures.map(([argument]) => `[${messageTypeName(argument)}]`).join(',');
  const got = given.map(messageTypeName).join(',');
  throw evaluationError(`${fn.names[0]} function expected {${expected}}, but get [${got}]`);
}
