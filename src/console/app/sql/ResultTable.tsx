import { useEffect, useState } from 'preact/hooks';
import { isAbort } from '../lib/api.ts';
import { count, counted, milliseconds } from '../lib/format.ts';
import { attempt } from '../lib/messages.ts';
import { inTurns } from '../lib/turns.ts';
import { Grid } from '../ui/Grid.tsx';
import { Empty } from '../ui/states.tsx';
import { ChartPane } from './chart/ChartPane.tsx';
import { downloadAs, exports } from './exports.ts';
import { fetchAll, fetchMore, type Result, type Timing } from './run.ts';
import { nextSort, type Sort, sortedRows } from './sortRows.ts';

const PAGE_ROWS = 100;

interface ResultProps {
  readonly result: Result;
  readonly timing: Timing | null;
}

/** The rows by pages, sorted as somebody wants them, or as a chart. */
export function ResultTable({ result, timing }: ResultProps) {
  const [page, setPage] = useState(0);
  const [isChart, setIsChart] = useState(false);
  const { sort, rows, isSorting, onSort } = useSorted(result, () => setPage(0));
  const { columns, cursor, warnings } = result;
  const isMissing = rows.length < (page + 1) * PAGE_ROWS && cursor !== null;
  // Until its rows are there the last full page stays, and the buttons stay under the pointer.
  const shown = isMissing ? Math.max(0, Math.floor(rows.length / PAGE_ROWS) - 1) : page;
  const first = shown * PAGE_ROWS;
  useEffect(() => {
    if (isMissing) void attempt(() => fetchMore());
  }, [isMissing, rows]);
  return (
    <>
      {warnings.map((warning) => (
        <p class="notice" key={warning}>
          {warning}
        </p>
      ))}
      {rows.length === 0 ? (
        <Empty title="No rows">
          <p>
            The statement ran; nothing matches it. Its columns: {columns.map(({ name }) => name).join(', ')}.
          </p>
        </Empty>
      ) : isChart ? (
        <ChartPane
          columns={columns}
          rows={rows}
          total={Math.max(result.total, rows.length)}
          hasMore={cursor !== null}
        />
      ) : (
        <Grid
          label="Rows"
          columns={columns}
          rows={rows.slice(first, first + PAGE_ROWS)}
          offset={first}
          hasReadableNumbers
          sort={{ by: sort, onSort }}
        />
      )}
      <Pager
        result={result}
        timing={timing}
        page={page}
        onPage={setPage}
        isChart={isChart}
        onChart={setIsChart}
        isSorting={isSorting}
      />
    </>
  );
}

interface Sorted {
  readonly sort: Sort | null;
  readonly rows: Result['rows'];
  readonly isSorting: boolean;
  readonly onSort: (column: number) => void;
}

/** All rows, also those that were not fetched yet: part of them sorted would look like the whole. */
function useSorted(result: Result, onSorted: () => void): Sorted {
  const [sort, setSort] = useState<Sort | null>(null);
  const [sorted, setSorted] = useState<{ readonly of: Sort; readonly rows: Result['rows'] } | null>(null);
  useEffect(() => {
    if (sort === null) return;
    const given = new AbortController();
    void attempt(async () => {
      const all = await fetchAll();
      if (all === null || given.signal.aborted) return;
      const rows = await inTurns(sortedRows(all.rows, sort), given.signal).catch((error: unknown) => {
        if (isAbort(error)) return null;
        throw error;
      });
      if (rows === null) return;
      setSorted({ of: sort, rows });
      onSorted();
    }).then((isDone) => {
      if (!isDone && !given.signal.aborted) setSort(null);
    });
    return () => given.abort();
  }, [sort]);
  const isThere = sort !== null && sorted?.of === sort;
  return {
    sort,
    rows: isThere ? sorted.rows : result.rows,
    isSorting: sort !== null && !isThere,
    onSort: (column) => setSort(nextSort(sort, column)),
  };
}

interface PagerProps extends ResultProps {
  readonly page: number;
  readonly onPage: (page: number) => void;
  readonly isChart: boolean;
  readonly onChart: (isChart: boolean) => void;
  readonly isSorting: boolean;
}

function Pager({ result, timing, page, onPage, isChart, onChart, isSorting }: PagerProps) {
  const { rows, total, cursor } = result;
  const all = Math.max(total, rows.length);
  const first = page * PAGE_ROWS;
  const last = Math.min(first + PAGE_ROWS, Math.max(all, rows.length));
  const isLast = last >= all && (cursor === null || last < first + PAGE_ROWS);
  const place = isChart
    ? counted(rows.length, 'row')
    : `${count(first + 1)}–${count(last)} of ${counted(all, 'row')}`;
  return (
    <div class="pager">
      <span class="summary" role="status">
        {rows.length === 0 ? 'No rows' : place}
        {timing && ` · ${milliseconds(timing.tookMs)}`}
        {isSorting && ' · sorting …'}
      </span>
      {exports.map((each) => (
        <button
          type="button"
          class="small"
          key={each.name}
          disabled={rows.length === 0}
          onClick={() => void downloadAs(each)}
        >
          <span class="wide-only">Download </span>
          {each.title}
        </button>
      ))}
      <button
        type="button"
        class="small"
        aria-pressed={isChart}
        disabled={rows.length === 0}
        onClick={() => onChart(!isChart)}
      >
        Chart
      </button>
      <button type="button" class="small" disabled={isChart || page === 0} onClick={() => onPage(page - 1)}>
        Previous
      </button>
      <button type="button" class="small" disabled={isChart || isLast} onClick={() => onPage(page + 1)}>
        Next
      </button>
    </div>
  );
}
