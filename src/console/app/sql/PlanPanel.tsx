import { languages } from '../../../statement/index.ts';
import { count, milliseconds } from '../lib/format.ts';
import { useResource } from '../lib/hooks.ts';
import { Code } from '../ui/Scroll.tsx';
import { Empty, Loaded } from '../ui/states.tsx';
import { SearchAnswer, useSearch } from './DslPanel.tsx';
import { type Plan, plan } from './explain.ts';
import type { Operator } from './planTree.ts';
import { run } from './run.ts';

/** The operators of the statement: what the search does, what is left. */
export function PlanPanel() {
  const current = run.value;
  if (current?.state === 'failed') return <Empty title="No plan">The statement was refused.</Empty>;
  if (current?.state !== 'done') {
    return (
      <Empty title="The plan">Run a statement to see its operators, and what the search does for them.</Empty>
    );
  }
  if (!languages[current.language].hasPlan) {
    return <Empty title="No plan of its own">The DSL tab shows what this statement becomes.</Empty>;
  }
  return <Planned key={current.sql} sql={current.sql} />;
}

function Planned({ sql }: { readonly sql: string }) {
  const planned = useResource((signal) => plan(sql, false, signal), sql);
  return <Loaded resource={planned}>{(data) => <PlanView plan={data} />}</Loaded>;
}

function PlanView({ plan: { logical, physical, searches } }: { readonly plan: Plan }) {
  return (
    <div class="card-body stack">
      <h3>Physical plan</h3>
      <Operators operators={physical} />
      <details>
        <summary>Logical plan</summary>
        <Operators operators={logical} />
      </details>
      {searches.length > 0 && (
        <h3>{searches.length === 1 ? 'Its search' : `Its ${searches.length} searches`}</h3>
      )}
      {searches.map(({ index, body }, i) => (
        <PlannedSearch key={i} index={index} body={body} />
      ))}
    </div>
  );
}

export function Operators({ operators }: { readonly operators: readonly Operator[] }) {
  return (
    <ul class="operators">
      {operators.map((operator, i) => (
        <li key={i}>
          <div class="operator">
            <p>
              <strong>{operator.name}</strong> <span class="mono">{operator.what}</span>
            </p>
            {operator.rows !== null && operator.totalMs !== null && (
              <p class="card-note">
                {count(operator.rows)} rows, {milliseconds(operator.totalMs)}
              </p>
            )}
            {operator.pushed !== null && (
              <p class="pushed">
                <span class="badge accent">in the search</span> {operator.pushed}
              </p>
            )}
            {operator.here !== null && (
              <p class="pushed">
                <span class="badge">here</span> {operator.here}
              </p>
            )}
          </div>
          {operator.inputs.length > 0 && <Operators operators={operator.inputs} />}
        </li>
      ))}
    </ul>
  );
}

function PlannedSearch({ index, body }: { readonly index: string; readonly body: string }) {
  const search = useSearch();
  return (
    <div class="stack">
      <div class="row">
        <span class="mono grow">POST /{index}/_search</span>
        <button
          type="button"
          class="small"
          disabled={search.isRunning}
          onClick={() => search.start(index, body)}
        >
          Run this DSL
        </button>
      </div>
      <Code label={`Search of ${index}`} text={body} />
      <SearchAnswer answer={search.answer} error={search.error} />
    </div>
  );
}
