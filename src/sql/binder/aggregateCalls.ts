import type { CallNode, ExpressionNode } from '../ast/index.ts';
import { evaluationError, semanticError } from '../errors.ts';
import { type AggregateFunction, wideningDistance } from '../functions/index.ts';
import type { SqlType } from '../types.ts';
import { messageTypeName, type SqlValue } from '../values/index.ts';
import type { BinderFace } from './binderFace.ts';
import type { BoundAggregate } from './bound.ts';

/** `COUNT(*)`, `SUM(x)`, `COUNT(DISTINCT x) FILTER(WHERE …)`. Aggregates cannot be nested. */
export function bindAggregate(fn: AggregateFunction, node: CallNode, binder: BinderFace): BoundAggregate {
  const inner = binder.inner();
  const filter = node.filter === null ? null : inner.bind(node.filter);
  const { distinct } = node;
  const [first] = node.args;
  if (fn.kind === 'count' && !distinct && countsRows(first, binder)) {
    return { fn, argument: null, parameters: [], distinct, filter, type: 'integer' };
  }
  const argument = first === undefined || first.kind === 'star' ? null : inner.bind(first);
  const given = argument === null ? [] : [argument.type];
  const parameters = parametersOf(fn, node.args.slice(1), inner);
  return { fn, argument, parameters, distinct, filter, type: resultType(fn, given) };
}

/** `COUNT(*)` and COUNT of a constant, which in the original includes NULL. */
function countsRows(counted: ExpressionNode | undefined, { context }: BinderFace): boolean {
  if (counted === undefined || counted.kind === 'star') return true;
  return counted.kind === 'literal' && (context.corrections !== true || counted.value !== null);
}

function parametersOf(
  { names: [name], parameters }: AggregateFunction,
  given: readonly ExpressionNode[],
  binder: BinderFace,
): readonly SqlValue[] {
  const [least, most] = parameters?.count ?? [0, 0];
  if (given.length < least || given.length > most) {
    throw semanticError(`${name} takes ${least + 1}${most > least ? ` or ${most + 1}` : ''} arguments`);
  }
  return given.map((node) => {
    const bound = binder.bind(node);
    const problem = bound.kind === 'literal' ? parameters?.problem(bound.value) : 'a literal is needed here';
    if (problem || bound.kind !== 'literal') throw semanticError(`${name}: ${problem}`);
    return bound.value;
  });
}

/** Strings do not count as dates here, although they can be widened to them. */
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
  const literals = fn.parameters?.types ?? [];
  const shown = (types: readonly SqlType[]): string => [...types, ...literals].map(messageTypeName).join();
  const expected = fn.signatures.map(([argument]) => `[${shown([argument])}]`).join(',');
  const got = shown(given);
  throw evaluationError(`${fn.names[0]} function expected {${expected}}, but get [${got}]`);
}
