import { type Bound, literalOf, referencedColumns, replaceBound } from '../binder/bound.ts';
import type { Column } from '../binder/index.ts';
import type { SqlValue } from '../values/index.ts';
import { type LogicalPlan, mapInputs, mapTest } from './logical.ts';

/** A subquery's plan with the values of the outer row in the place of its parameters. */
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
  const below = (input: LogicalPlan): LogicalPlan => mapExpressions(input, replace);
  const maybe = (bound: Bound | null): Bound | null => (bound === null ? null : replace(bound));
  switch (plan.kind) {
    case 'scan':
    case 'values':
    case 'common':
      return plan;
    case 'filter':
      return { ...plan, input: below(plan.input), condition: replace(plan.condition) };
    case 'limit':
    case 'unnest':
      return { ...plan, input: below(plan.input) };
    case 'extend':
      return { ...plan, input: below(plan.input), items: withExpressions(plan.items, replace) };
    case 'naming':
      return { ...plan, input: below(plan.input), items: withExpressions(plan.items, replace) };
    case 'dedup':
      return { ...plan, input: below(plan.input), keys: plan.keys.map(replace) };
    case 'rareTop': {
      const [groups, fields] = [plan.groups, plan.fields].map((items) => withExpressions(items, replace));
      return { ...plan, input: below(plan.input), groups, fields };
    }
    case 'sort':
      return { ...plan, input: below(plan.input), keys: withExpressions(plan.keys, replace) };
    case 'project':
      return { ...plan, input: below(plan.input), items: withExpressions(plan.items, replace) };
    case 'aggregate': {
      const aggregates = plan.aggregates.map(({ aggregate, column }) => {
        const argument = maybe(aggregate.argument);
        return { column, aggregate: { ...aggregate, argument, filter: maybe(aggregate.filter) } };
      });
      return { ...plan, input: below(plan.input), groups: withExpressions(plan.groups, replace), aggregates };
    }
    case 'window': {
      const { compute } = plan;
      return {
        ...plan,
        input: below(plan.input),
        compute:
          'args' in compute
            ? { ...compute, args: compute.args.map(replace) }
            : { ...compute, argument: maybe(compute.argument), filter: maybe(compute.filter) },
        partitionBy: plan.partitionBy.map(replace),
        orderBy: withExpressions(plan.orderBy, replace),
      };
    }
    case 'join': {
      const equal = plan.equal.map(([a, b]) => [replace(a), replace(b)] as const);
      const sides = { left: below(plan.left), right: below(plan.right) };
      return { ...plan, ...sides, equal, condition: maybe(plan.condition) };
    }
    case 'set':
    case 'with':
      return mapInputs(plan, below);
    case 'apply': {
      const parameters = plan.parameters.map(({ column, value }) => ({ column, value: replace(value) }));
      const test = mapTest(plan.test, replace);
      return { ...plan, input: below(plan.input), query: below(plan.query), test, parameters };
    }
  }
}

function withExpressions<T extends { readonly expression: Bound }>(
  items: readonly T[],
  replace: Replace,
): readonly T[] {
  return items.map((item) => ({ ...item, expression: replace(item.expression) }));
}
