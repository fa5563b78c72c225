import { type Bound, literalOf, referencedColumns, replaceBound } from '../binder/bound.ts';
import type { Column } from '../binder/index.ts';
import type { SqlValue } from '../values/index.ts';
import { type LogicalPlan, mapInputs, mapTest } from './logical.ts';

/** A subquery's plan with its parameters replaced by values of the outer row. */
export function withParameters(plan: LogicalPlan, values: ReadonlyMap<Column, SqlValue>): LogicalPlan {
  return mapExpressions(plan, (bound) =>
    replaceBound(bound, (part) => {
      if (part.kind !== 'reference') return null;
      const value = values.get(part.column);
      return value === undefined ? null : literalOf(value, part.type);
    }),
  );
}

/** Whether any expression of a plan reads one of the columns. */
export function readsColumns(plan: LogicalPlan, columns: ReadonlySet<Column>): boolean {
  let reads = false;
  mapExpressions(plan, (bound) => {
    reads ||= [...referencedColumns(bound)].some((column) => columns.has(column));
    return bound;
  });
  return reads;
}

type Replace = (bound: Bound) => Bound;

function mapExpressions(plan: LogicalPlan, replace: Replace): LogicalPlan {
  const over = mapInputs(plan, (input) => mapExpressions(input, replace));
  const maybe = (bound: Bound | null): Bound | null => (bound === null ? null : replace(bound));
  switch (over.kind) {
    case 'scan':
    case 'values':
    case 'common':
    case 'limit':
    case 'unnest':
    case 'set':
    case 'with':
      return over;
    case 'filter':
      return { ...over, condition: replace(over.condition) };
    case 'extend':
      return { ...over, items: withExpressions(over.items, replace) };
    case 'naming':
      return { ...over, items: withExpressions(over.items, replace) };
    case 'project':
      return { ...over, items: withExpressions(over.items, replace) };
    case 'sort':
      return { ...over, keys: withExpressions(over.keys, replace) };
    case 'dedup':
      return { ...over, keys: over.keys.map(replace) };
    case 'rareTop': {
      const [groups, fields] = [over.groups, over.fields].map((items) => withExpressions(items, replace));
      return { ...over, groups, fields };
    }
    case 'aggregate': {
      const aggregates = over.aggregates.map(({ aggregate, column }) => {
        const argument = maybe(aggregate.argument);
        return { column, aggregate: { ...aggregate, argument, filter: maybe(aggregate.filter) } };
      });
      return { ...over, groups: withExpressions(over.groups, replace), aggregates };
    }
    case 'window': {
      const { compute } = over;
      return {
        ...over,
        compute:
          'args' in compute
            ? { ...compute, args: compute.args.map(replace) }
            : { ...compute, argument: maybe(compute.argument), filter: maybe(compute.filter) },
        partitionBy: over.partitionBy.map(replace),
        orderBy: withExpressions(over.orderBy, replace),
      };
    }
    case 'join': {
      const equal = over.equal.map(([left, right]) => [replace(left), replace(right)] as const);
      return { ...over, equal, condition: maybe(over.condition) };
    }
    case 'apply': {
      const parameters = over.parameters.map(({ column, value }) => ({ column, value: replace(value) }));
      return { ...over, test: mapTest(over.test, replace), parameters };
    }
  }
}

function withExpressions<T extends { readonly expression: Bound }>(
  items: readonly T[],
  replace: Replace,
): readonly T[] {
  return items.map((item) => ({ ...item, expression: replace(item.expression) }));
}
