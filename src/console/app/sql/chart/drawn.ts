import type { Chart, ChartKind } from './chartData.ts';

/** What is looked at: a part of x, in a picture of so many pixels. */
export interface Frame {
  readonly min: number;
  readonly max: number;
  readonly widthPx: number;
  readonly heightPx: number;
}

/** What is handed to the picture: never more than its pixels can show. */
export interface Drawn {
  readonly x: readonly number[];
  readonly ys: readonly (readonly (number | null)[])[];
  /** Rows of a chart, from and to, that each place stands for; null: each is one row, with its own values. */
  readonly groups: readonly (readonly [from: number, to: number])[] | null;
}

/** Narrower bars could not be told apart. */
const BAR_PX = 3;
/** Closer points cover each other. */
const POINT_PX = 4;

type Reduce = (chart: Chart, rows: Range, frame: Frame) => Drawn;

/** Rows from the first one to the one before the last. */
type Range = readonly [from: number, to: number];

const REDUCERS: Readonly<Record<ChartKind, Reduce>> = { bars: grouped, lines: extremes, points: apart };

/** The rows in the frame, and fewer of them where several fall on one pixel. */
export function drawnOf(chart: Chart, kind: ChartKind, frame: Frame): Drawn {
  const { x } = chart;
  return REDUCERS[kind](chart, [placeOf(x, frame.min), placeOf(x, frame.max, true)], frame);
}

/** Least and greatest value of rows; null: there is none. */
export function boundsOf(values: Float64Array, [from, to]: Range): readonly [number, number] | null {
  let [least, greatest] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (let i = from; i < to; i++) {
    if (values[i] < least) least = values[i];
    if (values[i] > greatest) greatest = values[i];
  }
  return least > greatest ? null : [least, greatest];
}

/** The first row that is not left of a value; or the first that is right of it. */
function placeOf(x: Float64Array, value: number, isBehind = false): number {
  let [low, high] = [0, x.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (x[middle] < value || (isBehind && x[middle] === value)) low = middle + 1;
    else high = middle;
  }
  return low;
}

function chosen({ x, ys }: Chart, rows: readonly number[]): Drawn {
  return {
    x: rows.map((i) => x[i]),
    ys: ys.map((values) => rows.map((i) => (Number.isNaN(values[i]) ? null : values[i]))),
    groups: null,
  };
}

/** With one more at each side: lines go on there. */
function wider([from, to]: Range, { x }: Chart): Range {
  return [Math.max(0, from - 1), Math.min(x.length, to + 1)];
}

function every(chart: Chart, rows: Range): Drawn {
  const [from, to] = wider(rows, chart);
  return chosen(
    chart,
    Array.from({ length: to - from }, (_, i) => from + i),
  );
}

/** Of each column of pixels and each line the first, the last, the least and the greatest row: the line looks the same. */
function extremes(chart: Chart, range: Range, { min, max, widthPx }: Frame): Drawn {
  if (range[1] - range[0] <= 4 * widthPx) return every(chart, range);
  const [from, to] = wider(range, chart);
  const scale = widthPx / (max - min);
  const rows: number[] = [];
  for (let first = from; first < to; ) {
    const column = Math.floor((chart.x[first] - min) * scale);
    let next = first + 1;
    while (next < to && Math.floor((chart.x[next] - min) * scale) === column) next++;
    const kept = new Set<number>();
    for (const values of chart.ys) for (const i of turnsOf(values, first, next)) kept.add(i);
    rows.push(...[...kept].sort((a, b) => a - b));
    first = next;
  }
  return chosen(chart, rows);
}

function turnsOf(values: Float64Array, from: number, to: number): readonly number[] {
  let [first, least, greatest, last] = [-1, -1, -1, -1];
  for (let i = from; i < to; i++) {
    if (Number.isNaN(values[i])) continue;
    if (first === -1) first = least = greatest = i;
    if (values[i] < values[least]) least = i;
    if (values[i] > values[greatest]) greatest = i;
    last = i;
  }
  // Rows without values are a gap in the line.
  return first === -1 ? [from] : [first, least, greatest, last];
}

/** One row for each place that a point covers. */
function apart(chart: Chart, range: Range, { min, max, widthPx, heightPx }: Frame): Drawn {
  const all = chart.ys.map((values) => boundsOf(values, range) ?? [0, 0]);
  const low = Math.min(...all.map(([least]) => least));
  const high = Math.max(...all.map(([, greatest]) => greatest));
  const [columns, lines] = [Math.ceil(widthPx / POINT_PX) + 2, Math.ceil(heightPx / POINT_PX) + 1];
  const across = widthPx / POINT_PX / (max - min || 1);
  const upwards = heightPx / POINT_PX / (high - low || 1);
  const taken = chart.ys.map(() => new Uint8Array(columns * lines));
  const rows: number[] = [];
  for (let i = range[0]; i < range[1]; i++) {
    const column = Math.max(0, Math.min(columns - 1, Math.floor((chart.x[i] - min) * across) + 1));
    let isFree = false;
    for (const [s, values] of chart.ys.entries()) {
      if (Number.isNaN(values[i])) continue;
      const cell = column * lines + Math.floor((values[i] - low) * upwards);
      isFree ||= taken[s][cell] === 0;
      taken[s][cell] = 1;
    }
    if (isFree) rows.push(i);
  }
  return chosen(chart, rows);
}

/** Bars of equal width along x, each the mean of its rows. */
function grouped(chart: Chart, range: Range, { min, max, widthPx }: Frame): Drawn {
  const most = Math.max(1, Math.floor(widthPx / BAR_PX));
  if (range[1] - range[0] <= most) return every(chart, range);
  const scale = most / (max - min);
  const barOf = (row: number): number => Math.min(most - 1, Math.floor((chart.x[row] - min) * scale));
  const groups: (readonly [number, number])[] = [];
  for (let first = range[0]; first < range[1]; ) {
    let next = first + 1;
    while (next < range[1] && barOf(next) === barOf(first)) next++;
    groups.push([first, next]);
    first = next;
  }
  return {
    x: groups.map(([first]) => min + (barOf(first) + 0.5) / scale),
    ys: chart.ys.map((values) => groups.map(([first, next]) => meanOf(values, first, next))),
    groups,
  };
}

function meanOf(values: Float64Array, from: number, to: number): number | null {
  let [sum, count] = [0, 0];
  for (let i = from; i < to; i++) {
    if (Number.isNaN(values[i])) continue;
    sum += values[i];
    count++;
  }
  return count === 0 ? null : sum / count;
}
