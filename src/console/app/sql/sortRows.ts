import { printJson } from '../lib/json.ts';

export interface Sort {
  readonly column: number;
  readonly isDescending: boolean;
}

type Row = readonly unknown[];

/** So many are sorted at once; from there on runs are merged, with pauses. */
const RUN = 1024;

/** The next of: as the engine has it, upwards, downwards. */
export function nextSort(sort: Sort | null, column: number): Sort | null {
  if (sort?.column !== column) return { column, isDescending: false };
  return sort.isDescending ? null : { column, isDescending: true };
}

/** NULL last in either direction; numbers by value, everything else by its text. Stable. Pauses now and then. */
export function sortedRows(
  rows: readonly Row[],
  { column, isDescending }: Sort,
): Generator<void, readonly Row[]> {
  return sortedInTurns(rows, (a, b) => compared(a[column], b[column], isDescending ? -1 : 1));
}

/** Stable, with pauses. */
export function* sortedInTurns<T>(
  items: readonly T[],
  compare: (a: T, b: T) => number,
): Generator<void, readonly T[]> {
  let sorted: T[] = [];
  for (let from = 0; from < items.length; from += RUN) {
    sorted.push(...items.slice(from, from + RUN).sort(compare));
    yield;
  }
  for (let length = RUN; length < items.length; length *= 2) {
    const merged: T[] = [];
    for (let from = 0; from < items.length; from += 2 * length) {
      const middle = Math.min(from + length, items.length);
      yield* merge(sorted, from, middle, Math.min(middle + length, items.length), compare, merged);
    }
    sorted = merged;
  }
  return sorted;
}

function* merge<T>(
  items: readonly T[],
  from: number,
  middle: number,
  end: number,
  compare: (a: T, b: T) => number,
  merged: T[],
): Generator<void, void> {
  let [left, right] = [from, middle];
  while (left < middle || right < end) {
    const isLeft = right >= end || (left < middle && compare(items[left], items[right]) <= 0);
    merged.push(items[isLeft ? left++ : right++]);
    if (merged.length % RUN === 0) yield;
  }
}

/** Below 0: `a` comes first. NULL comes last in either direction. */
export function compared(a: unknown, b: unknown, sign: number): number {
  if (isNull(a) || isNull(b)) return Number(isNull(a)) - Number(isNull(b));
  if (isNumber(a) && isNumber(b)) return a < b ? -sign : a > b ? sign : 0;
  const [left, right] = [text(a), text(b)];
  return left < right ? -sign : left > right ? sign : 0;
}

function isNull(value: unknown): boolean {
  return value === null || value === undefined;
}

function isNumber(value: unknown): value is number | bigint {
  return typeof value === 'number' || typeof value === 'bigint';
}

function text(value: unknown): string {
  return typeof value === 'object' ? printJson(value) : String(value);
}
