import { referenceTo } from '../binder/index.ts';
import type { SortKey } from '../plan/logical.ts';
import { type HashAggregate, physicalColumns } from '../plan/physical.ts';
import { grouping, operatorFolder } from './accumulate.ts';
import { type Batches, inBatches } from './batches.ts';
import { betweenBatches } from './budget.ts';
import type { ExecutionContext } from './context.ts';
import { compile } from './evaluate.ts';
import { sortRows } from './sortRows.ts';

/** GROUP BY and aggregates over the rows of another operator. */
export async function* aggregateRows(
  plan: HashAggregate,
  input: Batches,
  context: ExecutionContext,
): Batches {
  const options = { columns: physicalColumns(plan.input), context: context.evaluation };
  const keys = plan.groups.map(({ expression }) => compile(expression, options));
  const folders = plan.aggregates.map(({ aggregate }) => operatorFolder(aggregate, options));
  const holding = context.budget.open();
  try {
    const groups = grouping(keys, folders, holding);
    for await (const rows of input) {
      for (const row of rows) groups.add(row);
      await betweenBatches(context);
    }
    const grouped = inBatches(await groups.rows(context.pacer), context);
    yield* sortRows(
      grouped,
      byGroups(plan),
      { columns: physicalColumns(plan), context: context.evaluation },
      context,
    );
  } finally {
    holding.release();
  }
}

/** The original keeps its groups in the order of their keys. */
function byGroups({ groups }: HashAggregate): readonly SortKey[] {
  return groups.map(({ column }) => ({
    expression: referenceTo(column),
    descending: false,
    nullsFirst: true,
  }));
}
