import { signal } from '@preact/signals';
import { ApiError, call } from '../lib/api.ts';
import { elapsedMs } from '../lib/clock.ts';
import { repeat } from '../lib/hooks.ts';

export interface ClockState {
  readonly mode: 'real' | 'moved' | 'frozen';
  /** Milliseconds since 1970. */
  readonly now: number;
  readonly offset_ms: number;
}

export interface ServerState {
  readonly version: string;
  readonly status: 'green' | 'yellow' | 'red';
  readonly nodes: number;
  readonly clock: ClockState;
  /** When it answered, on the page's clock (`elapsedMs`). */
  readonly answeredMs: number;
  readonly faults: number;
}

const EVERY_MS = 5000;

/** Whom the console talks to; null before the first answer. */
export const server = signal<ServerState | null>(null);
export const isOffline = signal(false);

interface Root {
  readonly version: { readonly number: string };
}

interface Health {
  readonly status: ServerState['status'];
  readonly number_of_nodes: number;
}

export async function askServer(): Promise<void> {
  try {
    const [root, health, clock, faults] = await Promise.all([
      call<Root>('GET', '/?format=json'),
      call<Health>('GET', '/_cluster/health'),
      call<ClockState>('GET', '/_rockpool/clock'),
      call<{ readonly rules: readonly unknown[] }>('GET', '/_rockpool/faults'),
    ]);
    server.value = {
      version: root.version.number,
      status: health.status,
      nodes: health.number_of_nodes,
      clock,
      answeredMs: elapsedMs(),
      faults: faults.rules.length,
    };
    isOffline.value = false;
  } catch (error) {
    isOffline.value = error instanceof ApiError && error.status === 0;
  }
}

export function watchServer(): () => void {
  return repeat(askServer, EVERY_MS);
}
