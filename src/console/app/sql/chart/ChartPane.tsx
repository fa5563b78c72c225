import { useMemo, useState } from 'preact/hooks';
import uPlot from 'uplot';
import { count, numberText } from '../../lib/format.ts';
import type { GridColumn } from '../../ui/Grid.tsx';
import { Plot } from '../../ui/Plot.tsx';
import { axis, line } from '../../ui/plotParts.ts';
import { Empty } from '../../ui/states.tsx';
import {
  type Chart,
  type ChartChoice,
  type ChartKind,
  chartOf,
  firstChoice,
  numberColumns,
} from './chartData.ts';

interface ChartPaneProps {
  readonly columns: readonly GridColumn[];
  readonly rows: readonly (readonly unknown[])[];
}

/** More could not be told apart, and would take longer to draw than to read. */
const MOST_ROWS: Readonly<Record<ChartKind, number>> = { bars: 500, lines: 20_000, points: 3000 };
const HEIGHT_PX = 340;
const COLOURS = ['hits', 'misses', 'evictions', 'syntax-number', 'syntax-name'] as const;
const KINDS: Readonly<Record<ChartKind, string>> = { bars: 'Bars', lines: 'Lines', points: 'Points' };

/** The rows that are there, as a picture. */
export function ChartPane({ columns, rows }: ChartPaneProps) {
  const [choice, setChoice] = useState<ChartChoice | null>(() => firstChoice(columns));
  if (choice === null) return <Empty title="Nothing to draw">No column of the result holds numbers.</Empty>;
  const most = MOST_ROWS[choice.kind];
  return (
    <div class="card-body stack chart">
      <ChoiceBar columns={columns} choice={choice} onChoose={setChoice} />
      <Picture columns={columns} rows={rows.slice(0, most)} choice={choice} />
      {rows.length > most && <p class="card-note">The first {count(most)} rows are drawn.</p>}
    </div>
  );
}

interface ChoiceBarProps {
  readonly columns: readonly GridColumn[];
  readonly choice: ChartChoice;
  readonly onChoose: (choice: ChartChoice) => void;
}

function ChoiceBar({ columns, choice, onChoose }: ChoiceBarProps) {
  const { kind, x, ys } = choice;
  const chooseY = (y: number): void => {
    if (kind === 'bars') onChoose({ ...choice, ys: [y] });
    else if (!ys.includes(y)) onChoose({ ...choice, ys: [...ys, y].slice(-COLOURS.length) });
    else if (ys.length > 1) onChoose({ ...choice, ys: ys.filter((each) => each !== y) });
  };
  return (
    <div class="row">
      <fieldset class="switch">
        <legend class="hidden">Kind of chart</legend>
        {(Object.keys(KINDS) as ChartKind[]).map((each) => (
          <button
            type="button"
            class="small"
            key={each}
            aria-pressed={kind === each}
            onClick={() => onChoose({ ...choice, kind: each, ys: each === 'bars' ? ys.slice(0, 1) : ys })}
          >
            {KINDS[each]}
          </button>
        ))}
      </fieldset>
      <label class="row">
        Along
        <select value={x} onChange={(event) => onChoose({ ...choice, x: Number(event.currentTarget.value) })}>
          {columns.map(({ name }, i) => (
            <option key={i} value={i}>
              {name}
            </option>
          ))}
        </select>
      </label>
      <fieldset class="switch wrap">
        <legend class="hidden">Values</legend>
        {numberColumns(columns).map((y) => (
          <button
            type="button"
            class="small"
            key={y}
            aria-pressed={ys.includes(y)}
            onClick={() => chooseY(y)}
          >
            {columns[y].name}
          </button>
        ))}
      </fieldset>
    </div>
  );
}

interface PictureProps extends ChartPaneProps {
  readonly choice: ChartChoice;
}

function Picture({ columns, rows, choice }: PictureProps) {
  const chart = useMemo(() => chartOf(columns, rows, choice), [columns, rows, choice]);
  const names = choice.ys.map((y) => columns[y].name);
  return (
    <Plot
      label={`${KINDS[choice.kind]}: ${names.join(', ')} by ${columns[choice.x].name}, ${count(rows.length)} rows`}
      options={() => optionsOf(chart, columns, choice)}
      data={chart.data}
      height={HEIGHT_PX}
      shape={`${JSON.stringify(choice)} ${rows.length}`}
    />
  );
}

function optionsOf({ labels, isTime }: Chart, columns: readonly GridColumn[], { kind, x, ys }: ChartChoice) {
  const label = (value: number | null): string => (value === null ? '–' : numberText(value));
  const word = (at: number): string => labels?.[at] ?? '';
  const beside = labels !== null && kind === 'bars' ? 0.6 : 0;
  const last = labels === null ? 0 : labels.length - 1;
  return {
    scales: {
      x:
        labels === null
          ? { time: isTime }
          : { time: false, range: (): [number, number] => [-beside, last + beside] },
      ...(kind === 'bars' ? { y: { range: withZero } } : {}),
    },
    axes: [labels === null ? numbersBelow(isTime) : wordsBelow(word), { ...axis(numberText, 'y', 72) }],
    series: [
      {
        label: columns[x].name,
        ...(labels === null ? {} : { value: (_plot: uPlot, at: number) => (at === null ? '–' : word(at)) }),
      },
      ...ys.map((y, i) => seriesOf(kind, columns[y].name, COLOURS[i % COLOURS.length], label)),
    ],
  };
}

function withZero(_plot: uPlot, min: number, max: number): [number, number] {
  const [low, high] = [Math.min(0, min), Math.max(0, max)];
  const room = (high - low || 1) * 0.05;
  return [low < 0 ? low - room : 0, high + (high > 0 ? room : 0)];
}

function numbersBelow(isTime: boolean): uPlot.Axis {
  return isTime ? axis(null, 'x') : { ...axis(numberText, 'x'), space: 96 };
}

const WORD_CHARS = 14;

function wordsBelow(word: (at: number) => string): uPlot.Axis {
  const short = (text: string): string =>
    text.length > WORD_CHARS ? `${text.slice(0, WORD_CHARS - 1)}…` : text;
  return {
    ...axis((at) => (Number.isInteger(at) ? short(word(at)) : ''), 'x'),
    incrs: [1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 2000, 5000],
    space: 40,
    rotate: 35,
    size: 78,
  };
}

function seriesOf(
  kind: ChartKind,
  label: string,
  colour: string,
  format: (value: number) => string,
): uPlot.Series {
  const plain = line({ label, colour, format });
  if (kind === 'lines') return plain;
  if (kind === 'points')
    return { ...plain, paths: () => null, points: { show: true, size: 5, fill: plain.stroke as string } };
  return { ...plain, fill: plain.stroke, width: 0, paths: uPlot.paths.bars?.({ size: [0.7, 60], align: 0 }) };
}
