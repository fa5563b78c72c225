import type { Clock } from '../../common/index.ts';
import type { CacheEvent, GraphKey } from '../nativeMemoryCache.ts';
import type { EventPage, GraphName, LaboratoryEvent } from './types.ts';

/** The content of the log: cache events, and what a replay needs in addition. */
export type RecordedEvent =
  | CacheEvent
  /** A graph of a real cluster was asked for; nobody says whether it was in memory. */
  | (GraphKey & { readonly kind: 'access'; readonly weightKb: number })
  | { readonly kind: 'breaker'; readonly on: boolean }
  /** Graphs with this key prefix are removed everywhere: their segment or copy is gone. */
  | { readonly kind: 'gone'; readonly keyPrefix: string }
  /** Graphs of an index (`null` for all) were removed by hand. */
  | { readonly kind: 'cleared'; readonly indexName: string | null };

export interface EventRecord {
  readonly seq: number;
  readonly timeMs: number;
  /** '' for events that concern all nodes. */
  readonly nodeId: string;
  readonly event: RecordedEvent;
}

type Listener = (event: LaboratoryEvent) => void;

/** The latest events of all caches, oldest first; older events beyond the capacity are dropped. */
export class EventLog {
  readonly #clock: Clock;
  readonly #capacity: number;
  readonly #ring: EventRecord[] = [];
  readonly #listeners = new Set<Listener>();
  #seq = 0;

  constructor(clock: Clock, capacity: number) {
    this.#clock = clock;
    this.#capacity = capacity;
  }

  /** Sequence number of the latest event; 0 before the first. */
  get latest(): number {
    return this.#seq;
  }

  /** Sequence number of the oldest event kept; 0 if there is none. */
  get first(): number {
    return this.#seq === 0 ? 0 : Math.max(1, this.#seq - this.#capacity + 1);
  }

  get watchers(): number {
    return this.#listeners.size;
  }

  record(nodeId: string, event: RecordedEvent): void {
    const record = { seq: ++this.#seq, timeMs: this.#clock.nowMs(), nodeId, event };
    this.#ring[this.#seq % this.#capacity] = record;
    if (this.#listeners.size === 0) return;
    const shown = toEvent(record);
    if (shown) for (const listener of this.#listeners) listener(shown);
  }

  /** The records from `seq` on that are still kept. */
  *from(seq: number): Generator<EventRecord> {
    const end = this.#seq;
    for (let at = Math.max(seq, this.first, 1); at <= end; at++) yield this.#ring[at % this.#capacity];
  }

  /** Up to `size` events from `since` on. */
  page(since: number, size: number, wanted: (nodeId: string) => boolean): EventPage {
    const events: LaboratoryEvent[] = [];
    let next = this.#seq + 1;
    for (const record of this.from(since)) {
      if (events.length === size) {
        next = record.seq;
        break;
      }
      const event = record.nodeId === '' || wanted(record.nodeId) ? toEvent(record) : null;
      if (event) events.push(event);
    }
    return { events, next, first: this.first };
  }

  /** Calls the listener with each new event; the returned function ends that. */
  watch(listener: Listener): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }
}

/** The public form of an event; `null` for those that only a replay needs. */
function toEvent({ seq, timeMs, nodeId, event }: EventRecord): LaboratoryEvent | null {
  const base = { seq, timeMs, nodeId };
  switch (event.kind) {
    case 'gone':
    case 'cleared':
      return null;
    case 'access':
      return { ...base, type: 'access', graph: graphName(event), weightKb: event.weightKb };
    case 'breaker':
      return { ...base, type: event.on ? 'breaker_on' : 'breaker_off' };
    case 'rebuild':
      return {
        ...base,
        type: 'rebuild',
        limitKb: event.limits.weightKb,
        expiryMs: event.limits.expiryMs,
      };
    default:
      return graphEvent(base, event);
  }
}

function graphEvent(
  base: Pick<LaboratoryEvent, 'seq' | 'timeMs' | 'nodeId'>,
  event: Exclude<CacheEvent, { kind: 'rebuild' }>,
): LaboratoryEvent {
  const graph = graphName(event);
  const { kind, weightKb } = event;
  if (kind === 'hit') return { ...base, type: kind, graph, weightKb };
  if (kind === 'load') return { ...base, type: kind, graph, weightKb, loadNanos: event.nanos };
  if (kind === 'evict') return { ...base, type: kind, graph, weightKb, reason: event.reason ?? 'size' };
  return { ...base, type: kind, graph };
}

/** Splits `uuid/shard/segment/fingerprint/field`; the field's name may contain slashes. */
function graphName({ key, indexName }: { readonly key: string; readonly indexName: string }): GraphName {
  const [, shard, segment, , ...field] = key.split('/');
  return { index: indexName, shard: Number(shard), segment: segment ?? '', field: field.join('/') };
}
