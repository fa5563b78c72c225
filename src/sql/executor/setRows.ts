import type { SetPlan } from '../plan/logical.ts';
import { keyOf, type Row } from '../values/index.ts';

/** UNION, INTERSECT and MINUS of rows; all but UNION ALL answer with different rows. */
export function setRows(
  operator: SetPlan['operator'],
  left: readonly Row[],
  right: readonly Row[],
): readonly Row[] {
  switch (operator) {
    case 'unionAll':
      return [...left, ...right];
    case 'union':
      return distinct([...left, ...right]);
    case 'intersect': {
      const keys = new Set(right.map(rowKey));
      return distinct(left.filter((row) => keys.has(rowKey(row))));
    }
    case 'minus': {
      const keys = new Set(right.map(rowKey));
      return distinct(left.filter((row) => !keys.has(rowKey(row))));
    }
  }
}

function distinct(rows: readonly Row[]): Row[] {
  return [...new Map(rows.map((row) => [rowKey(row), row])).values()];
}

function rowKey(row: Row): string {
  return row.map(keyOf).join('\0');
}
