import { counted, dayOf, milliseconds, timeOfDay } from '../lib/format.ts';
import { Remembered } from '../ui/Remembered.tsx';
import { Empty } from '../ui/states.tsx';
import { forgetPast, type Past, past } from './history.ts';
import { runStatement } from './run.ts';
import { SavedQueries } from './SavedQueries.tsx';
import { putBack } from './tabs.ts';

/** Statements of this browser; one is put back with a click, and run with another. */
export function HistoryPanel() {
  if (past.value.length === 0) {
    return (
      <>
        <SavedQueries />
        <Empty title="No statements yet">This browser remembers the last 200 that were run.</Empty>
      </>
    );
  }
  return (
    <div class="stack history">
      <SavedQueries />
      <Remembered entries={past.value} textOf={({ sql }) => sql} noun="statement" onForget={forgetPast}>
        {(entry) => <Entry key={entry.sql} entry={entry} />}
      </Remembered>
    </div>
  );
}

function Entry({ entry: { sql, language = 'sql', timeMs, tookMs, rows } }: { readonly entry: Past }) {
  return (
    <li class="history-entry">
      <button
        type="button"
        class="quiet history-sql"
        onClick={() => putBack(sql, language)}
        title="Put it into the editor"
      >
        <code>{sql}</code>
      </button>
      <div class="row">
        <span class="card-note grow">
          {dayOf(timeMs)} {timeOfDay(timeMs)} · {milliseconds(tookMs)} ·{' '}
          {rows === null ? <span class="badge bad">failed</span> : counted(rows, 'row')}
        </span>
        <button
          type="button"
          class="small"
          onClick={() => {
            putBack(sql, language);
            void runStatement(sql);
          }}
        >
          Run again
        </button>
      </div>
    </li>
  );
}
