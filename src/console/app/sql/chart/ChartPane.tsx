import { useEffect, useRef, useState } from 'preact/hooks';
import { isAbort } from '../../lib/api.ts';
import { count } from '../../lib/format.ts';
import { attempt } from '../../lib/messages.ts';
import { inTurns } from '../../lib/turns.ts';
import type { GridColumn } from '../../ui/Grid.tsx';
import { Empty, Skeleton } from '../../ui/states.tsx';
import { fetchAll } from '../run.ts';
import {
  type Chart,
  type ChartChoice,
  type ChartKind,
  chartOf,
  firstChoice,
  numberColumns,
} from './chartData.ts';
import { COLOURS, KINDS, Picture } from './Picture.tsx';

type Rows = readonly (readonly unknown[])[];

interface ChartPaneProps {
  readonly columns: readonly GridColumn[];
  readonly rows: Rows;
  /** How many there are with those that were not fetched. */
  readonly total: number;
  readonly hasMore: boolean;
}

/** The rows that are there, as a picture. */
export function ChartPane({ columns, rows, total, hasMore }: ChartPaneProps) {
  const [choice, setChoice] = useState<ChartChoice | null>(() => firstChoice(columns));
  const more = useLoading();
  // While the others come, the picture stays as it is.
  const still = useRef(rows);
  if (!more.isLoading) still.current = rows;
  const prepared = usePrepared(columns, still.current, choice);
  if (choice === null) return <Empty title="Nothing to draw">No column of the result holds numbers.</Empty>;
  return (
    <div class="card-body stack chart">
      <ChoiceBar columns={columns} choice={choice} onChoose={setChoice} />
      {hasMore && <Missing loaded={rows.length} drawn={still.current.length} total={total} more={more} />}
      {prepared === null ? <Skeleton lines={8} /> : <Picture columns={columns} {...prepared} />}
    </div>
  );
}

export interface Prepared {
  readonly chart: Chart;
  readonly choice: ChartChoice;
}

/** The last one stays until the next is ready: many rows take their turns. */
function usePrepared(
  columns: readonly GridColumn[],
  rows: Rows,
  choice: ChartChoice | null,
): Prepared | null {
  const [prepared, setPrepared] = useState<Prepared | null>(null);
  useEffect(() => {
    if (choice === null) return;
    const given = new AbortController();
    inTurns(chartOf(columns, rows, choice), given.signal).then(
      (chart) => setPrepared({ chart, choice }),
      (error: unknown) => {
        if (!isAbort(error)) throw error;
      },
    );
    return () => given.abort();
  }, [columns, rows, choice]);
  return prepared;
}

interface Loading {
  readonly isLoading: boolean;
  readonly start: () => void;
  readonly stop: () => void;
}

/** The rest of the rows; whoever leaves the chart stops it. */
function useLoading(): Loading {
  const [own, setOwn] = useState<AbortController | null>(null);
  useEffect(() => () => own?.abort(), [own]);
  const start = (): void => {
    const given = new AbortController();
    setOwn(given);
    void attempt(() => fetchAll(given.signal)).then(() => setOwn((old) => (old === given ? null : old)));
  };
  return { isLoading: own !== null, start, stop: () => setOwn(null) };
}

interface MissingProps {
  readonly loaded: number;
  readonly drawn: number;
  readonly total: number;
  readonly more: Loading;
}

function Missing({ loaded, drawn, total, more }: MissingProps) {
  return (
    <div class="row">
      <p class="card-note" role="status">
        {more.isLoading
          ? `${count(loaded)} of ${count(total)} rows are loaded …`
          : `The chart shows the first ${count(drawn)} of ${count(total)} rows.`}
      </p>
      <button type="button" class="small" onClick={more.isLoading ? more.stop : more.start}>
        {more.isLoading ? 'Stop' : 'Load all rows'}
      </button>
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
