import { clustered, exactNeighbours, GraphServer, row } from '../support/graphs.ts';
import { quantile } from '../support/measure.ts';
import { progressBar } from '../support/progress.ts';
import type { Benchmark } from '../support/report.ts';
import { GLOVE_DIMENSION, gloveVectors } from './glove.ts';

const K = 10;
const BUILDS = [
  { m: 8, efConstruction: 100 },
  { m: 16, efConstruction: 100 },
  { m: 16, efConstruction: 256 },
  { m: 32, efConstruction: 256 },
];
const SEARCHES = [10, 25, 50, 100, 200, 400];

interface Build {
  readonly m: number;
  readonly efConstruction: number;
}

interface Measured extends Build {
  readonly efSearch: number;
  readonly recall: number;
  readonly p50: number;
  readonly memoryMb: number;
  readonly buildSeconds: number;
}

/** Recall, latency and memory of HNSW against exact search, on real word vectors. */
export const recall: Benchmark = {
  name: 'recall',
  question: 'What do m, ef_construction and ef_search buy, in recall, for which latency and memory?',
  async run({ figure, section, note, quick }) {
    const dimension = GLOVE_DIMENSION;
    const all = quick ? clustered(5100, dimension, 3) : gloveVectors(note);
    const queryCount = quick ? 50 : 200;
    const total = all.length / dimension;
    // Queries are words that are not in the index.
    const count = total - queryCount;
    const vectors = all.subarray(0, count * dimension);
    const queries = Array.from({ length: queryCount }, (_, i) => row(all, dimension, count + i));
    note('looking for the exact neighbours');
    const exact = queries.map((query) => exactNeighbours(vectors, dimension, query, K));
    const server = await GraphServer.start();
    const bar = progressBar('graphs and runs', BUILDS.length * (SEARCHES.length + 1));
    const measured: Measured[] = [];
    for (const build of BUILDS) {
      const name = `r${build.m}-${build.efConstruction}`;
      const buildMs = await server.makeIndex({ name, vectors, dimension, ...build });
      bar.step();
      for (const efSearch of SEARCHES) {
        await server.put(`/${name}/_settings`, { 'index.knn.algo_param.ef_search': efSearch });
        await server.warmUp(name);
        const times: number[] = [];
        let found = 0;
        for (const [i, query] of queries.entries()) {
          const { ms, ids } = await server.search(name, query, K);
          times.push(ms);
          found += ids.filter((id) => exact[i].has(Number(id))).length;
        }
        times.sort((a, b) => a - b);
        const memoryMb = (await server.statistics()).graph_memory_usage / 1024;
        const recallAt = found / (K * queryCount);
        const p50 = quantile(times, 0.5);
        measured.push({ ...build, efSearch, recall: recallAt, p50, memoryMb, buildSeconds: buildMs / 1000 });
        bar.step();
      }
      await server.client.send('DELETE', `/${name}`, null);
    }
    bar.stop();
    await server.stop();
    const best = measured.find((one) => one.m === 16 && one.efConstruction === 256 && one.efSearch === 200);
    figure({
      question: `recall@10 at m 16, ef_construction 256, ef_search 200, ${quick ? 'made' : 'GloVe'} vectors`,
      measured: best?.recall ?? Number.NaN,
      target: 0.95,
      unit: '',
      better: 'more',
    });
    section(
      sectionOf(
        measured,
        `${count} ${quick ? 'made' : 'GloVe'} vectors × ${dimension}, ${queryCount} queries`,
      ),
    );
  },
};

function sectionOf(measured: readonly Measured[], what: string) {
  const ofBuild = ({ m, efConstruction }: Build): readonly Measured[] =>
    measured.filter((one) => one.m === m && one.efConstruction === efConstruction);
  const series = (point: (one: Measured) => [number, number]) =>
    BUILDS.map((build) => ({
      name: `m ${build.m}, ef_construction ${build.efConstruction}`,
      points: ofBuild(build).map(point),
    }));
  return {
    heading: 'Recall@10 against exact search',
    text: `${what}, space l2, one segment; latency over HTTP, one query at a time.`,
    columns: ['m', 'ef_construction', 'ef_search', 'recall@10', 'p50 ms', 'memory MB', 'index and build s'],
    rows: measured.map((one) => [
      `${one.m}`,
      one.efConstruction,
      one.efSearch,
      one.recall.toFixed(3),
      one.p50,
      one.memoryMb,
      one.buildSeconds,
    ]),
    charts: [
      {
        title: 'Recall against ef_search',
        xLabel: 'ef_search',
        yLabel: 'recall@10',
        logX: true,
        series: series((one) => [one.efSearch, one.recall]),
      },
      {
        title: 'What recall costs',
        xLabel: 'recall@10',
        yLabel: 'p50 latency (ms)',
        series: series((one) => [one.recall, one.p50]),
      },
    ],
  };
}
