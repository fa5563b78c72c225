import { signal } from '@preact/signals';
import { call } from '../lib/api.ts';
import { type CacheEvent, EVENT_TYPES } from './types.ts';

/** The event log, as it grows. */

const KEPT = 500;
const FLUSH_MS = 250;

/** Latest first. */
export const events = signal<readonly CacheEvent[]>([]);
export const isPaused = signal(false);

interface EventPage {
  readonly events: readonly CacheEvent[];
  readonly next: number;
}

let waiting: CacheEvent[] = [];

function flush(): void {
  if (waiting.length === 0 || isPaused.value) return;
  events.value = [...waiting.splice(0).reverse(), ...events.value].slice(0, KEPT);
}

/** The latest that there are, and then those that happen, until the result is called. */
export function followEvents(): () => void {
  let source: EventSource | null = null;
  let ended = false;
  const timer = setInterval(flush, FLUSH_MS);
  const begin = async (): Promise<void> => {
    const { next } = await call<EventPage>('GET', `/_rockpool/knn/events?since=${Number.MAX_SAFE_INTEGER}`);
    const since = Math.max(0, next - KEPT);
    const page = await call<EventPage>('GET', `/_rockpool/knn/events?since=${since}&size=${KEPT}`);
    if (ended) return;
    waiting = [];
    events.value = [...page.events].reverse();
    source = new EventSource(`/_rockpool/knn/events/stream?since=${page.next}`);
    for (const type of EVENT_TYPES) {
      source.addEventListener(type, ({ data }) => waiting.push(JSON.parse(String(data)) as CacheEvent));
    }
  };
  // Without a log the figures are still there; the view's own requests tell when the server is gone.
  begin().catch(() => undefined);
  return () => {
    ended = true;
    clearInterval(timer);
    source?.close();
  };
}
