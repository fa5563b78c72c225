import { SeededRandom } from '../../src/common/index.ts';
import { clustered, GraphServer, row } from '../support/graphs.ts';
import { quantile } from '../support/measure.ts';
import { progressBar } from '../support/progress.ts';
import type { Benchmark } from '../support/report.ts';

const GRAPHS = 12;
const DIMENSION = 64;
/** Working set against limit. */
const RATIOS = [0.25, 0.5, 0.9, 1, 1.1, 1.25, 1.5, 2];

type Access = (i: number) => number;

/** Which graph is asked for: in turn (the worst for a cache of the least recently used), by lot, few of them mostly. */
function accesses(): Readonly<Record<string, Access>> {
  const random = new SeededRandom(5);
  return {
    cyclic: (i) => i % GRAPHS,
    uniform: () => Math.floor(random.next() * GRAPHS),
    skewed: () => Math.min(GRAPHS - 1, Math.floor(GRAPHS * random.next() ** 3)),
  };
}

interface Measured {
  readonly ratio: number;
  readonly hitRatio: number;
  readonly predicted: number;
  readonly evictions: number;
  readonly loadShare: number;
  readonly p50: number;
  readonly p90: number;
  readonly p99: number;
}

/** Scenarios (c) a cyclic working set of one graph too many, (d) skewed access, and all between them. */
export const thrashing: Benchmark = {
  name: 'thrashing',
  question: 'What happens to hits and latency when the graphs in use pass the memory limit?',
  async run({ figure, section, quick }) {
    const count = quick ? 1000 : 4000;
    const asked = quick ? 60 : 360;
    const server = await GraphServer.start();
    const names = Object.keys(accesses());
    const bar = progressBar('graphs and runs', GRAPHS + names.length * (RATIOS.length + 1));
    for (let g = 0; g < GRAPHS; g++) {
      await server.makeIndex({
        name: `t${g}`,
        vectors: clustered(count, DIMENSION, g + 1),
        dimension: DIMENSION,
      });
      bar.step();
    }
    await server.limit(4 * 1024 * 1024);
    await server.warmUp('t*');
    const workingSetKb = (await server.statistics()).graph_memory_usage;
    const queries = clustered(asked, DIMENSION, 99);
    const worst: number[] = [];
    for (const name of names) {
      const order = Array.from({ length: asked }, (_, i) => i).map(accesses()[name]);
      const run = async (): Promise<number[]> => {
        const times: number[] = [];
        for (let i = 0; i < asked; i++) {
          times.push((await server.search(`t${order[i]}`, row(queries, DIMENSION, i))).ms);
        }
        return times.sort((a, b) => a - b);
      };
      const limits = RATIOS.map((ratio) => Math.floor(workingSetKb / ratio));
      const predictions = await predict(server, limits, run);
      bar.step();
      const measured: Measured[] = [];
      for (const [i, ratio] of RATIOS.entries()) {
        await server.limit(limits[i]);
        const times = await run();
        const stats = await server.statistics();
        const total = times.reduce((sum, ms) => sum + ms, 0);
        measured.push({
          ratio,
          hitRatio: stats.hit_count / (stats.hit_count + stats.miss_count),
          predicted: 1 - predictions[i],
          evictions: stats.eviction_count,
          loadShare: stats.total_load_time / 1e6 / total,
          p50: quantile(times, 0.5),
          p90: quantile(times, 0.9),
          p99: quantile(times, 0.99),
        });
        bar.step();
      }
      worst.push(Math.max(...measured.map((row) => Math.abs(row.hitRatio - row.predicted))));
      section(sectionOf(name, measured, { count, asked, workingSetKb }));
    }
    bar.stop();
    figure({
      question: 'the curve against the measurement, largest difference of hit ratios',
      measured: Math.max(...worst),
      target: 0.01,
      unit: '',
      better: 'less',
    });
    await server.stop();
  },
};

/** The miss ratio at each limit, foretold from one run in which everything has room. */
async function predict(
  server: GraphServer,
  limitsKb: readonly number[],
  run: () => Promise<unknown>,
): Promise<readonly number[]> {
  await server.limit(4 * 1024 * 1024);
  await run();
  const list = limitsKb.map((kb) => `${kb}kb`).join(',');
  const curve = JSON.parse(await server.client.send('GET', `/_rockpool/knn/curve?limits=${list}`, null)) as {
    readonly points: readonly { readonly limit_kb: number; readonly miss_ratio: number }[];
  };
  return limitsKb.map((kb) => curve.points.find((point) => point.limit_kb === kb)?.miss_ratio ?? Number.NaN);
}

function sectionOf(
  name: string,
  rows: readonly Measured[],
  {
    count,
    asked,
    workingSetKb,
  }: { readonly count: number; readonly asked: number; readonly workingSetKb: number },
) {
  const line = (key: keyof Measured): [number, number][] => rows.map((row) => [row.ratio, row[key]]);
  return {
    heading: `Access: ${name}`,
    text:
      `${asked} queries over ${GRAPHS} graphs of ${count} × ${DIMENSION}, ${workingSetKb} KB together. The prediction is ` +
      'made by the cache laboratory from one run with room for all. Each run begins with an empty cache, so the first use ' +
      'of each graph is a miss.',
    columns: [
      'working set / limit',
      'hit ratio',
      'predicted',
      'evictions',
      'load share',
      'p50 ms',
      'p90 ms',
      'p99 ms',
    ],
    rows: rows.map((r) => [
      `${r.ratio}`,
      r.hitRatio,
      r.predicted,
      r.evictions,
      r.loadShare,
      r.p50,
      r.p90,
      r.p99,
    ]),
    charts: [
      {
        title: `Hit ratio, ${name}`,
        xLabel: 'working set / limit',
        yLabel: 'hit ratio',
        series: [
          { name: 'measured', points: line('hitRatio') },
          { name: 'predicted by the curve', points: line('predicted'), dashed: true },
        ],
      },
      {
        title: `Latency, ${name}`,
        xLabel: 'working set / limit',
        yLabel: 'latency (ms)',
        logY: true,
        series: [
          { name: 'p50', points: line('p50') },
          { name: 'p90', points: line('p90') },
          { name: 'p99', points: line('p99') },
        ],
      },
    ],
  };
}
