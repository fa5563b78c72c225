import { referenceTo } from '../binder/index.ts';
import { type HashAggregate, physicalColumns } from '../plan/physical.ts';
import { grouping, groupKey, operatorFolder } from './accumulate.ts';
import { type Batches, eachRow, inBatches } from './batches.ts';
import { betweenBatches } from './budget.ts';
import type { ExecutionContext } from './context.ts';
import { sortRows } from './sortRows.ts';

/** GROUP BY and aggregates over the rows of another operator. */
export async function* aggregateRows(
  plan: HashAggregate,
  input: Batches,
  context: ExecutionContext,
): Batches {
  const options = { columns: physicalColumns(plan.input), context: context.evaluation };
  const keys = plan.groups.map(({ expression }) => groupKey(expression, options));
  const folders = plan.aggregates.map(({ aggregate }) => operatorFolder(aggregate, options));
  const holding = context.budget.open();
  try {
    const groups = grouping(keys, folders, holding);
    for await (const rows of input) {
      await eachRow(rows, context, (row) => groups.add(row));
      await betweenBatches(context);
    }
    yield* inKeyOrder(inBatches(await groups.rows(context.pacer), context), plan, context);
  } finally {
    holding.release();
  }
}

/** The original keeps groups in maps sorted by key. */
function inKeyOrder(rows: Batches, plan: HashAggregate, context: ExecutionContext): Batches {
  const { evaluation } = context;
  if (evaluation.corrections || plan.groups.length === 0) return rows;
  const keys = plan.groups.map(({ column }) => {
    return { expression: referenceTo(column), descending: false, nullsFirst: true };
  });
  return sortRows(rows, keys, { columns: physicalColumns(plan), context: evaluation }, context);
}
