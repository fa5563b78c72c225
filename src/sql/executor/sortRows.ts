import type { SortKey } from '../plan/logical.ts';
import { compareValues, isAbsent, type SqlValue } from '../values/index.ts';
import { type Batches, eachRow } from './batches.ts';
import { betweenBatches } from './budget.ts';
import type { ExecutionContext } from './context.ts';
import { type CompileOptions, compile } from './evaluate.ts';
import { type KeyedRow, RowSorter } from './rowSorter.ts';

/**
 * Sorts rows by keys that are computed once per row, yielding to the event loop. They are put in order
 * lazily; if the reader takes only the `first` and the sort is stable, no more are held. The original's sort
 * is not stable: to reproduce its order, all rows are needed.
 */
export async function* sortRows(
  input: Batches,
  keys: readonly SortKey[],
  options: CompileOptions,
  context: ExecutionContext,
  first = Number.POSITIVE_INFINITY,
): Batches {
  const functions = keys.map(({ expression }) => compile(expression, options));
  const isStable = options.context.corrections;
  const compare = (a: KeyedRow, b: KeyedRow): number =>
    compareKeys(a.keys, b.keys, keys) || (isStable ? a.place - b.place : 0);
  const sorter = new RowSorter(compare, keys.length, context, isStable ? first : undefined);
  try {
    let place = 0;
    for await (const rows of input) {
      await eachRow(rows, context, (row) => {
        sorter.add({ row, place: place++, keys: functions.map((f) => f(row)) });
      });
      await betweenBatches(context);
      if (sorter.isLarge) await sorter.spill();
    }
    yield* sorter.rows();
  } finally {
    sorter.release();
  }
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
  if (isAbsent(a) || isAbsent(b)) {
    if (isAbsent(a) && isAbsent(b)) return 0;
    return isAbsent(a) === key.nullsFirst ? -1 : 1;
  }
  const order = compareValues(a, b);
  return key.descending ? -order : order;
}
