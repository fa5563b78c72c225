import { useEffect, useState } from 'preact/hooks';
import type { LanguageName } from '../../../statement/index.ts';
import { count, counted, milliseconds } from '../lib/format.ts';
import { attempt } from '../lib/messages.ts';
import { Grid } from '../ui/Grid.tsx';
import { Empty, Failure, Skeleton } from '../ui/states.tsx';
import { catalog, isCatalogKnown } from './catalog.ts';
import { downloadCsv } from './csv.ts';
import { fetchMore, language, type Result, run, runStatement, setDraft, type Timing } from './run.ts';

const PAGE_ROWS = 100;

/** The rows of the statement, or why there are none. */
export function ResultPane() {
  const current = run.value;
  return (
    <section class="card" aria-label="Result">
      {current === null && <Suggestions />}
      {current?.state === 'running' && <Skeleton lines={8} />}
      {current?.state === 'failed' && (
        <div class="card-body">
          <Failure error={current.error} />
        </div>
      )}
      {current?.state === 'done' && current.result && (
        <ResultTable key={current.sql} result={current.result} timing={current.timing} />
      )}
    </section>
  );
}

interface ResultProps {
  readonly result: Result;
  readonly timing: Timing | null;
}

function ResultTable({ result, timing }: ResultProps) {
  const [page, setPage] = useState(0);
  const { columns, rows, cursor, warnings } = result;
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
      ) : (
        <Grid label="Rows" columns={columns} rows={rows.slice(first, first + PAGE_ROWS)} offset={first} />
      )}
      <Pager result={result} timing={timing} page={page} onPage={setPage} />
    </>
  );
}

interface PagerProps extends ResultProps {
  readonly page: number;
  readonly onPage: (page: number) => void;
}

function Pager({ result, timing, page, onPage }: PagerProps) {
  const { rows, total, cursor } = result;
  const all = Math.max(total, rows.length);
  const first = page * PAGE_ROWS;
  const last = Math.min(first + PAGE_ROWS, Math.max(all, rows.length));
  const isLast = last >= all && (cursor === null || last < first + PAGE_ROWS);
  return (
    <div class="pager">
      <span class="summary" role="status">
        {rows.length === 0 ? 'No rows' : `${count(first + 1)}–${count(last)} of ${counted(all, 'row')}`}
        {timing && ` · ${milliseconds(timing.tookMs)}`}
      </span>
      <button type="button" class="small" disabled={rows.length === 0} onClick={() => void downloadCsv()}>
        Download CSV
      </button>
      <button type="button" class="small" disabled={page === 0} onClick={() => onPage(page - 1)}>
        Previous
      </button>
      <button type="button" class="small" disabled={isLast} onClick={() => onPage(page + 1)}>
        Next
      </button>
    </div>
  );
}

/** Something to begin with, of the tables that are there. */
function Suggestions() {
  if (!isCatalogKnown.value) return <Skeleton lines={6} />;
  const { tables } = catalog.value;
  const { films, all, list } = SUGGESTED[language.value];
  const statements = tables.has('movies')
    ? films
    : [...tables.keys()].slice(0, 4).map((name) => all(quoted(name)));
  return (
    <Empty title="Write a statement, and run it">
      <p>
        {statements.length > 0
          ? 'Or begin with one of these:'
          : 'There are no indices yet: the Data view takes JSON, NDJSON and CSV files.'}
      </p>
      <ul class="suggestions">
        {[...statements, list].map((sql) => (
          <li key={sql}>
            <button type="button" onClick={() => start(sql)}>
              {sql}
            </button>
          </li>
        ))}
      </ul>
    </Empty>
  );
}

function start(sql: string): void {
  setDraft(sql);
  void runStatement(sql);
}

function quoted(table: string): string {
  return /^\w+$/.test(table) ? table : `\`${table}\``;
}

interface Suggested {
  readonly films: readonly string[];
  readonly all: (table: string) => string;
  readonly list: string;
}

const FILMS = [
  'SELECT genre, COUNT(*) AS films, AVG(imdb) AS rating\nFROM movies\nWHERE imdb IS NOT NULL\nGROUP BY genre\nORDER BY films DESC',
  'SELECT title, director, released, imdb\nFROM movies\nWHERE imdb > 8 AND LENGTH(title) < 12\nORDER BY imdb DESC',
  "SELECT title, released FROM movies WHERE MATCH(title, 'star')",
];

const SUGGESTED: Readonly<Record<LanguageName, Suggested>> = {
  sql: { films: FILMS, all: (table) => `SELECT * FROM ${table} LIMIT 20`, list: 'SHOW TABLES LIKE %' },
  ppl: {
    films: [
      'source=movies\n| where isnotnull(imdb)\n| stats count() as films, avg(imdb) as rating by genre\n| sort - films',
      'source=movies | where imdb > 8 | sort - imdb | fields title, director, released, imdb',
      "source=movies | where match(title, 'star') | fields title, released",
    ],
    all: (table) => `source=${table} | head 20`,
    list: 'show datasources',
  },
};
