import { createHash } from 'node:crypto';
import type { ColumnType, Expected, QueryRecord } from './records.ts';

export type LogicRows = readonly (readonly unknown[])[];

/** What an answer is compared as: its values as lines, in the order that the record asks for. */
export function valuesOf(rows: LogicRows, { types, sort }: Pick<QueryRecord, 'types' | 'sort'>): string[] {
  const printed = rows.map((row) => row.map((value, i) => print(value, types[i] ?? 'T')));
  if (sort === 'rowsort') printed.sort((left, right) => order(left.join('\n'), right.join('\n')));
  const values = printed.flat();
  return sort === 'valuesort' ? values.sort(order) : values;
}

/** Null when they are what is expected, else the difference. */
export function differenceOf(values: readonly string[], expected: Expected): string | null {
  switch (expected.kind) {
    case 'values':
      return values.join('\n') === expected.values.join('\n')
        ? null
        : `[${few(values)}] instead of [${few(expected.values)}]`;
    case 'hash': {
      const md5 = hashOf(values);
      return values.length === expected.count && md5 === expected.md5
        ? null
        : `${values.length} values hashing to ${md5}`;
    }
  }
}

export function hashOf(values: readonly string[]): string {
  return createHash('md5')
    .update(values.map((value) => `${value}\n`).join(''))
    .digest('hex');
}

function few(values: readonly string[]): string {
  return values.length > 40 ? `${values.slice(0, 40).join(' ')} …` : values.join(' ');
}

/** As bytes are compared. */
function order(left: string, right: string): number {
  if (left === right) return 0;
  return left < right ? -1 : 1;
}

function print(value: unknown, type: ColumnType): string {
  if (value === null || value === undefined) return 'NULL';
  if (type === 'T') return printText(String(value));
  const number = typeof value === 'string' ? Number.parseFloat(value) || 0 : Number(value);
  return type === 'I' ? String(Math.trunc(number)) : number.toFixed(3);
}

function printText(text: string): string {
  return text === '' ? '(empty)' : text.replace(/[^ -~]/g, '@');
}
