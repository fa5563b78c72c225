import { monitorEventLoopDelay, performance } from 'node:perf_hooks';
import { silentLogger } from '../src/common/index.ts';
import { SeededRandom } from '../src/index.ts';
import { openTestNode } from '../test/support/node.ts';
import { everyRequest } from './support/everyRequest.ts';
import { BenchClient } from './support/http.ts';
import { bulkBodies, peopleMapping } from './support/people.ts';
import type { Benchmark } from './support/report.ts';

const TARGET_MS = 50;
const WARM_CALLS = 2;
const CALLS = 3;

interface Held {
  readonly family: string;
  readonly name: string;
  /** The longest time for which nothing else had a turn. */
  readonly heldMs: number;
  readonly tookMs: number;
}

/** In one process: what a request holds, a client beside it waits. */
export const heldLoop: Benchmark = {
  name: 'held-loop',
  question: 'For how long does a request over a million documents hold the event loop?',
  async run({ figure, section, note, quick }) {
    const node = await openTestNode({ random: new SeededRandom(1), log: silentLogger });
    const client = new BenchClient(node.url, 1);
    try {
      await ingest(client, quick ? 50_000 : 1_000_000);
      const all: Held[] = [];
      for (const [family, requests] of Object.entries(everyRequest)) {
        const own: Held[] = [];
        for (const [name, body] of requests) {
          const held = await hold(client, JSON.stringify(body));
          own.push({ family, name, ...held });
          note(`${family} ${name}: held ${held.heldMs.toFixed(0)} of ${held.tookMs.toFixed(0)} ms`);
        }
        const worst = own.reduce((a, b) => (b.heldMs > a.heldMs ? b : a));
        figure({
          question: `worst ${family}: ${worst.name}`,
          measured: worst.heldMs,
          target: TARGET_MS,
          unit: 'ms',
          better: 'less',
        });
        all.push(...own);
      }
      all.sort((a, b) => b.heldMs - a.heldMs);
      section({
        heading: 'The requests that hold the loop for longest',
        text: `The least of ${CALLS} calls, so that a collection of garbage between is not taken for a request's own doing.`,
        columns: ['', 'request', 'held, ms', 'took, ms'],
        rows: all
          .slice(0, 25)
          .map(({ family, name, heldMs, tookMs }) => [family, name, Math.round(heldMs), Math.round(tookMs)]),
        charts: [],
      });
    } finally {
      client.close();
      await node.close();
    }
  },
};

async function hold(client: BenchClient, body: string): Promise<Pick<Held, 'heldMs' | 'tookMs'>> {
  const path = '/people/_search?request_cache=false';
  for (let i = 0; i < WARM_CALLS; i++) await client.send('POST', path, body);
  let heldMs = Number.POSITIVE_INFINITY;
  let tookMs = Number.POSITIVE_INFINITY;
  const delay = monitorEventLoopDelay({ resolution: 1 });
  for (let i = 0; i < CALLS; i++) {
    delay.reset();
    delay.enable();
    const start = performance.now();
    await client.send('POST', path, body);
    tookMs = Math.min(tookMs, performance.now() - start);
    // A delay is noticed by the next timer.
    await new Promise((resolve) => setTimeout(resolve, 3));
    delay.disable();
    heldMs = Math.min(heldMs, delay.max / 1e6);
  }
  return { heldMs, tookMs };
}

async function ingest(client: BenchClient, docs: number): Promise<void> {
  await client.send('PUT', '/people', JSON.stringify(peopleMapping));
  for (const { body } of bulkBodies(docs, 5000)) {
    await client.send('POST', '/people/_bulk', body, 'application/x-ndjson');
  }
  await client.send('POST', '/people/_refresh', null);
  await client.send('POST', '/people/_forcemerge?max_num_segments=1', null);
  await client.send('POST', '/people/_refresh', null);
}
