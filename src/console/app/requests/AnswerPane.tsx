import { useState } from 'preact/hooks';
import { download } from '../lib/download.ts';
import { bytes, milliseconds } from '../lib/format.ts';
import { attempt } from '../lib/messages.ts';
import { recall, remember } from '../lib/storage.ts';
import { Empty, Failure, Skeleton } from '../ui/states.tsx';
import { AnswerText } from './AnswerText.tsx';
import { AnswerTree, useJsonRows } from './AnswerTree.tsx';
import type { Answer } from './send.ts';
import { type Asked, sheetRun } from './state.ts';

/** What came back of the last run. */
export function AnswerPane() {
  const run = sheetRun.value;
  const [chosen, setChosen] = useState(0);
  if (run === null) {
    return <Empty title="No answer yet">Run a request to see its status, time and answer.</Empty>;
  }
  const { asked, isRunning } = run;
  const current = asked[Math.min(chosen, asked.length - 1)];
  return (
    <>
      {asked.length > 1 && (
        <Choice asked={asked} chosen={Math.min(chosen, asked.length - 1)} onChoose={setChosen} />
      )}
      {current && <OneAnswer key={`${current.request.from} ${asked.indexOf(current)}`} asked={current} />}
      {isRunning && <Skeleton lines={4} />}
    </>
  );
}

interface ChoiceProps {
  readonly asked: readonly Asked[];
  readonly chosen: number;
  readonly onChoose: (at: number) => void;
}

/** Which of the answers of several requests. */
function Choice({ asked, chosen, onChoose }: ChoiceProps) {
  return (
    <label class="answer-choice row">
      Answer to
      <select class="grow" value={chosen} onChange={(event) => onChoose(Number(event.currentTarget.value))}>
        {asked.map(({ request: { method, path }, answer }, i) => (
          <option key={i} value={i}>
            {answer?.status ?? 'failed'} · {method} {path}
          </option>
        ))}
      </select>
    </label>
  );
}

function OneAnswer({ asked: { answer, error } }: { readonly asked: Asked }) {
  if (answer) return <Answered answer={answer} />;
  return (
    <div class="card-body">
      <Failure error={error} />
    </div>
  );
}

function toneOf(status: number): string {
  return status < 300 ? 'good' : status < 400 ? 'warn' : 'bad';
}

type Form = 'tree' | 'text';

function Answered({ answer }: { readonly answer: Answer }) {
  const [form, setForm] = useState<Form>(() => recall<Form>('requests.form', 'tree'));
  const { status, statusText, tookMs, sizeBytes, warnings, note, text, contentType } = answer;
  const rows = useJsonRows(contentType.includes('json') ? text : '');
  const choose = (wanted: Form): void => {
    setForm(wanted);
    remember('requests.form', wanted);
  };
  const isTree = rows !== 'none';
  return (
    <>
      <div class="answer-bar">
        <p class="grow" role="status">
          <span class={`badge ${toneOf(status)}`}>
            {status} {statusText}
          </span>{' '}
          {milliseconds(tookMs)} · {bytes(sizeBytes)}
        </p>
        {isTree && (
          <fieldset class="switch">
            <legend class="hidden">Form of the answer</legend>
            {(['tree', 'text'] as const).map((each) => (
              <button
                type="button"
                class="small"
                key={each}
                aria-pressed={form === each}
                onClick={() => choose(each)}
              >
                {each === 'tree' ? 'Tree' : 'Text'}
              </button>
            ))}
          </fieldset>
        )}
        <button type="button" class="small" onClick={() => void copyAnswer(text)}>
          Copy
        </button>
        <button type="button" class="small" onClick={() => save(answer)}>
          Download
        </button>
      </div>
      {note !== '' && <p class="notice quiet">{note}</p>}
      {warnings.map((warning) => (
        <p class="notice" key={warning}>
          {warning}
        </p>
      ))}
      {text === '' ? (
        <Empty title="The answer has no body" />
      ) : rows === null ? (
        <Skeleton lines={6} />
      ) : rows === 'none' || form === 'text' ? (
        <AnswerText text={text} />
      ) : (
        <AnswerTree key={text} rows={rows} />
      )}
    </>
  );
}

async function copyAnswer(text: string): Promise<void> {
  await attempt(() => navigator.clipboard.writeText(text), 'Copied');
}

function save({ text, contentType }: Answer): void {
  const ending = contentType.includes('json') ? 'json' : 'txt';
  download(`answer.${ending}`, contentType, text);
}
