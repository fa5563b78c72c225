import type { Column } from '../binder/index.ts';
import type { JoinPlan } from '../plan/logical.ts';
import { keyOf, type Row, type SqlValue } from '../values/index.ts';
import { betweenPages, checkRows } from './budget.ts';
import type { ExecutionContext } from './context.ts';
import { compile, type RowFunction } from './evaluate.ts';

/** Two sides joined: by a hash table when equalities are given, pair by pair otherwise. */
export async function joinRows(
  plan: Pick<JoinPlan, 'type' | 'equal' | 'condition'>,
  left: readonly Row[],
  right: readonly Row[],
  columns: readonly [readonly Column[], readonly Column[]],
  context: ExecutionContext,
): Promise<Row[]> {
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
  const out: Row[] = [];
  for (const row of left) {
    if (pacer.due()) await betweenPages(context);
    let found = false;
    for (const partner of table.get(leftKey(row) ?? '') ?? []) {
      if (pacer.due()) await nextPairs(out.length, context);
      const joined = [...row, ...partner];
      if (condition !== null && condition(joined) !== true) continue;
      found = true;
      matched.add(partner);
      out.push(joined);
    }
    if (!found && (plan.type === 'left' || plan.type === 'full'))
      out.push([...row, ...nulls(rightColumns.length)]);
  }
  if (plan.type === 'right' || plan.type === 'full') {
    for (const row of right) if (!matched.has(row)) out.push([...nulls(leftColumns.length), ...row]);
  }
  return out;
}

/** Pairs multiply: what they take is looked at while they are made. */
async function nextPairs(rows: number, context: ExecutionContext): Promise<void> {
  checkRows(rows);
  await betweenPages(context);
}

/** Null for a row with a NULL among its keys: it equals nothing. */
function keyFunction(functions: readonly RowFunction[]): (row: Row) => string | null {
  return (row) => {
    const values = functions.map((f) => f(row));
    return values.includes(null) ? null : `k${values.map(keyOf).join('\0')}`;
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

function nulls(count: number): SqlValue[] {
  return new Array<SqlValue>(count).fill(null);
}
