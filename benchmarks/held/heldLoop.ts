import { silentLogger } from '../../src/common/index.ts';
import { SeededRandom } from '../../src/index.ts';
import { openTestNode } from '../../test/support/node.ts';
import { BenchClient } from '../support/http.ts';
import type { Benchmark } from '../support/report.ts';
import { ingest } from './ingest.ts';
import { CALLS, type Held, measure } from './measure.ts';
import { everyRequest } from './requests.ts';

const TARGET_MS = 50;
const WORST_SHOWN = 40;

interface Measured extends Held {
  readonly family: string;
  readonly name: string;
  readonly first: Held;
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
      const all: Measured[] = [];
      for (const [family, requests] of Object.entries(everyRequest)) {
        const own: Measured[] = [];
        for (const [name, request] of Object.entries(requests)) {
          const held = { family, name, ...(await measure(client, request)) };
          own.push(held);
          const { heldMs, tookMs, first } = held;
          note(
            `${family} ${name}: held ${heldMs.toFixed(0)} of ${tookMs.toFixed(0)} ms, first ${first.heldMs.toFixed(0)}`,
          );
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
      section(worstOf(all));
    } finally {
      client.close();
      await node.close();
    }
  },
};

function worstOf(all: readonly Measured[]) {
  const worst = all.toSorted((a, b) => b.heldMs - a.heldMs).slice(0, WORST_SHOWN);
  return {
    heading: 'The requests that hold the loop for longest',
    text:
      `The least of ${CALLS} calls without kept filters, so that a collection of garbage between is not taken for a ` +
      "request's own doing; and the first call, in which code and columns are met for the first time.",
    columns: ['', 'request', 'held, ms', 'took, ms', 'first held, ms'],
    rows: worst.map(({ family, name, heldMs, tookMs, first }) => [
      family,
      name,
      Math.round(heldMs),
      Math.round(tookMs),
      Math.round(first.heldMs),
    ]),
    charts: [],
  };
}
