import { inTurns, type JsonValue } from '../../../../common/index.ts';
import { SqlError } from '../../../errors.ts';
import { bytesOf, type Holding, OrderedItems } from '../../../executor/index.ts';
import { type JoinRow, type JoinRun, type Operator, ROW_BYTES } from './operator.ts';
import { type ColumnReader, columnReader } from './rowValues.ts';
import type { JoinSides } from './statement.ts';

/**
 * All rows by the columns that ORDER BY names: those of the left table first, then those of the right one, all of them
 * in the direction of the last. Null when nothing is to be sorted by.
 */
export function sortOf(input: Operator<JoinRow>, sides: JoinSides, first: number): Operator<JoinRow> | null {
  const orders = sides.flatMap(({ table, orderBy, scope }) =>
    orderBy.map(({ expression, direction }) => {
      const node = expression.kind === 'isNull' ? expression.operand : expression;
      const field = node.kind === 'column' ? scope.exact(scope.column(node).name) : node.kind;
      return { name: `${table.alias}.${field}`, direction };
    }),
  );
  if (orders.length === 0) return null;
  const names = orders.map(({ name }) => name);
  const direction = (orders.at(-1)?.direction ?? 'asc').toUpperCase();
  const columns = names.join(', ');
  return {
    explain: (plan) => ({
      [plan === 'logical'
        ? `Sort [ columns=[${columns}] order=${direction} ]`
        : `QuickSort [ columns=[${columns}], order=${direction} ]`]: input.explain(plan),
    }),
    async *run(run) {
      const readers = names.map((name) => columnReader(name, sides));
      const sign = direction === 'DESC' ? -1 : 1;
      const compare = (a: Keyed, b: Keyed): number => sign * compareKeys(a.key, b.key) || a.place - b.place;
      yield* inOrder(input.run(run), readers, new OrderedItems(compare, first), run);
    },
  };
}

async function* inOrder(
  input: AsyncGenerator<readonly JoinRow[]>,
  readers: readonly ColumnReader[],
  items: OrderedItems<Keyed>,
  { budget, pacer }: JoinRun,
): AsyncGenerator<readonly JoinRow[]> {
  const checks = new KeyChecks();
  const holding = budget.open();
  let place = 0;
  try {
    for await (const rows of input) {
      for (const row of rows) {
        const key = readers.map((read) => read(row));
        checks.add(key);
        const keyed = { row, key, place: place++ };
        holding.add(1, bytesOfKeyed(keyed));
        const dropped = items.add(keyed);
        if (dropped !== undefined) holding.remove(1, bytesOfKeyed(dropped));
      }
      await pacer.pause();
    }
    await inTurns(items.settle(), pacer);
    for (;;) {
      const batch = nextRows(items, holding);
      if (batch.length === 0) return;
      yield batch;
      await pacer.pause();
    }
  } finally {
    holding.release();
  }
}

function bytesOfKeyed({ key }: Keyed): number {
  return ROW_BYTES + bytesOf(key);
}

const ROWS_AT_ONCE = 256;

/** Rows that were yielded count as memory of their reader. */
function nextRows(items: OrderedItems<Keyed>, holding: Holding): readonly JoinRow[] {
  const rows: JoinRow[] = [];
  while (rows.length < ROWS_AT_ONCE) {
    const next = items.take();
    if (next === undefined) break;
    holding.remove(1, bytesOfKeyed(next));
    rows.push(next.row);
  }
  return rows;
}

interface Keyed {
  readonly row: JoinRow;
  readonly place: number;
  readonly key: readonly JsonValue[];
}

/**
 * What the original finds wrong with keys while it sorts: rows without a value, or a column that was not fetched, have no
 * order, and neither have values of two classes. One row needs none.
 */
class KeyChecks {
  #rows = 0;
  #lacksValue = false;
  #firstClass: string | null = null;

  /** Throws SqlError. */
  add(key: readonly JsonValue[]): void {
    this.#rows++;
    this.#lacksValue ||= key.includes(null);
    if (this.#rows > 1 && this.#lacksValue) throw executionFailed();
    const own = javaClass(key[0]);
    // What only later columns mix is found where rows are compared.
    if (own !== null && this.#firstClass !== null && own !== this.#firstClass) throw executionFailed();
    this.#firstClass ??= own;
  }
}

/** Throws SqlError for values of two Java classes. What has no order (lists, objects) is passed over. */
function compareKeys(a: readonly JsonValue[], b: readonly JsonValue[]): number {
  for (let i = 0; i < a.length; i++) {
    const [x, y] = [a[i], b[i]];
    const type = javaClass(x);
    if (type === null) continue;
    if (type !== javaClass(y)) throw executionFailed();
    if (x === y) continue;
    return (x as string) < (y as string) ? -1 : 1;
  }
  return 0;
}

/** The class that Jackson reads a value as; null: it cannot be compared. */
function javaClass(value: JsonValue): string | null {
  switch (typeof value) {
    case 'number':
      if (!Number.isInteger(value)) return 'Double';
      return value === (value | 0) ? 'Integer' : 'Long';
    case 'object':
      return null;
    default:
      return typeof value;
  }
}

function executionFailed(): SqlError {
  const options = { httpStatus: 200, bodyStatus: 500 };
  return new SqlError('IllegalStateException', 'Error happened during execution', options);
}
