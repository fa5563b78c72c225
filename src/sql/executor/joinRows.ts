import type { Column } from '../binder/index.ts';
import type { JoinPlan } from '../plan/logical.ts';
import type { Row, SqlValue } from '../values/index.ts';
import type { Batches } from './batches.ts';
import { betweenBatches, bytesOf, type Holding } from './budget.ts';
import type { ExecutionContext } from './context.ts';
import { compile, type RowFunction } from './evaluate.ts';
import { RowMap } from './rowMap.ts';

/**
 * Two sides joined: by a hash table of the right one when equalities are given, pair by pair otherwise. The left side is
 * asked for its rows as they are wanted.
 */
export async function* joinRows(
  plan: Pick<JoinPlan, 'type' | 'equal' | 'condition'>,
  left: Batches,
  right: Batches,
  columns: readonly [readonly Column[], readonly Column[]],
  context: ExecutionContext,
): Batches {
  const [leftColumns, rightColumns] = columns;
  const { evaluation, pacer, batchRows } = context;
  const options = { context: evaluation, missingIsNull: true };
  const both = { ...options, columns: [...leftColumns, ...rightColumns] };
  const condition = plan.condition === null ? null : compile(plan.condition, both);
  const keysOf = (side: 0 | 1): RowFunction[] =>
    plan.equal.map((pair) => compile(pair[side], { ...options, columns: columns[side] }));
  const leftKeys = keysOf(0);
  const keepsLeft = plan.type === 'left' || plan.type === 'full';
  const keepsRight = plan.type === 'right' || plan.type === 'full';
  const holding = context.budget.open();
  try {
    const table = await hashTable(right, keysOf(1), keepsRight, holding, context);
    let out: Row[] = [];
    for await (const rows of left) {
      for (const row of rows) {
        let found = false;
        for (const partner of table.partners(leftKeys, row)) {
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
  } finally {
    holding.release();
  }
}

/** The rows of the right side by their keys. */
interface RightTable {
  partners(keys: readonly RowFunction[], row: Row): readonly Row[];
  /** Empty unless rows without a partner are answered. */
  readonly all: readonly Row[];
  readonly matched: Set<Row>;
}

const NONE: readonly Row[] = [];

/** A row with a NULL among its keys equals nothing. */
async function hashTable(
  right: Batches,
  keys: readonly RowFunction[],
  keepsRight: boolean,
  holding: Holding,
  context: ExecutionContext,
): Promise<RightTable> {
  const byKey = new RowMap<Row[]>();
  const all: Row[] = [];
  for await (const rows of right) {
    holding.addRows(rows);
    for (const row of rows) {
      if (keepsRight) all.push(row);
      const key = keyOfRow(keys, row);
      if (key === null) continue;
      const bucket = byKey.get(key);
      if (bucket === undefined) byKey.set(key, [row]);
      else bucket.push(row);
      holding.add(0, bytesOf(key));
    }
    await betweenBatches(context);
  }
  const partners: RightTable['partners'] = (leftKeys, row) => {
    const key = keyOfRow(leftKeys, row);
    return (key === null ? undefined : byKey.get(key)) ?? NONE;
  };
  return { partners, all, matched: new Set() };
}

function keyOfRow(keys: readonly RowFunction[], row: Row): SqlValue[] | null {
  const values = keys.map((key) => key(row));
  return values.includes(null) ? null : values;
}

/** Rows of the right side that no row of the left one met. */
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
