import type { Column } from '../analyzer/index.ts';
import type { EvaluationContext } from '../functions/index.ts';
import type { JoinPlan } from '../plan/logical.ts';
import { keyOf, type Row, type SqlValue } from '../values/index.ts';
import { checkRows, checkTime } from './budget.ts';
import type { ExecutionContext } from './context.ts';
import { compile, type RowFunction } from './evaluate.ts';

/** Two sides joined: by a hash table when equalities are given, pair by pair otherwise. */
export function joinRows(
  plan: Pick<JoinPlan, 'type' | 'equal' | 'condition'>,
  left: readonly Row[],
  right: readonly Row[],
  columns: readonly [readonly Column[], readonly Column[]],
  context: ExecutionContext,
): Row[] {
  const [leftColumns, rightColumns] = columns;
  const evaluation = context.evaluation;
  const both = { columns: [...leftColumns, ...rightColumns], context: evaluation };
  const condition = plan.condition === null ? null : compile(plan.condition, both);
  const leftKey = keyFunction(
    plan.equal.map(([a]) => compile(a, { columns: leftColumns, context: evaluation })),
  );
  const rightKey = keyFunction(
    plan.equal.map(([, b]) => compile(b, { columns: rightColumns, context: evaluation })),
  );
  const table = hashTable(right, rightKey);
  const matched = new Set<Row>();
  const out: Row[] = [];
  let pairs = 0;
  for (const row of left) {
    let found = false;
    for (const partner of table.get(leftKey(row) ?? '') ?? []) {
      if (++pairs % PAIRS_BETWEEN_LOOKS === 0) checkBudget(out.length, evaluation);
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
const PAIRS_BETWEEN_LOOKS = 4096;

function checkBudget(rows: number, evaluation: EvaluationContext): void {
  checkRows(rows);
  checkTime(evaluation);
}

/** Null for a row with a NULL among its keys: it equals nothing. */
function keyFunction(functions: readonly RowFunction[]): (row: Row) => string | null {
  return (row) => {
    const values = functions.map((f) => f(row));
    return values.includes(null) ? null : `k${values.map(keyOf).join('\0')}`;
  };
}

function hashTable(rows: readonly Row[], key: (row: Row) => string | null): Map<string, Row[]> {
  const table = new Map<string, Row[]>();
  for (const row of rows) {
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
