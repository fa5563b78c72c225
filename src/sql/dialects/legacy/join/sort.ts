import type { JsonValue } from '../../../../common/index.ts';
import { SqlError } from '../../../errors.ts';
import { checkRows } from '../../../executor/index.ts';
import type { JoinRow, Operator } from './operator.ts';
import { type ColumnReader, columnReader } from './rowValues.ts';
import type { JoinSides } from './statement.ts';

/**
 * All rows by the columns that ORDER BY names: those of the left table first, then those of the right one, all of them
 * in the direction of the last. Null when nothing is to be sorted by.
 */
export function sortOf(input: Operator<JoinRow>, sides: JoinSides): Operator<JoinRow> | null {
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
      const keyed: Keyed[] = [];
      for await (const rows of input.run(run)) {
        for (const row of rows) keyed.push({ row, key: keyOf(row, readers) });
        checkRows(keyed.length);
        checkKeys(keyed, rows.length);
        await run.pacer.pause();
      }
      const sign = direction === 'DESC' ? -1 : 1;
      keyed.sort((a, b) => sign * compareKeys(a.key, b.key));
      yield keyed.map(({ row }) => row);
    },
  };
}

interface Keyed {
  readonly row: JoinRow;
  readonly key: readonly JsonValue[];
}

function keyOf(row: JoinRow, readers: readonly ColumnReader[]): JsonValue[] {
  return readers.map((read) => read(row));
}

/** The original has no order for rows without a value, nor by a column that was not fetched. One row needs none. */
function checkKeys(rows: readonly Keyed[], fresh: number): void {
  const unchecked = rows.length - fresh <= 1 ? rows : rows.slice(-fresh);
  if (rows.length > 1 && unchecked.some(({ key }) => key.includes(null))) throw executionFailed();
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
