import { type Bound, replaceBound } from '../binder/bound.ts';
import { allOf, type Column, conjuncts, referencedColumns } from '../binder/index.ts';
import { equality } from '../binder/joinCondition.ts';
import { type ApplyPlan, type LogicalPlan, outputColumns } from './logical.ts';
import { readsColumns } from './parameters.ts';

/** A correlated EXISTS as a question of keys: whether a row of `query` has those of the outer row. */
export interface MatchingKeys {
  readonly query: LogicalPlan;
  /** What must be equal: (of the outer row, of a row of `query`). */
  readonly equal: readonly (readonly [Bound, Bound])[];
}

/**
 * `EXISTS (SELECT … FROM t WHERE t.a = outer.b AND …)` for all outer rows at once; null where the subquery reads the
 * outer row in another way, or its values would be compared in one another's type.
 */
export function matchingKeys(apply: ApplyPlan, corrections: boolean): MatchingKeys | null {
  const { test, parameters } = apply;
  if (test.kind !== 'exists' || parameters.length === 0) return null;
  let { query } = apply;
  // Which columns a row of EXISTS has does not matter.
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

/** A search compares a text by its terms, and without corrections two types meet in the left one's. */
function isHashable([a, b]: readonly [Bound, Bound], corrections: boolean): boolean {
  return b.type !== 'text' && (corrections || a.type === b.type);
}

function ofOuterRow(bound: Bound, { parameters }: ApplyPlan): Bound {
  const values = new Map<Column, Bound>(parameters.map(({ column, value }) => [column, value]));
  return replaceBound(bound, (part) =>
    part.kind === 'reference' ? (values.get(part.column) ?? null) : null,
  );
}
