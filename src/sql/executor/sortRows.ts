import type { SortKey } from '../plan/logical.ts';
import { compareValues, isAbsent, type Row, type SqlValue } from '../values/index.ts';
import type { Batches } from './batches.ts';
import { betweenBatches, bytesOf, type Holding } from './budget.ts';
import type { ExecutionContext } from './context.ts';
import { type CompileOptions, compile } from './evaluate.ts';
import { OrderedItems } from './orderedItems.ts';

/** A row with its keys, and where it stood. */
interface Keyed {
  readonly row: Row;
  readonly place: number;
  readonly values: readonly SqlValue[];
}

/**
 * Rows by keys that are computed once for each row, in turns of the event loop. They are brought in order as they are
 * asked for; where the reader takes no more than the `first`, and rows of one key stay as they were, no more are held.
 * The original does not keep rows of one key as they were: its order needs all of them.
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
  const compare = (a: Keyed, b: Keyed): number =>
    compareKeys(a.values, b.values, keys) || (isStable ? a.place - b.place : 0);
  const items = new OrderedItems(compare, isStable ? first : undefined);
  const holding = context.budget.open();
  try {
    let place = 0;
    for await (const rows of input) {
      for (const row of rows) {
        const keyed = { row, place: place++, values: functions.map((f) => f(row)) };
        holding.add(1, bytesOfKeyed(keyed));
        const dropped = items.add(keyed);
        if (dropped !== undefined) holding.remove(1, bytesOfKeyed(dropped));
      }
      await betweenBatches(context);
    }
    for (;;) {
      const batch = nextRows(items, holding, context);
      if (batch.length === 0) return;
      yield batch;
      await betweenBatches(context);
    }
  } finally {
    holding.release();
  }
}

/** What is handed on is held by its reader. */
function nextRows(
  items: OrderedItems<Keyed>,
  holding: Holding,
  { batchRows }: ExecutionContext,
): readonly Row[] {
  const rows: Row[] = [];
  while (rows.length < batchRows) {
    const next = items.take();
    if (next === undefined) break;
    holding.remove(1, bytesOfKeyed(next));
    rows.push(next.row);
  }
  return rows;
}

function bytesOfKeyed({ row, values }: Keyed): number {
  return bytesOf(row) + bytesOf(values);
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
