import type { SetPlan } from '../plan/logical.ts';
import { keyOf, type Row } from '../values/index.ts';
import type { ExecutionContext } from './context.ts';

/** UNION, INTERSECT and MINUS of rows; all but UNION ALL answer with different rows. */
export async function setRows(
  operator: SetPlan['operator'],
  left: readonly Row[],
  right: readonly Row[],
  context: Pick<ExecutionContext, 'pacer'>,
): Promise<readonly Row[]> {
  if (operator === 'unionAll') return [...left, ...right];
  if (operator === 'union') return [...(await byKey([...left, ...right], context)).values()];
  const ofLeft = await byKey(left, context);
  const ofRight = await byKey(right, context);
  switch (operator) {
    case 'intersect':
      return [...ofLeft].flatMap(([key, row]) => (ofRight.has(key) ? [row] : []));
    case 'minus':
      return [...ofLeft].flatMap(([key, row]) => (ofRight.has(key) ? [] : [row]));
  }
}

/** Different rows, in order; of equal ones the last, where the first stood. */
async function byKey(
  rows: readonly Row[],
  { pacer }: Pick<ExecutionContext, 'pacer'>,
): Promise<Map<string, Row>> {
  const found = new Map<string, Row>();
  for (const row of rows) {
    if (pacer.due()) await pacer.pause();
    found.set(row.map(keyOf).join('\0'), row);
  }
  return found;
}
