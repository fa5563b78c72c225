import { SeededRandom } from '../../src/common/index.ts';
import { clustered, GraphServer, row } from '../support/graphs.ts';
import { quantile } from '../support/measure.ts';
import { progressBar } from '../support/progress.ts';
import type { Benchmark } from '../support/report.ts';

const GRAPHS = 8;
const DIMENSION = 64;

interface Window {
  readonly p50: number;
  readonly p99: number;
  readonly hitRatio: number;
  readonly evictions: number;
  readonly graphKb: number;
}

/** Scenarios (f) a limit changed under way, (g) ef_search changed, (h) indexing, (j) merging while graphs thrash. */
export const pressure: Benchmark = {
  name: 'pressure',
  question: 'What do a changed limit, a merge and indexing do to queries whose graphs do not all fit?',
  async run({ section, figure, quick }) {
    const count = quick ? 1000 : 4000;
    const perWindow = quick ? 40 : 160;
    const server = await GraphServer.start();
    const steps = stepsOf(server, count);
    const bar = progressBar('graphs and windows', GRAPHS + 2 * steps.length);
    for (let g = 0; g < GRAPHS; g++) {
      await server.makeIndex({
        name: `p${g}`,
        vectors: clustered(count, DIMENSION, g + 1),
        dimension: DIMENSION,
      });
      bar.step();
    }
    await server.limit(4 * 1024 * 1024);
    await server.warmUp('p*');
    const workingSetKb = (await server.statistics()).graph_memory_usage;
    const queries = clustered(500, DIMENSION, 99);
    const rows: (string | number)[][] = [];
    const lines: Window[] = [];
    let refused = 0;
    for (const { name, limitShare, act } of steps) {
      if (limitShare !== null) await server.limit(Math.floor(workingSetKb * limitShare));
      for (const when of ['before', 'during and after']) {
        const acting = when === 'before' ? Promise.resolve(0) : act();
        const measured = await window(server, queries, perWindow);
        refused += await acting;
        lines.push(measured);
        rows.push([
          name,
          when,
          measured.hitRatio,
          measured.evictions,
          measured.graphKb,
          measured.p50,
          measured.p99,
        ]);
        bar.step();
      }
    }
    bar.stop();
    figure({
      question: 'documents with a vector that the tripped breaker refused',
      measured: refused,
      target: 1,
      unit: '',
      better: 'more',
    });
    const points = (key: keyof Window): [number, number][] => lines.map((line, i) => [i + 1, line[key]]);
    section({
      heading: 'Under pressure',
      text:
        `${GRAPHS} graphs of ${count} × ${DIMENSION} (${workingSetKb} KB), asked for by lot, ${perWindow} queries a window. ` +
        'A changed limit or ef_search empties the cache; merged segments are new graphs.',
      columns: ['what', 'window', 'hit ratio', 'evictions', 'graphs KB', 'p50 ms', 'p99 ms'],
      rows,
      charts: [
        {
          title: 'Latency, window by window',
          xLabel: 'window (two for each row of steps)',
          yLabel: 'latency (ms)',
          logY: true,
          series: [
            { name: 'p50', points: points('p50') },
            { name: 'p99', points: points('p99') },
          ],
        },
        {
          title: 'Hit ratio, window by window',
          xLabel: 'window',
          yLabel: 'hit ratio',
          series: [{ name: 'hit ratio', points: points('hitRatio') }],
        },
      ],
    });
    await server.stop();
  },
};

interface Step {
  readonly name: string;
  /** Of the working set; null: as it is. */
  readonly limitShare: number | null;
  /** What happens while queries run; how many documents were refused. */
  readonly act: () => Promise<number>;
}

function stepsOf(server: GraphServer, count: number): readonly Step[] {
  const index = async (): Promise<number> => {
    let refused = 0;
    for (let i = 0; i < 20; i++) {
      const vector = row(clustered(1, DIMENSION, 1000 + i), DIMENSION, 0);
      const path = `/p${i % GRAPHS}/_doc/new-${i}?refresh=true`;
      await server.client.send('PUT', path, `{"v":[${vector}]}`).catch(() => refused++);
    }
    return refused;
  };
  const merge = async (): Promise<number> => {
    const vectors = clustered(Math.floor(count / 2), DIMENSION, 77);
    // The breaker would refuse the documents that make a second segment.
    await server.closeBreaker();
    await server.addVectors('p0', vectors, DIMENSION).catch(() => undefined);
    await server.client.send('POST', '/p0/_refresh', null);
    await server.client.send('POST', '/p0/_forcemerge?max_num_segments=1', null);
    await server.client.send('POST', '/p0/_refresh', null);
    return 0;
  };
  const efSearch = async (): Promise<number> => {
    await server.put('/p0/_settings', { 'index.knn.algo_param.ef_search': 200 });
    return 0;
  };
  const raise = async (): Promise<number> => {
    await server.put('/_cluster/settings', { transient: { 'knn.memory.circuit_breaker.limit': '4gb' } });
    return 0;
  };
  return [
    { name: 'ef_search of one index changes', limitShare: 1.2, act: efSearch },
    { name: 'documents are indexed', limitShare: 0.6, act: index },
    { name: 'an index is merged', limitShare: 0.6, act: merge },
    { name: 'the limit is raised', limitShare: 0.6, act: raise },
  ];
}

/** Counters start anew with the cache, so a window that saw that counts from there. */
async function window(server: GraphServer, queries: Float32Array, asked: number): Promise<Window> {
  const before = await server.statistics();
  const times: number[] = [];
  // By lot, always the same one: in turn, every query would miss, whatever happens beside it.
  const random = new SeededRandom(7);
  for (let i = 0; i < asked; i++) {
    times.push(
      (await server.search(`p${Math.floor(random.next() * GRAPHS)}`, row(queries, DIMENSION, i % 500))).ms,
    );
  }
  const after = await server.statistics();
  times.sort((a, b) => a - b);
  const rebuilt = after.hit_count + after.miss_count < before.hit_count + before.miss_count + asked;
  const since = (key: 'hit_count' | 'miss_count' | 'eviction_count'): number =>
    rebuilt ? after[key] : after[key] - before[key];
  return {
    p50: quantile(times, 0.5),
    p99: quantile(times, 0.99),
    hitRatio: since('hit_count') / Math.max(1, since('hit_count') + since('miss_count')),
    evictions: since('eviction_count'),
    graphKb: after.graph_memory_usage,
  };
}
