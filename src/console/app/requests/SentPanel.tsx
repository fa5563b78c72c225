import { dayOf, milliseconds, timeOfDay } from '../lib/format.ts';
import { Remembered } from '../ui/Remembered.tsx';
import { Empty } from '../ui/states.tsx';
import { asText, forgetSent, type SentRequest, sent } from './state.ts';

/** Requests of this browser, latest first; one is put into the sheet with a click. */
export function SentPanel({ onInsert }: { readonly onInsert: (text: string) => void }) {
  if (sent.value.length === 0) {
    return <Empty title="No requests yet">This browser remembers the last 100 that were run.</Empty>;
  }
  return (
    <div class="stack history">
      <Remembered entries={sent.value} textOf={asText} noun="request" onForget={forgetSent}>
        {(entry) => <Entry key={asText(entry)} entry={entry} onInsert={onInsert} />}
      </Remembered>
    </div>
  );
}

interface EntryProps {
  readonly entry: SentRequest;
  readonly onInsert: (text: string) => void;
}

function Entry({ entry, onInsert }: EntryProps) {
  const { status, tookMs, timeMs } = entry;
  return (
    <li class="history-entry">
      <button
        type="button"
        class="quiet history-sql"
        title="Put it into the sheet"
        onClick={() => onInsert(asText(entry))}
      >
        <code>{asText(entry)}</code>
      </button>
      <span class="card-note">
        {dayOf(timeMs)} {timeOfDay(timeMs)} · {milliseconds(tookMs)} ·{' '}
        <span class={status < 400 ? 'badge good' : 'badge bad'}>{status}</span>
      </span>
    </li>
  );
}
