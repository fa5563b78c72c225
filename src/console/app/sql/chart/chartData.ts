import { isNumberType } from '../../../../answers/index.ts';
import { cellText } from '../../lib/format.ts';
import type { GridColumn } from '../../ui/Grid.tsx';
import { sortedInTurns } from '../sortRows.ts';

type Row = readonly unknown[];

export type ChartKind = 'bars' | 'lines' | 'points';

export interface ChartChoice {
  readonly kind: ChartKind;
  /** Columns by their place. */
  readonly x: number;
  readonly ys: readonly number[];
}

/** Every row of a result as numbers, in the order of x. */
export interface Chart {
  readonly x: Float64Array;
  /** NaN: no value. */
  readonly ys: readonly Float64Array[];
  /** The word below a place, when x is neither a number nor a time. */
  readonly word: ((at: number) => string) | null;
  readonly isTime: boolean;
}

const TIMES = new Set(['date', 'timestamp', 'datetime']);

/** So many rows are read between two pauses. */
export const SLICE_ROWS = 2048;

/** Columns with numbers: only these can be drawn upwards. */
export function numberColumns(columns: readonly GridColumn[]): readonly number[] {
  return columns.flatMap(({ type = '' }, i) => (isNumberType(type) ? [i] : []));
}

/** What is looked at first: the first column without numbers against the first with. null: there is nothing to draw. */
export function firstChoice(columns: readonly GridColumn[]): ChartChoice | null {
  const numbers = numberColumns(columns);
  if (numbers.length === 0) return null;
  const others = columns.flatMap((_column, i) => (numbers.includes(i) ? [] : [i]));
  const x = others[0] ?? numbers[0];
  const ys = numbers.filter((i) => i !== x).slice(0, 1);
  const isTime = TIMES.has(columns[x].type ?? '');
  return { kind: isTime ? 'lines' : others.length > 0 ? 'bars' : 'points', x, ys: ys.length > 0 ? ys : [x] };
}

/** Pauses now and then, as `inTurns` wants it. Rows without a time or a number along x are left out. */
export function* chartOf(
  columns: readonly GridColumn[],
  rows: readonly Row[],
  { kind, x, ys }: ChartChoice,
): Generator<void, Chart> {
  const type = columns[x].type ?? '';
  const isTime = TIMES.has(type);
  const isNumber = isNumberType(type) && kind !== 'bars';
  const isPlace = !isTime && !isNumber;
  const places = yield* columnOf(rows, (row, i) =>
    isPlace ? i : isTime ? secondsOf(row[x]) : numberOf(row[x]),
  );
  const order = isPlace ? null : yield* orderOf(places);
  const inOrder = function* (column: Float64Array): Generator<void, Float64Array> {
    return order === null ? column : yield* columnOf(order, (i) => column[i]);
  };
  const values: Float64Array[] = [];
  for (const y of ys) values.push(yield* inOrder(yield* columnOf(rows, (row) => numberOf(row[y]))));
  const word = isPlace ? (at: number) => (at in rows ? cellText(rows[at][x]) : '') : null;
  return { x: yield* inOrder(places), ys: values, word, isTime };
}

function* columnOf<T>(
  items: readonly T[],
  numberAt: (item: T, i: number) => number,
): Generator<void, Float64Array> {
  const column = new Float64Array(items.length);
  for (let from = 0; from < items.length; from += SLICE_ROWS) {
    const end = Math.min(items.length, from + SLICE_ROWS);
    for (let i = from; i < end; i++) column[i] = numberAt(items[i], i);
    yield;
  }
  return column;
}

/** Rows that have a place, from left to right. */
function* orderOf(places: Float64Array): Generator<void, readonly number[]> {
  const placed: number[] = [];
  let isSorted = true;
  for (let i = 0; i < places.length; i++) {
    if (Number.isNaN(places[i])) continue;
    isSorted &&= placed.length === 0 || places[placed[placed.length - 1]] <= places[i];
    placed.push(i);
    if (i % SLICE_ROWS === 0) yield;
  }
  return isSorted ? placed : yield* sortedInTurns(placed, (a, b) => places[a] - places[b]);
}

function numberOf(value: unknown): number {
  const number = typeof value === 'bigint' ? Number(value) : value;
  return typeof number === 'number' && Number.isFinite(number) ? number : Number.NaN;
}

/** Times of an answer are UTC. */
function secondsOf(value: unknown): number {
  if (typeof value !== 'string') return Number.NaN;
  return Date.parse(`${value.trim().replace(' ', 'T')}${value.length > 10 ? 'Z' : ''}`) / 1000;
}
