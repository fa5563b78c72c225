import type { SortKey } from '../plan/logical.ts';
import { compareValues, type Row, type SqlValue } from '../values/index.ts';
import type { ExecutionContext } from './context.ts';
import { type CompileOptions, compile } from './evaluate.ts';
import { priorityOrder } from './priorityOrder.ts';

/**
 * Rows by keys that are computed once for each row, in turns of the event loop. Where the original's own order is not
 * wanted, rows of one key stay as they were.
 */
export async function sortRows(
  rows: readonly Row[],
  keys: readonly SortKey[],
  options: CompileOptions,
  { pacer }: Pick<ExecutionContext, 'pacer'>,
): Promise<Row[]> {
  const functions = keys.map(({ expression }) => compile(expression, options));
  const keyed = await pacer.map(rows, (row, place) => ({
    ...{ row, place, values: functions.map((f) => f(row)) },
  }));
  const isStable = options.context.corrections;
  const compare = (a: (typeof keyed)[number], b: (typeof keyed)[number]): number =>
    compareKeys(a.values, b.values, keys) || (isStable ? a.place - b.place : 0);
  const ordered = await priorityOrder(keyed, compare, pacer);
  return ordered.map(({ row }) => row);
}

function compareKeys(
  a: readonly SqlValue[],
  b: readonly SqlValue[],
  keys: readonly Pick<SortKey, 'descending' | 'nullsFirst'>[],
): number {
  for (let i = 0; i < keys.length; i++) {
    const order = compareOne(a[i], b[i], keys[i]);
    if (order !== 0) return order;
  }
  return 0;
}

function compareOne(a: SqlValue, b: SqlValue, key: Pick<SortKey, 'descending' | 'nullsFirst'>): number {
  if (a === null || b === null) {
    if (a === b) return 0;
    return (a === null) === key.nullsFirst ? -1 : 1;
  }
  const order = compareValues(a, b);
  return key.descending ? -order : order;
}
