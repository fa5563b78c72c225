import { type HashAggregate, physicalColumns } from '../plan/physical.ts';
import { grouping, operatorFolder } from './accumulate.ts';
import { type Batches, inBatches } from './batches.ts';
import { betweenBatches } from './budget.ts';
import type { ExecutionContext } from './context.ts';
import { compile } from './evaluate.ts';

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
    yield* inBatches(await groups.rows(context.pacer), context);
  } finally {
    holding.release();
  }
}
