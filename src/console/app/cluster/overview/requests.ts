import { signal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { call } from '../../lib/api.ts';
import { elapsedMs, nowMs } from '../../lib/clock.ts';
import { repeat } from '../../lib/hooks.ts';

/** What the server says of its requests, looked at again and again. */

export interface SlowRequest {
  readonly method: string;
  readonly route: string;
  readonly status: number;
  readonly took_ms: number;
  readonly ago_ms: number;
}

interface RequestsAnswer {
  readonly total: number;
  readonly slowest: readonly SlowRequest[];
}

interface Rate {
  /** Seconds since 1970. */
  readonly time: number;
  readonly perSecond: number;
}

const EVERY_MS = 1000;
const KEPT = 300;
const SHOWN = 8;

export const requestRates = signal<readonly Rate[]>([]);
/** null: not asked yet. */
export const slowestRequests = signal<readonly SlowRequest[] | null>(null);
export const requestsFailure = signal<unknown>(null);

/** Streams stay open on purpose, and nobody asks about the console's own files. */
const isShown = ({ route }: SlowRequest): boolean =>
  !route.endsWith('/stream') && !route.startsWith('/_console');

export function useRequests(): void {
  useEffect(() => {
    let last: { readonly total: number; readonly atMs: number } | null = null;
    const ask = async (): Promise<void> => {
      try {
        const { total, slowest } = await call<RequestsAnswer>('GET', '/_rockpool/requests');
        const atMs = elapsedMs();
        slowestRequests.value = slowest.filter(isShown).slice(0, SHOWN);
        requestsFailure.value = null;
        // A server that was started anew counts from nothing.
        if (last !== null && total >= last.total) {
          const perSecond = (total - last.total) / ((atMs - last.atMs) / 1000);
          requestRates.value = [...requestRates.value.slice(1 - KEPT), { time: nowMs() / 1000, perSecond }];
        }
        last = { total, atMs };
      } catch (error) {
        requestsFailure.value = error;
      }
    };
    return repeat(ask, EVERY_MS);
  }, []);
}
