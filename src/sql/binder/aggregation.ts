import type { AggregatePlan, LogicalPlan } from '../plan/logical.ts';
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
  readonly #groups = new Map<string, { expression: Bound; column: Column }>();
  readonly #aggregates = new Map<string, { aggregate: BoundAggregate; column: Column }>();
  #active = false;

  constructor(columns: ColumnFactory) {
    this.#columns = columns;
  }

  group(expression: Bound): void {
    const key = boundKey(expression);
    if (this.#groups.has(key)) return;
    this.#groups.set(key, { expression, column: this.#columns.make(boundText(expression), expression.type) });
  }

  /** The column that will hold it; equal aggregates share one. */
  aggregate(aggregate: BoundAggregate): Column {
    const key = aggregateKey(aggregate);
    const known = this.#aggregates.get(key);
    if (known !== undefined) return known.column;
    const column = this.#columns.make(aggregateText(aggregate), aggregate.type);
    this.#aggregates.set(key, { aggregate, column });
    return column;
  }

  over(input: LogicalPlan, active: boolean): LogicalPlan {
    this.#active = active;
    if (!active) return input;
    const groups = [...this.#groups.values()];
    const aggregates = [...this.#aggregates.values()];
    return { kind: 'aggregate', input, groups, aggregates } satisfies AggregatePlan;
  }

  /**
   * An expression above the aggregation: groups and aggregates are columns now, other columns have no value, but those
   * that come after the aggregation.
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
      return literalOf(null, part.type);
    });
  }
}
