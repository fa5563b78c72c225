import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import type { HierarchicalNSW } from 'hnswlib-node';
import { HNSW_SEED, loadHnswLibrary } from '../../src/knn/hnswLibrary.ts';
import { clustered, exactNeighbours, GraphServer, nearestTo, row } from '../support/graphs.ts';
import type { BenchClient } from '../support/http.ts';
import { latencies, quantile, rates } from '../support/measure.ts';
import type { Section } from '../support/report.ts';
import { type Contestant, type Line, latencyLine, rateLine, sectionOf } from './line.ts';
import { callsOf, drop, engines, type Servers, type Sizes } from './servers.ts';

const INDEX = 'bench_vectors';
const DIMENSION = 128;
const M = 16;
const EF_CONSTRUCTION = 100;
const EF = 100;
const K = 10;
const CLUSTERS = 200;
const CLIENTS = 8;
const WARMUPS = 5;

/** The library by itself, in this process: the same vectors, the same parameters, one thread. */
interface BareGraph {
  readonly path: string;
  readonly graph: HierarchicalNSW;
  readonly builtPerSecond: number;
  readonly remove: () => void;
}

function bareGraph(vectors: Float32Array, count: number): BareGraph | null {
  const library = loadHnswLibrary();
  if (library === null) return null;
  const folder = mkdtempSync(join(tmpdir(), 'rockpool-bench-graph-'));
  const path = join(folder, 'graph');
  const graph = new library.HierarchicalNSW('l2', DIMENSION);
  const start = performance.now();
  graph.initIndex(count, M, EF_CONSTRUCTION, HNSW_SEED);
  for (let i = 0; i < count; i++) graph.addPoint([...row(vectors, DIMENSION, i)], i);
  const builtPerSecond = count / ((performance.now() - start) / 1000);
  graph.setEf(EF);
  graph.writeIndexSync(path);
  return { path, graph, builtPerSecond, remove: () => rmSync(folder, { recursive: true }) };
}

/** The median of some first loads: a changed expiry, as any setting of the cache, empties it. */
async function warmupMs(client: BenchClient): Promise<number> {
  const times: number[] = [];
  for (let i = 0; i < WARMUPS; i++) {
    for (const enabled of [true, false]) {
      const transient = { 'knn.cache.item.expiry.enabled': enabled };
      await client.send('PUT', '/_cluster/settings', JSON.stringify({ transient }));
    }
    const start = performance.now();
    await client.send('GET', `/_plugins/_knn/warmup/${INDEX}`, null);
    times.push(performance.now() - start);
  }
  return median(times);
}

function bareLoadMs(path: string): number {
  const library = loadHnswLibrary();
  if (library === null) return Number.NaN;
  const times = Array.from({ length: WARMUPS }, () => {
    const graph = new library.HierarchicalNSW('l2', DIMENSION);
    const start = performance.now();
    graph.readIndexSync(path);
    return performance.now() - start;
  });
  return median(times);
}

const median = (times: number[]): number =>
  quantile(
    times.sort((a, b) => a - b),
    0.5,
  );

async function build(servers: Servers, vectors: Float32Array, count: number) {
  const built: Partial<Record<Contestant, { perSecond: number }>> = {};
  for (const client of engines(servers)) {
    await drop(client, INDEX);
    const index = {
      name: INDEX,
      vectors,
      dimension: DIMENSION,
      m: M,
      efConstruction: EF_CONSTRUCTION,
      efSearch: EF,
    };
    const ms = await new GraphServer(client).makeIndex(index);
    built[client === servers.ours ? 'ours' : 'beside'] = { perSecond: count / (ms / 1000) };
  }
  return built;
}

export async function vectorSections(servers: Servers, sizes: Sizes): Promise<[Section[], recall: number]> {
  const { vectors: count, queries: queryCount, effort, seconds } = sizes;
  // Queries are of the same clusters, and not in the index.
  const all = clustered(count + queryCount, DIMENSION, 11, CLUSTERS);
  const vectors = all.subarray(0, count * DIMENSION);
  const queries = Array.from({ length: queryCount }, (_, i) => row(all, DIMENSION, count + i));
  const built = await build(servers, vectors, count);
  const bare = bareGraph(vectors, count);
  const loads = {
    ours: await warmupMs(servers.ours),
    ...(servers.beside && { beside: await warmupMs(servers.beside) }),
    ...(bare && { graph: bareLoadMs(bare.path) }),
  };
  const bodies = queries.map((query) => nearestTo(query, K));
  const rows = queries.map((query) => [...query]);
  const calls = {
    ...(await callsOf(servers, (client, i) =>
      client.send('POST', `/${INDEX}/_search`, bodies[i % queryCount]),
    )),
    ...(bare && {
      graph: (i: number) => bare.graph.searchKnn(rows[i % queryCount], K),
      graphOverHttp: (i: number) => servers.echo.client.send('POST', '/_nearest', bodies[i % queryCount]),
    }),
  };
  if (bare) await servers.echo.searches({ path: bare.path, dimension: DIMENSION, ef: EF });
  const one = latencyLine('search, one client', await latencies(calls, effort));
  const together = rateLine(`search, ${CLIENTS} clients`, await rates(calls, CLIENTS, seconds));
  const exact = queries.slice(0, 100).map((query) => exactNeighbours(vectors, DIMENSION, query, K));
  const found = { ours: 0, bare: 0 };
  for (const [i, nearest] of exact.entries()) {
    const { ids } = await new GraphServer(servers.ours).search(INDEX, queries[i], K);
    found.ours += ids.filter((id) => nearest.has(Number(id))).length;
    found.bare += bare?.graph.searchKnn(rows[i], K).neighbors.filter((id) => nearest.has(id)).length ?? 0;
  }
  const recall = (hits: number): number => hits / (K * exact.length);
  bare?.remove();
  for (const client of engines(servers)) await drop(client, INDEX);
  const builds = rateLine('build: bulk, refresh, merge', {
    ...built,
    ...(bare && { graph: { perSecond: bare.builtPerSecond } }),
  });
  const warmup: Line = { name: 'warmup', unit: 'ms', values: loads };
  const text =
    `${count.toLocaleString('en')} × ${DIMENSION} clustered vectors in one segment, m ${M}, ef_construction ` +
    `${EF_CONSTRUCTION}, ef_search ${EF}, l2, k ${K}; the bare graph is hnswlib-node in one thread of the benchmark's ` +
    `process. Recall@${K} ${recall(found.ours)}, of the bare graph ${bare ? recall(found.bare) : '–'}.`;
  return [
    [
      sectionOf('Vectors: how long', text, [one, warmup]),
      sectionOf('Vectors: how many', 'The same vectors.', [builds, together]),
    ],
    recall(found.ours),
  ];
}
