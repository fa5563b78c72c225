import { signal } from '@preact/signals';
import { call } from '../lib/api.ts';
import { repeat } from '../lib/hooks.ts';
import { type CacheEvent, EVENT_TYPES } from './types.ts';

/** The event log, as it grows. */

const KEPT = 500;
const FLUSH_MS = 250;
const RETRY_MS = 2000;

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
  events.value = [...waiting.reverse(), ...events.value].slice(0, KEPT);
  waiting = [];
}

function add(event: CacheEvent): void {
  waiting.push(event);
  // A pause may be long: more than these are not shown.
  if (waiting.length > KEPT) waiting.shift();
}

/** The latest that there are, and then those that happen; ends when the connection does. */
async function follow(until: AbortSignal): Promise<void> {
  const ask = (query: string): Promise<EventPage> =>
    call<EventPage>('GET', `/_rockpool/knn/events?${query}`, undefined, { signal: until });
  const { next } = await ask(`since=${Number.MAX_SAFE_INTEGER}`);
  const page = await ask(`since=${Math.max(0, next - KEPT)}&size=${KEPT}`);
  waiting = [];
  events.value = [...page.events].reverse();
  const source = new EventSource(`/_rockpool/knn/events/stream?since=${page.next}`);
  for (const type of EVENT_TYPES) {
    source.addEventListener(type, ({ data }) => add(JSON.parse(String(data)) as CacheEvent));
  }
  // Left alone, it would connect again and begin at the same event once more.
  await new Promise((resolve) => {
    source.addEventListener('error', resolve);
    until.addEventListener('abort', resolve);
  });
  source.close();
}

/** Follows the log until the result is called, also past an end of the server. */
export function followEvents(): () => void {
  const controller = new AbortController();
  const timer = setInterval(flush, FLUSH_MS);
  // Without a log the figures are still there; the view's own requests tell when the server is gone.
  const stop = repeat(() => follow(controller.signal).catch(() => undefined), RETRY_MS);
  return () => {
    stop();
    controller.abort();
    clearInterval(timer);
  };
}
