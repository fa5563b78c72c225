import { useEffect, useState } from 'preact/hooks';
import { languages } from '../../../statement/index.ts';
import { count } from '../lib/format.ts';
import { useResource } from '../lib/hooks.ts';
import { printJson } from '../lib/json.ts';
import { JsonEditor } from '../ui/JsonEditor.tsx';
import { Code } from '../ui/Scroll.tsx';
import { Empty, Failure, Loaded } from '../ui/states.tsx';
import { type Explanation, explain, plan, runSearch } from './explain.ts';
import { type Run, run } from './run.ts';

interface Described extends Explanation {
  /** null: the statement reads no index, or more than one. */
  readonly index: string | null;
}

async function describe({ sql, language }: Run, signal: AbortSignal): Promise<Described> {
  if (!languages[language].hasPlan) return { ...(await explain(sql, language, signal)), index: null };
  const [explanation, tables] = await Promise.all([
    explain(sql, language, signal),
    plan(sql, false, signal).then(
      ({ searches }) => [...new Set(searches.map(({ index }) => index))],
      () => [],
    ),
  ]);
  return { ...explanation, index: tables.length === 1 ? tables[0] : null };
}

/** The search that the statement becomes; it may be changed, and run. */
export function DslPanel() {
  const current = run.value;
  if (current?.state === 'failed') return <Empty title="No search">The statement was refused.</Empty>;
  if (current?.state !== 'done') {
    return <Empty title="The statement as a search">Run a statement to see its query DSL.</Empty>;
  }
  return <Described key={current.sql} current={current} />;
}

function Described({ current }: { readonly current: Run }) {
  const described = useResource((signal) => describe(current, signal), current.language + current.sql);
  return <Loaded resource={described}>{(dsl) => <Dsl dsl={dsl} />}</Loaded>;
}

function Dsl({ dsl }: { readonly dsl: Described }) {
  const [text, setText] = useState(dsl.text);
  useEffect(() => setText(dsl.text), [dsl.text]);
  const [index, setIndex] = useState(dsl.index ?? '');
  const search = useSearch();
  if (!dsl.isSearch) {
    return (
      <div class="card-body stack">
        <p class="card-note">{dsl.note}</p>
        <Code label="Explanation" text={dsl.text} />
      </div>
    );
  }
  return (
    <div class="dsl">
      <div class="dsl-bar">
        <label class="row grow">
          POST /
          <input
            class="mono grow"
            value={index}
            placeholder="index"
            aria-label="Index to search"
            onInput={(event) => setIndex(event.currentTarget.value)}
          />
          /_search
        </label>
        <button
          type="button"
          class="small"
          disabled={search.isRunning || index === ''}
          onClick={() => search.start(index, text)}
        >
          Run this DSL
        </button>
      </div>
      <JsonEditor label="Query DSL" value={text} onChange={setText} onRun={() => search.start(index, text)} />
      <SearchAnswer answer={search.answer} error={search.error} />
    </div>
  );
}

export interface SearchState {
  readonly answer: unknown;
  readonly error: unknown;
  readonly isRunning: boolean;
  start(index: string, body: string): void;
}

/** A search body that is run on demand. */
export function useSearch(): SearchState {
  const [state, setState] = useState<Omit<SearchState, 'start'>>({
    answer: null,
    error: null,
    isRunning: false,
  });
  const start = (index: string, body: string): void => {
    setState((old) => ({ ...old, isRunning: true }));
    runSearch(index, body).then(
      (answer) => setState({ answer, error: null, isRunning: false }),
      (error) => setState({ answer: null, error, isRunning: false }),
    );
  };
  return { ...state, start };
}

interface SearchBody {
  readonly took?: number;
  readonly hits?: { readonly total?: { readonly value: number }; readonly hits: readonly unknown[] };
}

/** An answer as it came, its figures above. */
export function SearchAnswer({ answer, error }: Pick<SearchState, 'answer' | 'error'>) {
  if (error !== null) {
    return (
      <div class="card-body">
        <Failure error={error} />
      </div>
    );
  }
  if (answer === null) return null;
  const { took, hits } = answer as SearchBody;
  return (
    <div class="card-body stack">
      <p class="card-note" role="status">
        {count(hits?.total?.value ?? 0)} hits in {took} ms, {count(hits?.hits.length ?? 0)} shown
      </p>
      <Code label="Answer of the search" text={printJson(answer, 2)} />
    </div>
  );
}
