import { kilobytes, milliseconds, timeOfDay } from '../../lib/format.ts';
import { events } from '../events.ts';
import { chosenNode } from '../live.ts';
import type { CacheEvent } from '../types.ts';

const SHOWN = 4;

/** What changes the memory; hits only pass over it. */
const TOLD: ReadonlySet<string> = new Set([
  'load',
  'load_failed',
  'evict',
  'rebuild',
  'breaker_on',
  'breaker_off',
]);

/** The latest loads and evictions, in words. */
export function Ticker() {
  const node = chosenNode.value;
  const told = events.value
    .filter((event) => TOLD.has(event.type) && (node === '' || !event.node || event.node === node))
    .slice(0, SHOWN);
  return (
    <ol class="ticker" aria-label="Latest loads and evictions">
      {told.map((event) => (
        <li key={event.seq}>
          <span class="number muted">{timeOfDay(event.time)}</span> <Words event={event} />
        </li>
      ))}
      {told.length === 0 && <li class="muted">Nothing has been loaded or evicted yet.</li>}
    </ol>
  );
}

const REASONS: Readonly<Record<string, string>> = {
  size: 'to make room',
  expiry: 'unused for too long',
  limit_change: 'the limit changed',
  segment_gone: 'its segment is gone',
  index_deleted: 'its index is gone',
  api: 'cleared by hand',
  node_stopped: 'its node stopped',
};

function Words({ event }: { readonly event: CacheEvent }) {
  const { type, index, shard, kb = 0, load_ns: loadNs = 0, reason = '', limit_kb: limitKb } = event;
  const graph = `${index}, shard ${shard}`;
  switch (type) {
    case 'load':
      return (
        <>
          <span class="badge accent">loaded</span> {graph}: {kilobytes(kb)} in {milliseconds(loadNs / 1e6)}
        </>
      );
    case 'evict':
      return (
        <>
          <span class="badge bad">evicted</span> {graph}: {kilobytes(kb)}, {REASONS[reason] ?? reason}
        </>
      );
    case 'load_failed':
      return (
        <>
          <span class="badge bad">load failed</span> {graph}
        </>
      );
    case 'rebuild':
      return (
        <>
          <span class="badge">new cache</span> {limitKb == null ? 'no limit' : `limit ${kilobytes(limitKb)}`},
          empty
        </>
      );
    default:
      return (
        <span class={`badge ${type === 'breaker_on' ? 'bad' : 'good'}`}>
          circuit breaker {type === 'breaker_on' ? 'triggered' : 'not triggered'}
        </span>
      );
  }
}
