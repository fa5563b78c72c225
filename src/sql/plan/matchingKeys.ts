import { type Bound, replaceBound } from '../binder/bound.ts';
import { allOf, type Column, conjuncts, referencedColumns } from '../binder/index.ts';
import { equality } from '../binder/joinCondition.ts';
import { type ApplyPlan, type LogicalPlan, outputColumns } from './logical.ts';
import { readsColumns } from './parameters.ts';

/** A correlated EXISTS as a key lookup: whether `query` has a row with the outer row's keys. */
export interface MatchingKeys {
  readonly query: LogicalPlan;
  /** Pairs that must be equal: (outer row, row of `query`). */
  readonly equal: readonly (readonly [Bound, Bound])[];
}

/**
 * Rewrites `EXISTS (SELECT … FROM t WHERE t.a = outer.b AND …)` for all outer rows at once; null when the
 * subquery reads the outer row in any other way, or comparing the values would convert one type to the other.
 */
export function matchingKeys(apply: ApplyPlan, corrections: boolean): MatchingKeys | null {
  const { test, parameters } = apply;
  if (test.kind !== 'exists' || parameters.length === 0) return null;
  let { query } = apply;
  // EXISTS does not depend on which columns its rows have.
  while (query.kind === 'project') query = query.input;
  const conditions: Bound[] = [];
  for (; query.kind === 'filter'; query = query.input) conditions.unshift(...conjuncts(query.condition));
  const outer = new Set(parameters.map(({ column }) => column));
  if (readsColumns(query, outer)) return null;
  const inner = new Set(outputColumns(query));
  const equal: (readonly [Bound, Bound])[] = [];
  const own: Bound[] = [];
  for (const condition of conditions) {
    const pair = equality(condition, outer, inner);
    if (pair !== null && isHashable(pair, corrections)) equal.push([ofOuterRow(pair[0], apply), pair[1]]);
    else if ([...referencedColumns(condition)].some((column) => outer.has(column))) return null;
    else own.push(condition);
  }
  const condition = allOf(own);
  return { query: condition === null ? query : { kind: 'filter', input: query, condition }, equal };
}

/** A search compares text by terms, and without corrections two types are compared in the left one's type. */
function isHashable([a, b]: readonly [Bound, Bound], corrections: boolean): boolean {
  return b.type !== 'text' && (corrections || a.type === b.type);
}

function ofOuterRow(bound: Bound, { parameters }: ApplyPlan): Bound {
  const values = new Map<Column, Bound>(parameters.map(({ column, value }) => [column, value]));
  return replaceBound(bound, (part) =>
    part.kind === 'reference' ? (values.get(part.column) ?? null) : null,
  );
}
