import type { Cell } from './tables.ts';

/** Rows as lines that are equal when the rows are: truth as a number, numbers to 12 digits. */
export function lines(rows: readonly (readonly Cell[])[]): string[] {
  return rows.map((row) => row.map(printed).join('|'));
}

function printed(value: Cell): string {
  if (typeof value === 'boolean') return String(Number(value));
  if (typeof value === 'number') return String(Number(value.toPrecision(12)) + 0);
  return value === null ? 'NULL' : `'${value}'`;
}

/** Null when both are the same; else what is only in one of them, or where the order differs. */
export function difference(
  left: readonly string[],
  right: readonly string[],
  isOrdered: boolean,
): string | null {
  const [a, b] = isOrdered ? [left, right] : [[...left].sort(), [...right].sort()];
  if (a.length === b.length && a.every((line, i) => line === b[i])) return null;
  const [onlyLeft, onlyRight] = [without(a, b), without(b, a)];
  if (onlyLeft === '' && onlyRight === '') {
    const at = a.findIndex((line, i) => line !== b[i]);
    return `${a.length} rows in another order: row ${at + 1} is ${a[at]} against ${b[at]}`;
  }
  return `${a.length} rows [${onlyLeft}] against ${b.length} rows [${onlyRight}]`;
}

function without(lines: readonly string[], others: readonly string[]): string {
  const left = [...lines];
  for (const other of others) {
    const at = left.indexOf(other);
    if (at >= 0) left.splice(at, 1);
  }
  return left.slice(0, 3).join('; ');
}
