import { useMemo, useRef, useState } from 'preact/hooks';
import uPlot from 'uplot';
import { count, numberText } from '../../lib/format.ts';
import type { GridColumn } from '../../ui/Grid.tsx';
import { Plot } from '../../ui/Plot.tsx';
import { axis, line } from '../../ui/plotParts.ts';
import type { Chart, ChartChoice, ChartKind } from './chartData.ts';
import { boundsOf, type Drawn, drawnOf } from './drawn.ts';

const HEIGHT_PX = 340;
export const COLOURS = ['hits', 'misses', 'evictions', 'syntax-number', 'syntax-name'] as const;
export const KINDS: Readonly<Record<ChartKind, string>> = { bars: 'Bars', lines: 'Lines', points: 'Points' };

interface PictureProps {
  readonly columns: readonly GridColumn[];
  readonly chart: Chart;
  readonly choice: ChartChoice;
}

/** A chart as its pixels can show it: drawn anew, from all rows, for the part that is looked at. */
export function Picture({ columns, chart, choice }: PictureProps) {
  const { kind, x, ys } = choice;
  const [isGrouped, setIsGrouped] = useState(false);
  const drawn = useRef<Drawn | null>(null);
  const [min, max] = useMemo(() => extentOf(chart, kind), [chart]);
  // Its ends; what is between them comes when the size of the picture is known.
  const frame = useMemo(() => [[min, max], ...ys.map(() => [null, null])] as uPlot.AlignedData, [chart]);
  const refine = (plot: uPlot): void => {
    drawn.current = drawnOf(chart, kind, frameOf(plot));
    setIsGrouped(drawn.current.groups !== null);
    plot.setData([drawn.current.x, ...drawn.current.ys] as unknown as uPlot.AlignedData, false);
    redraw(plot);
  };
  const names = ys.map((y) => columns[y].name);
  return (
    <>
      <Plot
        label={`${KINDS[kind]}: ${names.join(', ')} by ${columns[x].name}, ${count(chart.x.length)} rows`}
        options={() => ({
          ...optionsOf(chart, columns, choice, () => drawn.current),
          hooks: { setScale: [refining(refine)], setSize: [refining(refine)] },
          cursor: { bind: { dblclick: (plot) => () => showAll(plot, min, max) } },
        })}
        data={frame}
        height={HEIGHT_PX}
        shape={chart}
      />
      <p class="card-note">
        {isGrouped && 'Each bar is the mean of its rows. '}
        Drag across the chart to zoom in; double-click to see all of it.
      </p>
    </>
  );
}

function extentOf({ x, word }: Chart, kind: ChartKind): readonly [number, number] {
  if (x.length === 0) return [0, 1];
  const [first, last] = [x[0], x[x.length - 1]];
  // Bars need room for half of them at both ends.
  const room = kind === 'bars' ? (0.6 * (last - first)) / Math.max(1, x.length - 1) : 0;
  if (first < last) return [first - room, last + room];
  return word === null ? [first - 1, last + 1] : [first - 0.6, last + 0.6];
}

function frameOf({ scales, bbox }: uPlot): Parameters<typeof drawnOf>[2] {
  const { min = 0, max = 1 } = scales.x;
  const inPixels = (size: number): number => Math.max(1, Math.round(size / devicePixelRatio));
  return { min, max, widthPx: inPixels(bbox.width), heightPx: inPixels(bbox.height) };
}

/** Once for each part and size; after uPlot's own work, which is not over when it tells of them. */
function refining(refine: (plot: uPlot) => void): (plot: uPlot) => void {
  let last = '';
  return (plot) => {
    const key = JSON.stringify(frameOf(plot));
    if (key === last) return;
    last = key;
    queueMicrotask(() => refine(plot));
  };
}

/** What is shown stays; upwards it is as high as the values are. */
function redraw(plot: uPlot): void {
  const { min = 0, max = 1 } = plot.scales.x;
  plot.setScale('x', { min, max });
}

function showAll(plot: uPlot, min: number, max: number): null {
  plot.setScale('x', { min, max });
  return null;
}

