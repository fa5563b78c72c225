import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { SeededRandom } from '../src/common/index.ts';
import { startServer } from '../test/support/server.ts';
import { BenchClient } from './support/http.ts';
import { latency, throughput } from './support/measure.ts';
import type { Benchmark } from './support/report.ts';

const DIMENSION = 128;
const CLUSTERS = 200;

/** Gaussian clusters: what real embeddings look like to a graph; the same for every run. */
function makeVectors(count: number): number[][] {
  const random = new SeededRandom(11);
  const gauss = (): number =>
    Math.sqrt(-2 * Math.log(1 - random.next())) * Math.cos(2 * Math.PI * random.next());
  const centres = Array.from({ length: CLUSTERS }, () =>
    Array.from({ length: DIMENSION }, () => gauss() * 4),
  );
  return Array.from({ length: count }, (_, i) =>
    centres[i % CLUSTERS].map((x) => Number((x + gauss()).toFixed(4))),
  );
}

function exactNeighbours(vectors: readonly number[][], query: readonly number[], k: number): Set<number> {
  const distances = vectors.map((vector, id) => {
    let sum = 0;
    for (let i = 0; i < DIMENSION; i++) sum += (vector[i] - query[i]) ** 2;
    return { id, sum };
  });
  distances.sort((a, b) => a.sum - b.sum);
  return new Set(distances.slice(0, k).map(({ id }) => id));
}

const mapping = {
  settings: {
    index: {
      knn: true,
      'knn.algo_param.ef_search': 100,
      number_of_shards: 1,
      number_of_replicas: 0,
      refresh_interval: '-1',
    },
  },
  mappings: {
    properties: {
      v: {
        type: 'knn_vector',
        dimension: DIMENSION,
        method: {
          name: 'hnsw',
          engine: 'nmslib',
          space_type: 'l2',
          parameters: { m: 16, ef_construction: 100 },
        },
      },
    },
  },
};

async function load(client: BenchClient, vectors: readonly number[][]): Promise<number> {
  await client.send('PUT', '/vectors', JSON.stringify(mapping));
  for (let first = 0; first < vectors.length; first += 2000) {
    const lines = vectors
      .slice(first, first + 2000)
      .map((v, i) => `{"index":{"_id":"${first + i}"}}\n${JSON.stringify({ v })}`);
    await client.send('POST', '/vectors/_bulk', `${lines.join('\n')}\n`, 'application/x-ndjson');
  }
  const start = performance.now();
  await client.send('POST', '/vectors/_refresh', null);
  return vectors.length / ((performance.now() - start) / 1000);
}

export const vectors: Benchmark = {
  name: 'vectors',
  question: 'With 50,000 × 128 vectors (M 16, efC 100, ef 100, l2): build, search, recall, warmup',
  async run({ figure, quick }) {
    const all = makeVectors(quick ? 5000 : 50_000);
    const folder = mkdtempSync(join(tmpdir(), 'rockpool-bench-'));
    const server = await startServer(['--data', folder]);
    const client = new BenchClient(server.url, 8);
    const perSecond = { unit: '/s', better: 'more' } as const;
    figure({
      question: 'graph build, vectors',
      measured: await load(client, all),
      target: 9000,
      ...perSecond,
    });
    // The index buffer may have filled up on the way: one graph, as the figures beside ours were taken.
    await client.send('POST', '/vectors/_forcemerge?max_num_segments=1', null);
    const start = performance.now();
    await client.send('GET', '/_plugins/_knn/warmup/vectors', null);
    figure({
      question: 'warmup of that graph',
      measured: performance.now() - start,
      target: 66,
      unit: 'ms',
      better: 'less',
    });
    const search = (i: number): Promise<string> => {
      const vector = all[(i * 7919) % all.length];
      const body = { size: 10, _source: false, query: { knn: { v: { vector, k: 10 } } } };
      return client.send('POST', '/vectors/_search', JSON.stringify(body));
    };
    const { p50Ms } = await latency(search, 300, 3000);
    figure({ question: 'k-NN query, p50', measured: p50Ms, target: 0.3, unit: 'ms', better: 'less' });
    figure({
      question: 'k-NN query at 8 connections',
      measured: await throughput(search),
      target: 6500,
      ...perSecond,
    });
    let found = 0;
    for (let i = 0; i < 100; i++) {
      const answer = JSON.parse(await search(i)) as { hits: { hits: { _id: string }[] } };
      const exact = exactNeighbours(all, all[(i * 7919) % all.length], 10);
      found += answer.hits.hits.filter((hit) => exact.has(Number(hit._id))).length;
    }
    figure({ question: 'recall@10', measured: found / 1000, target: 0.99, unit: '', better: 'more' });
    client.close();
    await server.stop();
    rmSync(folder, { recursive: true, force: true });
  },
};
