import type { Column } from '../binder/index.ts';
import type { EvaluationContext } from '../functions/index.ts';
import type { JoinPlan } from '../plan/logical.ts';
import type { Row, SqlValue } from '../values/index.ts';
import type { Batches } from './batches.ts';
import { betweenBatches } from './budget.ts';
import type { ExecutionContext } from './context.ts';
import { type CompileOptions, compile, type RowFunction } from './evaluate.ts';
import { keyOfRow, RightTable } from './rightTable.ts';
import { MOST_CUTS, PartitionedJoin } from './spill/partitionedJoin.ts';

type Join = Pick<JoinPlan, 'type' | 'equal' | 'condition'>;

/**
 * Joins two sides: with a hash table of the right one if there are equality conditions, otherwise pair by
 * pair. The left side is read on demand. If the right side does not fit in memory, both are partitioned by
 * key into files, and matching partitions are joined; `cuts` is how often these rows have been partitioned
 * already.
 */
export async function* joinRows(
  plan: Join,
  left: Batches,
  right: Batches,
  columns: readonly [readonly Column[], readonly Column[]],
  context: ExecutionContext,
  cuts = 0,
): Batches {
  const { evaluation, spill } = context;
  const keysOf = (side: 0 | 1): RowFunction[] =>
    plan.equal.map((pair) => compile(pair[side], optionsOf(columns[side], evaluation)));
  const keys = [keysOf(0), keysOf(1)] as const;
  const cut = spill !== null && plan.equal.length > 0 && cuts < MOST_CUTS ? spill : null;
  const holding = context.budget.open();
  try {
    const table = new RightTable(keys[1], holding);
    for await (const rows of right) {
      await table.addAll(rows, context);
      await betweenBatches(context);
      if (cut === null || !holding.isLarge) continue;
      const parts = new PartitionedJoin(plan.type, keys, cuts, cut, context);
      const joined = parts.run(left, table.handOver(), right, (ownLeft, ownRight) =>
        joinRows(plan, ownLeft, ownRight, columns, context, cuts + 1),
      );
      yield* joined;
      return;
    }
    yield* partners(plan, left, table, keys[0], columns, context);
  } finally {
    holding.release();
  }
}

function optionsOf(columns: readonly Column[], context: EvaluationContext): CompileOptions {
  return { columns, context, missingIsNull: true };
}

/** Each row of the left side with its matches. */
async function* partners(
  plan: Join,
  left: Batches,
  table: RightTable,
  leftKeys: readonly RowFunction[],
  [leftColumns, rightColumns]: readonly [readonly Column[], readonly Column[]],
  context: ExecutionContext,
): Batches {
  const { evaluation, pacer, batchRows } = context;
  const both = optionsOf([...leftColumns, ...rightColumns], evaluation);
  const condition = plan.condition === null ? null : compile(plan.condition, both);
  const keepsLeft = plan.type === 'left' || plan.type === 'full';
  const keepsRight = plan.type === 'right' || plan.type === 'full';
  let out: Row[] = [];
  for await (const rows of left) {
    for (const row of rows) {
      let found = false;
      for (const partner of table.partners(keyOfRow(leftKeys, row))) {
        if (pacer.due()) await betweenBatches(context);
        const joined = row.concat(partner);
        if (condition !== null && condition(joined) !== true) continue;
        found = true;
        if (keepsRight) table.matched.add(partner);
        out.push(joined);
        if (out.length < batchRows) continue;
        yield out;
        out = [];
      }
      if (!found && keepsLeft) out.push([...row, ...nulls(rightColumns.length)]);
    }
    if (out.length > 0) yield out;
    out = [];
    await betweenBatches(context);
  }
  if (keepsRight) yield* alone(table, nulls(leftColumns.length), context);
}

/** Rows of the right side that no row of the left side matched. */
async function* alone(
  { all, matched }: RightTable,
  left: readonly SqlValue[],
  context: ExecutionContext,
): Batches {
  for (let from = 0; from < all.length; from += context.batchRows) {
    await betweenBatches(context);
    const rows = all.slice(from, from + context.batchRows).filter((row) => !matched.has(row));
    if (rows.length > 0) yield rows.map((row) => [...left, ...row]);
  }
}

function nulls(count: number): SqlValue[] {
  return new Array<SqlValue>(count).fill(null);
}
