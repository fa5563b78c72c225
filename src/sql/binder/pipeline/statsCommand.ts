import type { StatsNode } from '../../ast/index.ts';
import { semanticError } from '../../errors.ts';
import { pipelineAggregateByName } from '../../functions/index.ts';
import type { LogicalPlan } from '../../plan/logical.ts';
import { bindAggregate } from '../aggregateCalls.ts';
import { type Bound, type BoundAggregate, boundKey, type Column, literalOf } from '../bound.ts';
import { Layout } from './layout.ts';
import { type PipelineContext, Stage } from './stage.ts';
import { TypeEnvironment } from './typeEnvironment.ts';

/** `stats … by …`: rows of aggregates and groups. Without `fields`, the aggregate columns come first. */
export function bindStats(node: StatsNode, stage: Stage, context: PipelineContext): Stage {
  const binder = stage.binder(context);
  const aggregates = node.aggregates.map(({ call, name }) => {
    const fn = pipelineAggregateByName(call.name);
    if (fn === undefined) throw semanticError(`Unsupported aggregation function ${call.name.toLowerCase()}`);
    const aggregate: BoundAggregate = bindAggregate(fn, call, binder);
    return { aggregate, column: context.columns.make(name, aggregate.type) };
  });
  const groups = [...bucket(node, stage, context), ...keys(node, stage, context)];
  const columns = [...aggregates, ...groups].map(({ column }) => column);
  const environment = new TypeEnvironment(stage.environment);
  for (const { name, type } of columns) environment.define(name, type);
  const plan: LogicalPlan = { kind: 'aggregate', input: stage.plan, groups, aggregates };
  const grouped = groups.map(({ expression, column }) => [boundKey(expression), column] as const);
  return new Stage(plan, environment, Layout.ofColumns(columns), new Map(grouped));
}

interface Group {
  readonly expression: Bound;
  readonly column: Column;
}

function keys({ by }: StatsNode, stage: Stage, context: PipelineContext): readonly Group[] {
  return by.map(({ field, name }) => {
    const expression = stage.bind(field, context);
    return { expression, column: context.columns.make(name, expression.type) };
  });
}

/** `span(field, amount unit)` is bound like any other call. */
function bucket({ bucket: node }: StatsNode, stage: Stage, context: PipelineContext): readonly Group[] {
  if (node === null) return [];
  const { field, amount, unit, name, alias } = node;
  const binder = stage.binder(context);
  const args = [binder.bind(field), binder.bind(amount), literalOf(unit, 'keyword')];
  const expression = binder.call('span', args);
  return [{ expression, column: context.columns.make(alias ?? name, expression.type) }];
}
