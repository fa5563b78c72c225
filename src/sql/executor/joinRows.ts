import type { Column } from '../binder/index.ts';
import type { JoinPlan } from '../plan/logical.ts';
import { keyOf, type Row, type SqlValue } from '../values/index.ts';
import { betweenPages } from './budget.ts';
import type { ExecutionContext } from './context.ts';
import { compile, type RowFunction } from './evaluate.ts';

/**
 * Two sides joined: by a hash table when equalities are given, pair by pair otherwise. The left side is asked for its
 * rows as they are wanted.
 */
export async function* joinRows(
  plan: Pick<JoinPlan, 'type' | 'equal' | 'condition'>,
  left: AsyncGenerator<Row>,
  right: readonly Row[],
  columns: readonly [readonly Column[], readonly Column[]],
  context: ExecutionContext,
): AsyncGenerator<Row> {
  const [leftColumns, rightColumns] = columns;
  const { evaluation, pacer } = context;
  const both = { columns: [...leftColumns, ...rightColumns], context: evaluation };
  const condition = plan.condition === null ? null : compile(plan.condition, both);
  const leftKey = keyFunction(
    plan.equal.map(([a]) => compile(a, { columns: leftColumns, context: evaluation })),
  );
  const rightKey = keyFunction(
    plan.equal.map(([, b]) => compile(b, { columns: rightColumns, context: evaluation })),
  );
  const table = await hashTable(right, rightKey, context);
  const matched = new Set<Row>();
  for await (const row of left) {
    if (pacer.due()) await betweenPages(context);
    let found = false;
    for (const partner of partners(table, leftKey(row))) {
      if (pacer.due()) await betweenPages(context);
      const joined = [...row, ...partner];
      if (condition !== null && condition(joined) !== true) continue;
      found = true;
      matched.add(partner);
      yield joined;
    }
    if (!found && (plan.type === 'left' || plan.type === 'full'))
      yield [...row, ...nulls(rightColumns.length)];
  }
  if (plan.type === 'right' || plan.type === 'full') {
    for (const row of right) if (!matched.has(row)) yield [...nulls(leftColumns.length), ...row];
  }
}

/** Null for a row with a NULL among its keys: it equals nothing. */
function keyFunction(functions: readonly RowFunction[]): (row: Row) => string | null {
  return (row) => {
    const values = functions.map((f) => f(row));
    if (values.includes(null)) return null;
    return values.length === 1 ? keyOf(values[0]) : JSON.stringify(values.map(keyOf));
  };
}

async function hashTable(
  rows: readonly Row[],
  key: (row: Row) => string | null,
  { pacer }: ExecutionContext,
): Promise<Map<string, Row[]>> {
  const table = new Map<string, Row[]>();
  for (const row of rows) {
    if (pacer.due()) await pacer.pause();
    const own = key(row);
    if (own === null) continue;
    const bucket = table.get(own);
    if (bucket === undefined) table.set(own, [row]);
    else bucket.push(row);
  }
  return table;
}

function partners(table: ReadonlyMap<string, Row[]>, key: string | null): readonly Row[] {
  return (key === null ? undefined : table.get(key)) ?? [];
}

function nulls(count: number): SqlValue[] {
  return new Array<SqlValue>(count).fill(null);
}
