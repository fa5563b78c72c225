import type { JsonObject } from '../../common/index.ts';
import type { LiteralPlace } from '../ast/index.ts';
import type { AggregateFunction, ScalarFunction, Signature } from '../functions/index.ts';
import type { SqlType } from '../types.ts';
import { keyOf, type SqlValue } from '../values/index.ts';

/** Expressions with resolved names, chosen overloads and explicit casts. */

/** A column of an operator's output. References point to the object itself, so its identity matters. */
export interface Column {
  readonly id: number;
  readonly name: string;
  readonly type: SqlType;
}

/** A literal whose place in the plan can be filled with other values of its type. */
export interface LiteralSlot {
  /**
   * The converted value of this statement's literal, for decisions that `from` guarantees to hold for every
   * other value.
   */
  readonly sample: SqlValue;
  /** Converts a literal's value. Throws where a different plan would be needed. */
  readonly from: (value: SqlValue) => SqlValue;
  readonly place: LiteralPlace;
}

export interface BoundLiteral {
  readonly kind: 'literal';
  readonly type: SqlType;
  /** For a literal with a slot, reading this pins the plan to the value. */
  readonly value: SqlValue;
  /** Set when the plan may be reused for other values of its type. */
  readonly slot?: LiteralSlot;
}

interface BoundReference {
  readonly kind: 'reference';
  readonly type: SqlType;
  readonly column: Column;
}

export interface BoundCall {
  readonly kind: 'call';
  readonly type: SqlType;
  readonly fn: ScalarFunction;
  readonly signature: Signature;
  readonly args: readonly Bound[];
  /**
   * The name used in the call, if not the function's primary one; `in` for the `or` that an IN list becomes.
   */
  readonly calledAs?: string;
}

export interface BoundCase {
  readonly kind: 'case';
  readonly type: SqlType;
  readonly branches: readonly { readonly when: Bound; readonly then: Bound }[];
  readonly otherwise: Bound | null;
}

/** A full-text condition: a query DSL clause that only the engine can evaluate. */
export interface BoundRelevance {
  readonly kind: 'relevance';
  readonly type: 'boolean';
  readonly query: JsonObject;
  /** Whether it is inside SCORE(), so `_score` is returned. */
  readonly scored: boolean;
}

export type Bound = BoundLiteral | BoundReference | BoundCall | BoundCase | BoundRelevance;

export interface BoundAggregate {
  readonly fn: AggregateFunction;
  /** Null for `COUNT(*)`. */
  readonly argument: Bound | null;
  /** The literals after the argument. */
  readonly parameters: readonly SqlValue[];
  readonly distinct: boolean;
  /** `FILTER(WHERE …)`. */
  readonly filter: Bound | null;
  readonly type: SqlType;
}

/** Creates the columns of one statement. */
export class ColumnFactory {
  #next = 0;

  make(name: string, type: SqlType): Column {
    return { id: this.#next++, name, type };
  }
}

/** Equal for equal expressions. */
export function boundKey(bound: Bound): string {
  switch (bound.kind) {
    case 'literal':
      return `${bound.type}:${keyOf(bound.value)}`;
    case 'reference':
      return `@${bound.column.id}`;
    case 'call':
      return `${bound.fn.names[0]}(${bound.args.map(boundKey).join()})`;
    case 'case': {
      const branches = bound.branches.map(({ when, then }) => `${boundKey(when)}?${boundKey(then)}`);
      return `case(${branches.join()}:${bound.otherwise === null ? '' : boundKey(bound.otherwise)})`;
    }
    case 'relevance':
      return `search(${JSON.stringify(bound.query)})`;
  }
}

export function aggregateKey(aggregate: BoundAggregate): string {
  const { fn, argument, parameters, distinct, filter } = aggregate;
  const given = [argument === null ? '*' : boundKey(argument), ...parameters.map(keyOf)];
  const parts = [fn.names[0], distinct, ...given];
  return [...parts, filter === null ? '' : boundKey(filter)].join('|');
}

export function boundChildren(bound: Bound): readonly Bound[] {
  switch (bound.kind) {
    case 'call':
      return bound.args;
    case 'case': {
      const parts = bound.branches.flatMap(({ when, then }) => [when, then]);
      return bound.otherwise === null ? parts : [...parts, bound.otherwise];
    }
    default:
      return [];
  }
}

/** Rebuilds the expression top down: where `replace` returns an expression, it is used instead. */
export function replaceBound(bound: Bound, replace: (bound: Bound) => Bound | null): Bound {
  const replaced = replace(bound);
  if (replaced !== null) return replaced;
  switch (bound.kind) {
    case 'call':
      return { ...bound, args: bound.args.map((arg) => replaceBound(arg, replace)) };
    case 'case':
      return {
        ...bound,
        branches: bound.branches.map(({ when, then }) => ({
          when: replaceBound(when, replace),
          then: replaceBound(then, replace),
        })),
        otherwise: bound.otherwise === null ? null : replaceBound(bound.otherwise, replace),
      };
    default:
      return bound;
  }
}

/** Every column the expression reads. */
export function referencedColumns(bound: Bound, into = new Set<Column>()): Set<Column> {
  if (bound.kind === 'reference') into.add(bound.column);
  for (const child of boundChildren(bound)) referencedColumns(child, into);
  return into;
}

export function literalOf(value: SqlValue, type: SqlType): BoundLiteral {
  return { kind: 'literal', type, value };
}

/** Literals with slots are never NULL. */
export function isNull(literal: BoundLiteral): boolean {
  return literal.slot === undefined && literal.value === null;
}

export function referenceTo(column: Column): BoundReference {
  return { kind: 'reference', type: column.type, column };
}
