import { clustered, GraphServer, row } from '../support/graphs.ts';
import { quantile } from '../support/measure.ts';
import { progressBar } from '../support/progress.ts';
import type { Benchmark } from '../support/report.ts';

const GRAPHS = 8;
const DIMENSION = 128;

interface Start {
  readonly name: string;
  /** Which indices are warmed before the first query; null: none. */
  readonly warm: string | null;
}

const STARTS: readonly Start[] = [
  { name: 'cold', warm: null },
  { name: 'half of it warmed', warm: 'w0,w1,w2,w3' },
  { name: 'warmed', warm: 'w*' },
];

/** Scenarios (a) cold first query against warm, and (b) warmup, then queries: no miss. */
export const warmup: Benchmark = {
  name: 'warmup',
  question: 'What does warming eight graphs spare the first query, and what does it cost?',
  async run({ figure, section, quick }) {
    const count = quick ? 1500 : 10_000;
    const server = await GraphServer.start();
    const bar = progressBar('graphs and queries', GRAPHS + STARTS.length * 3);
    for (let g = 0; g < GRAPHS; g++) {
      const vectors = clustered(count, DIMENSION, g + 1);
      await server.makeIndex({ name: `w${g}`, vectors, dimension: DIMENSION });
      bar.step();
    }
    const queries = clustered(200, DIMENSION, 99);
    const rows: (string | number)[][] = [];
    const latencies: { name: string; points: [number, number][] }[] = [];
    let missesAfterWarmup = Number.NaN;
    for (const start of STARTS) {
      const rounds: { first: number; warmMs: number; loadMs: number; misses: number; steady: number[] }[] =
        [];
      for (let round = 0; round < 3; round++) {
        await server.limit(4 * 1024 * 1024);
        const began = performance.now();
        if (start.warm !== null) await server.warmUp(start.warm);
        const warmMs = start.warm === null ? 0 : performance.now() - began;
        const before = await server.statistics();
        const { ms: first } = await server.search('w*', row(queries, DIMENSION, 0));
        const after = await server.statistics();
        const steady: number[] = [];
        for (let i = 1; i < 150; i++) steady.push((await server.search('w*', row(queries, DIMENSION, i))).ms);
        const loadMs = (after.total_load_time - before.total_load_time) / 1e6;
        rounds.push({ first, warmMs, loadMs, misses: after.miss_count - before.miss_count, steady });
        bar.step();
      }
      rounds.sort((a, b) => a.first - b.first);
      const { first, warmMs, loadMs, misses, steady } = rounds[1];
      latencies.push({
        name: start.name,
        points: [first, ...steady].slice(0, 60).map((ms, i) => [i + 1, ms]),
      });
      steady.sort((a, b) => a - b);
      const share = `${Math.round(Math.min(1, loadMs / first) * 100)} %`;
      rows.push([start.name, warmMs, misses, first, share, quantile(steady, 0.5), quantile(steady, 0.99)]);
      if (start.warm === 'w*') missesAfterWarmup = misses;
    }
    bar.stop();
    figure({
      question: 'misses after a warmup',
      measured: missesAfterWarmup,
      target: 0,
      unit: '',
      better: 'less',
    });
    section({
      heading: 'The first query and those after it',
      text:
        `${GRAPHS} graphs of ${count} × ${DIMENSION}; each query searches all of them. Three rounds, the middle one is ` +
        'shown. Load share: time spent on reading graphs, of the first query (loads run one after the other).',
      columns: ['start', 'warmup ms', 'misses', 'first ms', 'load share', 'steady p50 ms', 'steady p99 ms'],
      rows,
      charts: [
        {
          title: 'Latency, query by query',
          xLabel: 'query',
          yLabel: 'latency (ms)',
          series: latencies,
          logY: true,
        },
      ],
    });
    await server.stop();
  },
};