function optionsOf(
  chart: Chart,
  columns: readonly GridColumn[],
  { kind, x, ys }: ChartChoice,
  drawn: () => Drawn | null,
) {
  const { word, isTime } = chart;
  const groupAt = (at: number | null) => (at === null ? null : (drawn()?.groups?.[at] ?? null));
  const wordAt = (_plot: uPlot, place: number | null, _series: number, at: number | null): string => {
    const group = groupAt(at);
    if (group !== null) return `${word?.(group[0])} … ${word?.(group[1] - 1)}`;
    return place === null ? '–' : (word?.(place) ?? '');
  };
  const valueAt = (_plot: uPlot, value: number | null, series: number, at: number | null): string => {
    if (value === null || value === undefined) return '–';
    const group = groupAt(at);
    const bounds = group && boundsOf(chart.ys[series - 1], group);
    if (!group || !bounds || group[1] - group[0] === 1) return numberText(value);
    const [least, greatest] = bounds.map((bound) => numberText(bound));
    return `${numberText(value)}, mean of ${count(group[1] - group[0])} (${least} to ${greatest})`;
  };
  return {
    scales: {
      x: { time: isTime, range: (_plot: uPlot, min: number, max: number): [number, number] => [min, max] },
      ...(kind === 'bars' ? { y: { range: withZero } } : {}),
    },
    axes: [word === null ? numbersBelow(isTime) : wordsBelow(word), { ...axis(numberText, 'y', 72) }],
    series: [
      { label: columns[x].name, ...(word === null ? {} : { value: wordAt }) },
      ...ys.map((y, i) => ({
        ...seriesOf(kind, columns[y].name, COLOURS[i % COLOURS.length]),
        value: valueAt,
      })),
    ],
  };
}

function withZero(_plot: uPlot, min: number, max: number): [number, number] {
  const [low, high] = [Math.min(0, min), Math.max(0, max)];
  const room = (high - low || 1) * 0.05;
  return [low < 0 ? low - room : 0, high + (high > 0 ? room : 0)];
}

function numbersBelow(isTime: boolean): uPlot.Axis {
  // Times have their year or day on a second line.
  return isTime ? { ...axis(null, 'x'), size: 42 } : { ...axis(numberText, 'x'), space: 96 };
}

const WORD_CHARS = 14;
const WHOLE_STEPS = [1, 10, 100, 1000, 10_000, 100_000].flatMap((step) => [step, 2 * step, 5 * step]);

function wordsBelow(word: (at: number) => string): uPlot.Axis {
  const short = (text: string): string =>
    text.length > WORD_CHARS ? `${text.slice(0, WORD_CHARS - 1)}…` : text;
  return {
    ...axis((at) => (Number.isInteger(at) ? short(word(at)) : ''), 'x'),
    incrs: WHOLE_STEPS,
    space: 40,
    rotate: 35,
    size: 78,
  };
}

function seriesOf(kind: ChartKind, label: string, colour: string): uPlot.Series {
  const plain = line({ label, colour, format: numberText });
  if (kind === 'lines') return plain;
  if (kind === 'points') return { ...plain, fill: plain.stroke, width: 0, paths: squares };
  return { ...plain, fill: plain.stroke, width: 0, paths: uPlot.paths.bars?.({ size: [0.7, 60], align: 0 }) };
}

const SQUARE_PX = 4;

/** One path for all points: thousands of discs take ten times as long. */
function squares(plot: uPlot, series: number, from: number, to: number): uPlot.Series.Paths {
  const fill = new Path2D();
  const size = SQUARE_PX * devicePixelRatio;
  const [places, values] = [plot.data[0], plot.data[series]];
  for (let i = from; i <= to; i++) {
    const value = values[i];
    if (value === null || value === undefined) continue;
    const [left, top] = [plot.valToPos(places[i], 'x', true), plot.valToPos(value, 'y', true)];
    fill.rect(left - size / 2, top - size / 2, size, size);
  }
  return { stroke: null, fill };
}
