import { SqlError } from '../errors.ts';
import type { EvaluationContext } from '../functions/index.ts';
import type { AggregatePlan, LogicalPlan, SortKey } from '../plan/logical.ts';
import {
  aggregateKey,
  type Bound,
  type BoundAggregate,
  boundKey,
  type Column,
  type ColumnFactory,
  literalOf,
  referenceTo,
  replaceBound,
} from './bound.ts';
import { aggregateText, boundText } from './boundText.ts';

/** The groups and aggregates of one SELECT, collected while its expressions are bound. */
export class Aggregation {
  readonly #columns: ColumnFactory;
  readonly #beyond: EvaluationContext['beyond'];
  readonly #lost: null | undefined;
  readonly #groups = new Map<string, { expression: Bound; column: Column }>();
  readonly #aggregates = new Map<string, { aggregate: BoundAggregate; column: Column }>();
  #active = false;

  constructor(columns: ColumnFactory, { beyond, corrections }: EvaluationContext) {
    this.#columns = columns;
    this.#beyond = beyond;
    this.#lost = corrections ? null : undefined;
  }

  group(expression: Bound): void {
    const key = boundKey(expression);
    const name = boundText(expression);
    if (this.#groups.has(key)) this.#beyond?.(sameSource(name));
    else this.#groups.set(key, { expression, column: this.#columns.make(name, expression.type) });
  }

  /** The column that will hold the aggregate; equal aggregates share one. */
  aggregate(aggregate: BoundAggregate): Column {
    const key = aggregateKey(aggregate);
    const known = this.#aggregates.get(key);
    if (known !== undefined) return known.column;
    const column = this.#columns.make(aggregateText(aggregate), aggregate.type);
    this.#aggregates.set(key, { aggregate, column });
    return column;
  }

  /** The columns of `*` above the aggregation. */
  columns(): readonly Column[] {
    return [...this.#aggregates.values(), ...this.#groups.values()].map(({ column }) => column);
  }

  over(input: LogicalPlan, active: boolean): LogicalPlan {
    this.#active = active;
    if (!active) return input;
    const groups = [...this.#groups.values()];
    const aggregates = [...this.#aggregates.values()];
    return { kind: 'aggregate', input, groups, aggregates } satisfies AggregatePlan;
  }

  /**
   * Sort keys above the aggregation. If they are all columns, the buckets are sorted as they are built, and a
   * column that is not a group has no effect. `isFiltered`: there is a HAVING in between, so sorting happens
   * above it, by all keys.
   */
  order(keys: readonly SortKey[], lift: (bound: Bound) => Bound, isFiltered: boolean): readonly SortKey[] {
    const lifted = keys.map((key) => ({ ...key, expression: lift(key.expression) }));
    if (!this.#active || isFiltered) return lifted;
    const groups = new Set([...this.#groups.values()].map(({ column }) => column));
    const isLost = ({ expression }: SortKey): boolean =>
      expression.kind === 'reference' && lift(expression).kind === 'literal';
    const isOfBuckets = lifted.every(
      ({ expression }, i) =>
        isLost(keys[i]) || (expression.kind === 'reference' && groups.has(expression.column)),
    );
    return isOfBuckets ? lifted.filter((_, i) => !isLost(keys[i])) : lifted;
  }

  /**
   * Rewrites an expression for use above the aggregation: groups and aggregates become columns; other columns
   * have no value, except those added after the aggregation.
   */
  lift(bound: Bound, later: readonly Column[]): Bound {
    if (!this.#active) return bound;
    const outputs = new Set([
      ...[...this.#groups.values(), ...this.#aggregates.values()].map(({ column }) => column),
      ...later,
    ]);
    return replaceBound(bound, (part) => {
      const group = this.#groups.get(boundKey(part));
      if (group !== undefined) return referenceTo(group.column);
      if (part.kind !== 'reference' || outputs.has(part.column)) return null;
      return literalOf(this.#lost, part.type);
    });
  }
}

function sameSource(name: string): SqlError {
  const details = `Composite source names must be unique, found duplicates: [${name}]`;
  return new SqlError('IllegalArgumentException', details);
}
