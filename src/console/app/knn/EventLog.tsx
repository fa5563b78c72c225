import { useState } from 'preact/hooks';
import { download } from '../lib/download.ts';
import { count, kilobytes, milliseconds, timeOfDay } from '../lib/format.ts';
import { attempt } from '../lib/messages.ts';
import { Scroll } from '../ui/Scroll.tsx';
import { Empty } from '../ui/states.tsx';
import { events, isPaused } from './events.ts';
import { eventsCsv } from './eventsCsv.ts';
import { chosenNode, graphs } from './live.ts';
import { type CacheEvent, EVENT_TYPES, type EventType } from './types.ts';

const SHOWN = 120;

const NAMES: Readonly<Record<EventType, string>> = {
  hit: 'hit',
  access: 'access',
  miss: 'miss',
  load: 'load',
  load_failed: 'load failed',
  evict: 'evicted',
  rebuild: 'new cache',
  breaker_on: 'breaker on',
  breaker_off: 'breaker off',
};

const TONES: Readonly<Partial<Record<EventType, string>>> = {
  hit: 'good',
  miss: 'warn',
  evict: 'bad',
  load_failed: 'bad',
  breaker_on: 'bad',
  load: 'accent',
};

/** What happened in the caches, latest first. */
export function EventLog() {
  const [type, setType] = useState<EventType | ''>('');
  const node = chosenNode.value;
  const save = async (): Promise<void> => download('events.csv', 'text/csv', await eventsCsv(node));
  const wanted = events.value.filter(
    (event) => (type === '' || event.type === type) && (node === '' || !event.node || event.node === node),
  );
  return (
    <section class="card" aria-label="Event log">
      <header>
        <h3>Events</h3>
        <div class="row">
          <select
            aria-label="Kind of event"
            value={type}
            onChange={(event) => setType(event.currentTarget.value as EventType | '')}
          >
            <option value="">all kinds</option>
            {EVENT_TYPES.map((each) => (
              <option key={each} value={each}>
                {NAMES[each]}
              </option>
            ))}
          </select>
          <button
            type="button"
            class="small"
            aria-pressed={isPaused.value}
            onClick={() => {
              isPaused.value = !isPaused.value;
            }}
          >
            {isPaused.value ? 'Go on' : 'Pause'}
          </button>
          <button type="button" class="small" onClick={() => void attempt(save)}>
            CSV<span class="hidden"> of all events</span>
          </button>
        </div>
      </header>
      {wanted.length === 0 ? (
        <Empty title="No events of this kind">
          Searches, warmups and changes of the limit are logged here.
        </Empty>
      ) : (
        <Scroll label="Events, latest first" class="event-list">
          <table class="list-table">
            <thead class="hidden">
              <tr>
                <th scope="col">Time</th>
                <th scope="col">What</th>
                <th scope="col">Where</th>
                <th scope="col">How</th>
              </tr>
            </thead>
            <tbody>
              {wanted.slice(0, SHOWN).map((event) => (
                <EventRow key={event.seq} event={event} />
              ))}
            </tbody>
          </table>
          {wanted.length > SHOWN && <p class="card-note more">{count(wanted.length - SHOWN)} older ones</p>}
        </Scroll>
      )}
    </section>
  );
}

function EventRow({ event }: { readonly event: CacheEvent }) {
  return (
    <tr>
      <td class="number muted">{timeOfDay(event.time)}</td>
      <td>
        <span class={`badge ${TONES[event.type] ?? ''}`}>{NAMES[event.type]}</span>
      </td>
      <td class="mono">{placeOf(event)}</td>
      <td class="number muted">{detailOf(event)}</td>
    </tr>
  );
}

function placeOf({ index, shard, segment, node }: CacheEvent): string {
  const nodes = graphs.value?.nodes ?? [];
  const name = nodes.find(({ id }) => id === node)?.name;
  const where = nodes.length > 1 && name !== undefined ? ` ${name}` : '';
  return index === undefined ? (name ?? '') : `${index}/${shard}/${segment}${where}`;
}

function detailOf({ type, kb, load_ns: loadNs, reason, limit_kb: limitKb }: CacheEvent): string {
  if (type === 'rebuild') return limitKb == null ? 'no limit' : `limit ${kilobytes(limitKb)}`;
  const parts = [
    kb === undefined ? '' : kilobytes(kb),
    loadNs === undefined ? '' : milliseconds(loadNs / 1e6),
    reason?.replaceAll('_', ' ') ?? '',
  ];
  return parts.filter(Boolean).join(' · ');
}
