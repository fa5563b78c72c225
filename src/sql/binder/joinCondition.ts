import type { ExpressionNode, JoinNode } from '../ast/index.ts';
import { isEquality } from '../functions/index.ts';
import type { JoinPlan } from '../plan/logical.ts';
import { containsSubquery } from './astWalk.ts';
import type { Binder } from './binder.ts';
import { type Bound, type Column, referencedColumns, referenceTo } from './bound.ts';
import { allOf, conjuncts } from './conjuncts.ts';
import { resolveName, type Scope } from './scope.ts';

/** Splits ON into equalities between the sides, which a hash join can use, and the rest. */
export function joinCondition(
  on: Bound | null,
  left: ReadonlySet<Column>,
  right: ReadonlySet<Column>,
): Pick<JoinPlan, 'equal' | 'condition'> {
  const equal: [Bound, Bound][] = [];
  const rest: Bound[] = [];
  for (const part of on === null ? [] : conjuncts(on)) {
    const pair = equality(part, left, right);
    if (pair === null) rest.push(part);
    else equal.push(pair);
  }
  return { equal, condition: allOf(rest) };
}

/**
 * Splits ON into what the join itself tests and what can be a condition over its rows: for an inner join, the
 * parts with subqueries.
 */
export function partsOfOn(
  on: ExpressionNode,
  type: JoinNode['type'],
): readonly [ExpressionNode | null, ExpressionNode | null] {
  if (type !== 'inner' || !containsSubquery(on)) return [on, null];
  const parts = on.kind === 'and' ? on.operands : [on];
  const all = (operands: readonly ExpressionNode[]): ExpressionNode | null => {
    if (operands.length < 2) return operands[0] ?? null;
    return { kind: 'and', operands, span: on.span };
  };
  return [all(parts.filter((part) => !containsSubquery(part))), all(parts.filter(containsSubquery))];
}

/** The columns a NATURAL JOIN uses. */
export function commonNames(left: Scope, right: Scope): readonly string[] {
  const ofRight = new Set(right.names());
  return left.names().filter((name) => ofRight.has(name));
}

export function usingCondition(names: readonly string[], left: Scope, right: Scope, binder: Binder): Bound {
  const tests = names.map((name) =>
    binder.call('=', [
      referenceTo(resolveName(left, [name]).column),
      referenceTo(resolveName(right, [name]).column),
    ]),
  );
  return tests.length === 1 ? tests[0] : binder.call('and', tests);
}

/** An equality between the sides with its left operand first; null for anything else. */
export function equality(
  bound: Bound,
  left: ReadonlySet<Column>,
  right: ReadonlySet<Column>,
): [Bound, Bound] | null {
  if (bound.kind !== 'call' || !isEquality(bound.fn)) return null;
  const [a, b] = bound.args;
  if (onlyOf(a, left) && onlyOf(b, right)) return [a, b];
  return onlyOf(b, left) && onlyOf(a, right) ? [b, a] : null;
}

function onlyOf(bound: Bound, side: ReadonlySet<Column>): boolean {
  const columns = referencedColumns(bound);
  return columns.size > 0 && [...columns].every((column) => side.has(column));
}
