import type uPlot from 'uplot';
import { isNumberType } from '../../../../answers/index.ts';
import { cellText } from '../../lib/format.ts';
import type { GridColumn } from '../../ui/Grid.tsx';

type Row = readonly unknown[];

export type ChartKind = 'bars' | 'lines' | 'points';

export interface ChartChoice {
  readonly kind: ChartKind;
  /** Columns by their place. */
  readonly x: number;
  readonly ys: readonly number[];
}

export interface Chart {
  /** Rows in the order of x. */
  readonly data: uPlot.AlignedData;
  /** The words below, when x is neither a number nor a time. */
  readonly labels: readonly string[] | null;
  readonly isTime: boolean;
}

const TIMES = new Set(['date', 'timestamp', 'datetime']);

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

export function chartOf(
  columns: readonly GridColumn[],
  rows: readonly Row[],
  { kind, x, ys }: ChartChoice,
): Chart {
  const type = columns[x].type ?? '';
  const isTime = TIMES.has(type);
  const isNumber = isNumberType(type) && kind !== 'bars';
  if (!isTime && !isNumber) {
    const data = [rows.map((_row, i) => i), ...ys.map((y) => rows.map((row) => numberOf(row[y])))];
    return { data: data as uPlot.AlignedData, labels: rows.map((row) => cellText(row[x])), isTime };
  }
  const placeOf = (row: Row): number | null => (isTime ? secondsOf(row[x]) : numberOf(row[x]));
  const placed = rows.flatMap((row) => {
    const place = placeOf(row);
    return place === null ? [] : [{ row, place }];
  });
  placed.sort((a, b) => a.place - b.place);
  const data = [
    placed.map(({ place }) => place),
    ...ys.map((y) => placed.map(({ row }) => numberOf(row[y]))),
  ];
  return { data: data as uPlot.AlignedData, labels: null, isTime };
}

function numberOf(value: unknown): number | null {
  const number = typeof value === 'bigint' ? Number(value) : value;
  return typeof number === 'number' && Number.isFinite(number) ? number : null;
}

/** Times of an answer are UTC. */
function secondsOf(value: unknown): number | null {
  const ms =
    typeof value === 'string'
      ? Date.parse(`${value.trim().replace(' ', 'T')}${value.length > 10 ? 'Z' : ''}`)
      : Number.NaN;
  return Number.isNaN(ms) ? null : ms / 1000;
}
