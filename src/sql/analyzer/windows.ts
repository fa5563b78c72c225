import type { CallNode, OrderNode } from '../ast/index.ts';
import { semanticError } from '../errors.ts';
import { aggregateByName, windowByName } from '../functions/index.ts';
import type { LogicalPlan, SortKey, WindowPlan } from '../plan/logical.ts';
import { bindAggregate } from './aggregateCalls.ts';
import type { Binder } from './binder.ts';
import type { Bound, Column, ColumnFactory } from './bound.ts';
import { aggregateText } from './boundText.ts';

type Definition = Omit<WindowPlan, 'kind' | 'input'>;

/** The window functions of one SELECT. Each sorts the rows by partition and order, as the original does. */
export class Windows {
  readonly #columns: ColumnFactory;
  readonly #definitions: Definition[] = [];

  constructor(columns: ColumnFactory) {
    this.#columns = columns;
  }

  add(node: CallNode, binder: Binder, sortKey: (order: OrderNode) => SortKey): Column {
    const { over } = node;
    if (over === null) throw semanticError(`${node.name} is no window function`);
    if (over.frame !== null) throw semanticError('window frames are not supported');
    const ranking = windowByName(node.name);
    const aggregate = aggregateByName(node.name);
    const compute =
      ranking ??
      (aggregate === undefined ? undefined : bindAggregate(aggregate, node, new AggregatedBinder(binder)));
    if (compute === undefined) throw semanticError(`${node.name} is no window function`);
    const type = 'rank' in compute ? 'integer' : compute.type;
    const text = 'rank' in compute ? `${node.name.toUpperCase()}()` : aggregateText(compute);
    const column = this.#columns.make(text, type);
    this.#definitions.push({
      compute,
      partitionBy: over.partitionBy.map((expression) => binder.bind(expression)),
      orderBy: over.orderBy.map(sortKey),
      column,
    });
    return column;
  }

  over(plan: LogicalPlan, lift: (bound: Bound) => Bound): LogicalPlan {
    let input = plan;
    for (const definition of this.#definitions) {
      const partitionBy = definition.partitionBy.map(lift);
      const orderBy = definition.orderBy.map((key) => ({ ...key, expression: lift(key.expression) }));
      const keys = [
        ...partitionBy.map((expression) => ({ expression, descending: false, nullsFirst: true })),
        ...orderBy,
      ];
      if (keys.length > 0) input = { kind: 'sort', input, keys };
      const compute = liftCompute(definition.compute, lift);
      input = { ...definition, kind: 'window', input, compute, partitionBy, orderBy };
    }
    return input;
  }
}

function liftCompute(compute: Definition['compute'], lift: (bound: Bound) => Bound): Definition['compute'] {
  if ('rank' in compute) return compute;
  const argument = compute.argument === null ? null : lift(compute.argument);
  return { ...compute, argument, filter: compute.filter === null ? null : lift(compute.filter) };
}

/** An aggregate over a window may be of an aggregate over the groups. */
class AggregatedBinder {
  readonly #binder: Binder;
  constructor(binder: Binder) {
    this.#binder = binder;
  }
  get scope(): Binder['scope'] {
    return this.#binder.scope;
  }
  get collectors(): Binder['collectors'] {
    return this.#binder.collectors;
  }
  bind(node: Parameters<Binder['bind']>[0]): Bound {
    return this.#binder.bind(node);
  }
  call(name: string, args: readonly Bound[]): Bound {
    return this.#binder.call(name, args);
  }
  inner(): this {
    return this;
  }
}
