import { useState } from 'preact/hooks';
import { counted, dayOf, milliseconds, timeOfDay } from '../lib/format.ts';
import { SearchField } from '../ui/SearchField.tsx';
import { Empty } from '../ui/states.tsx';
import { forgetPast, type Past, past } from './history.ts';
import { runStatement } from './run.ts';
import { SavedQueries } from './SavedQueries.tsx';
import { putBack } from './tabs.ts';

/** Statements of this browser; one is put back with a click, and run with another. */
export function HistoryPanel() {
  const [filter, setFilter] = useState('');
  if (past.value.length === 0) {
    return (
      <>
        <SavedQueries />
        <Empty title="No statements yet">This browser remembers the last 200 that were run.</Empty>
      </>
    );
  }
  const wanted = filter.toLowerCase();
  const shown = past.value.filter(({ sql }) => sql.toLowerCase().includes(wanted));
  return (
    <div class="stack history">
      <SavedQueries />
      <div class="row">
        <SearchField
          label="Filter statements"
          placeholder="Filter statements"
          value={filter}
          onChange={setFilter}
          class="grow"
        />
        <button type="button" class="small" onClick={forgetPast}>
          Forget all
        </button>
      </div>
      {shown.length === 0 && <Empty title="No statement holds this text" />}
      <ul>
        {shown.map((entry) => (
          <Entry key={entry.sql} entry={entry} />
        ))}
      </ul>
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
