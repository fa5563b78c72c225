import { useState } from 'preact/hooks';
import { languages } from '../../../statement/index.ts';
import { bytes, count, milliseconds } from '../lib/format.ts';
import { useResource } from '../lib/hooks.ts';
import { Empty, Loaded } from '../ui/states.tsx';
import { plan } from './explain.ts';
import { flatten, type Operator } from './planTree.ts';
import { run, type Timing } from './run.ts';

/** Where the time went: on the way, and operator by operator. */
export function TimingsPanel() {
  const current = run.value;
  if (!current?.timing) {
    return <Empty title="Timings">Run a statement to see where its time goes.</Empty>;
  }
  return (
    <div class="card-body stack">
      <h3>The first page: {milliseconds(current.timing.tookMs)}</h3>
      <Phases timing={current.timing} />
      {languages[current.language].hasPlan && <Operators key={current.sql} sql={current.sql} />}
    </div>
  );
}

function Phases({ timing }: { readonly timing: Timing }) {
  const { waitedMs, transferMs, parsedMs, tookMs, sizeBytes } = timing;
  return (
    <ul class="bars">
      <Bar name="Waiting for the server" ms={waitedMs} of={tookMs} />
      <Bar name={`Transfer of ${bytes(sizeBytes)}`} ms={transferMs} of={tookMs} />
      <Bar name="Reading it here" ms={parsedMs} of={tookMs} />
    </ul>
  );
}

interface BarProps {
  readonly name: string;
  readonly ms: number;
  readonly of: number;
  readonly depth?: number;
  readonly note?: string;
}

function Bar({ name, ms, of, depth = 0, note }: BarProps) {
  return (
    <li class="bar-line">
      <span style={{ paddingLeft: `${depth * 14}px` }}>
        {name} {note && <span class="card-note">{note}</span>}
      </span>
      <span class="number">{milliseconds(ms)}</span>
      <span class="bar" aria-hidden="true">
        <span style={{ width: `${of === 0 ? 0 : Math.min(100, (ms / of) * 100)}%` }} />
      </span>
    </li>
  );
}

function Operators({ sql }: { readonly sql: string }) {
  const [isWanted, setIsWanted] = useState(false);
  return (
    <>
      <h3>By operator</h3>
      {isWanted ? (
        <Measured sql={sql} />
      ) : (
        <div class="row">
          <button type="button" onClick={() => setIsWanted(true)}>
            Measure
          </button>
          <span class="card-note grow">
            Runs the statement once more, on the server, and times each operator.
          </span>
        </div>
      )}
    </>
  );
}

function Measured({ sql }: { readonly sql: string }) {
  const measured = useResource((signal) => plan(sql, true, signal), sql);
  return (
    <Loaded resource={measured}>
      {({ physical }) => (
        <>
          <MeasuredBars operators={physical} />
          <div class="row">
            <button type="button" onClick={measured.reload}>
              Measure again
            </button>
            <span class="card-note grow">
              Each bar is the operator's own time, without that of the operators below.
            </span>
          </div>
        </>
      )}
    </Loaded>
  );
}

function MeasuredBars({ operators }: { readonly operators: readonly Operator[] }) {
  const all = operators.reduce((sum, { totalMs }) => sum + (totalMs ?? 0), 0);
  return (
    <ul class="bars">
      {flatten(operators).map(([{ name, rows, ownMs }, depth], i) => (
        <Bar
          key={i}
          name={name}
          note={rows === null ? 'never run' : `${count(rows)} rows`}
          ms={ownMs ?? 0}
          of={all}
          depth={depth}
        />
      ))}
    </ul>
  );
}
