import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startServer } from '../test/support/server.ts';
import { BenchClient } from './support/http.ts';
import { rate } from './support/measure.ts';
import type { Benchmark, BenchmarkContext } from './support/report.ts';

const WRITERS = 32;
const BULK = 100;
const ROUNDS = 3;

interface Rates {
  readonly single: number;
  readonly bulk: number;
}

/** Writes a second by 32 clients, to a disk, the best of some rounds: one document each, and a hundred each. */
async function ratesOf(nodes: number, replicas: readonly number[], seconds: number): Promise<Rates[]> {
  const folder = mkdtempSync(join(tmpdir(), 'rockpool-bench-'));
  const server = await startServer(['--data', folder, '--nodes', String(nodes)]);
  const client = new BenchClient(server.url, WRITERS);
  const rates = replicas.map(() => ({ single: 0, bulk: 0 }));
  try {
    for (const [i, number_of_replicas] of replicas.entries()) {
      const settings = { number_of_shards: 1, number_of_replicas, refresh_interval: '-1' };
      await client.send('PUT', `/p${i}`, JSON.stringify({ settings }));
    }
    const lines = (k: number) =>
      Array.from({ length: BULK }, (_, j) => `{"index":{}}\n{"n":${k + j},"t":"word ${k}"}\n`).join('');
    // In turns, so that what warms up or slows down meets all of them.
    for (let round = 0; round < ROUNDS; round++) {
      for (const i of replicas.keys()) {
        const one = (k: number) => client.send('POST', `/p${i}/_doc`, `{"n":${k},"t":"word ${k}"}`);
        const many = (k: number) => client.send('POST', `/p${i}/_bulk`, lines(k), 'application/x-ndjson');
        rates[i].single = Math.max(rates[i].single, (await rate(one, WRITERS, seconds)).perSecond);
        rates[i].bulk = Math.max(rates[i].bulk, BULK * (await rate(many, WRITERS, seconds)).perSecond);
      }
    }
  } finally {
    client.close();
    await server.kill();
    rmSync(folder, { recursive: true, force: true });
  }
  return rates;
}

export const replicas: Benchmark = {
  name: 'replicas',
  question: 'what a replica costs 32 writers: one that is unassigned nothing',
  run: async (context: BenchmarkContext) => {
    const seconds = context.quick ? 1 : 3;
    const [none, unassigned] = await ratesOf(1, [0, 1], seconds);
    const [alone, real] = await ratesOf(2, [0, 1], seconds);
    for (const kind of ['single', 'bulk'] as const) {
      const share = (question: string, a: Rates, b: Rates, target: number) => {
        context.note(`${kind}, ${question}: ${Math.round(a[kind])}/s of ${Math.round(b[kind])}/s`);
        context.figure({
          question: `${kind} writes, ${question}, of the rate without`,
          measured: a[kind] / b[kind],
          target,
          unit: '×',
          better: 'more',
        });
      };
      share('an unassigned replica', unassigned, none, 0.9);
      share('a replica on a second node', real, alone, 0.4);
    }
  },
};
