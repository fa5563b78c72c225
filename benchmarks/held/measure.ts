import { performance } from 'node:perf_hooks';
import type { BenchClient } from '../support/http.ts';
import { LoopWatch } from './loopWatch.ts';
import type { HeldRequest } from './request.ts';

/** The least of so many calls is taken, after so many that warm up. */
export const CALLS = 3;
const WARM_CALLS = 1;

export interface Held {
  /** The longest time for which nothing else had a turn. */
  readonly heldMs: number;
  readonly tookMs: number;
}

export async function measure(
  client: BenchClient,
  request: HeldRequest,
): Promise<Held & { readonly first: Held }> {
  const first = await hold(client, request);
  for (let i = 0; i < WARM_CALLS; i++) await hold(client, request);
  let heldMs = Number.POSITIVE_INFINITY;
  let tookMs = Number.POSITIVE_INFINITY;
  for (let i = 0; i < CALLS; i++) {
    const held = await hold(client, request);
    heldMs = Math.min(heldMs, held.heldMs);
    tookMs = Math.min(tookMs, held.tookMs);
  }
  return { heldMs, tookMs, first };
}

async function hold(client: BenchClient, request: HeldRequest): Promise<Held> {
  const watch = new LoopWatch();
  let start = 0;
  await send(client, request, () => {
    watch.start();
    start = performance.now();
  });
  const tookMs = performance.now() - start;
  return { heldMs: await watch.stop(), tookMs };
}

/** One call that finds no filter kept by the calls before; `begins` is called when it is about to be sent. */
export async function send(
  client: BenchClient,
  { method, path, body, type }: HeldRequest,
  begins: () => void = () => undefined,
): Promise<void> {
  await client.send('POST', '/people,posts/_cache/clear', null);
  const text = body === null || typeof body === 'string' ? body : JSON.stringify(body);
  const sent = text === null ? null : Buffer.from(text);
  begins();
  await client.send(method, path, sent, type);
}
