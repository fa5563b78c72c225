import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { SeededRandom } from '../../src/common/index.ts';
import { startServer } from '../../test/support/server.ts';
import { BenchClient } from './http.ts';

/** The statistics of the one node that a benchmark runs. */
export interface KnnStatistics {
  readonly hit_count: number;
  readonly miss_count: number;
  readonly load_success_count: number;
  readonly eviction_count: number;
  readonly total_load_time: number;
  readonly graph_memory_usage: number;
  readonly graph_query_requests: number;
  readonly cache_capacity_reached: boolean;
}

export interface GraphIndex {
  readonly name: string;
  readonly vectors: Float32Array;
  readonly dimension: number;
  readonly m?: number;
  readonly efConstruction?: number;
  readonly efSearch?: number;
}

/** A server with graphs, and what benchmarks ask of it. */
export class GraphServer {
  readonly client: BenchClient;
  readonly #stop: () => Promise<void>;

  /** One that somebody else ends. */
  constructor(client: BenchClient, stop: () => Promise<void> = async () => {}) {
    this.client = client;
    this.#stop = stop;
  }

  static async start(): Promise<GraphServer> {
    const folder = mkdtempSync(join(tmpdir(), 'rockpool-bench-'));
    const server = await startServer(['--data', folder]);
    const client = new BenchClient(server.url, 8);
    return new GraphServer(client, async () => {
      client.close();
      await server.stop();
      rmSync(folder, { recursive: true, force: true });
    });
  }

  stop(): Promise<void> {
    return this.#stop();
  }

  /** An index of one segment, with one graph; the milliseconds from the first document to the graph. */
  async makeIndex(index: GraphIndex): Promise<number> {
    const { name, dimension, m = 16, efConstruction = 64, efSearch = 100 } = index;
    const parameters = { m, ef_construction: efConstruction };
    const method = { name: 'hnsw', engine: 'nmslib', space_type: 'l2', parameters };
    await this.put(`/${name}`, {
      settings: {
        index: {
          knn: true,
          'knn.algo_param.ef_search': efSearch,
          number_of_shards: 1,
          number_of_replicas: 0,
          refresh_interval: '-1',
        },
      },
      mappings: { properties: { v: { type: 'knn_vector', dimension, method } } },
    });
    const bodies = [...vectorBodies(index.vectors, dimension)];
    const start = performance.now();
    await this.#addAll(name, bodies);
    // A full buffer may have become a segment of its own.
    for (const step of ['_refresh', '_forcemerge?max_num_segments=1', '_refresh']) {
      await this.client.send('POST', `/${name}/${step}`, null);
    }
    return performance.now() - start;
  }

  addVectors(name: string, vectors: Float32Array, dimension: number): Promise<void> {
    return this.#addAll(name, vectorBodies(vectors, dimension));
  }

  async #addAll(name: string, bodies: Iterable<string>): Promise<void> {
    for (const body of bodies) {
      await this.client.send('POST', `/${name}/_bulk`, body, 'application/x-ndjson');
    }
  }

  /** Milliseconds, and the ids found. */
  async search(
    index: string,
    vector: Float32Array,
    k = 10,
  ): Promise<{ readonly ms: number; readonly ids: readonly string[] }> {
    const body = nearestTo(vector, k);
    const start = performance.now();
    const text = await this.client.send('POST', `/${index}/_search`, body);
    const ms = performance.now() - start;
    const answer = JSON.parse(text) as {
      readonly hits: { readonly hits: readonly { readonly _id: string }[] };
    };
    return { ms, ids: answer.hits.hits.map(({ _id }) => _id) };
  }

  warmUp(indices: string): Promise<string> {
    return this.client.send('GET', `/_plugins/_knn/warmup/${indices}`, null);
  }

  async statistics(): Promise<KnnStatistics> {
    const { nodes } = JSON.parse(await this.client.send('GET', '/_plugins/_knn/stats', null)) as {
      readonly nodes: Readonly<Record<string, KnnStatistics>>;
    };
    return Object.values(nodes)[0];
  }

  put(path: string, body: object): Promise<string> {
    return this.client.send('PUT', path, JSON.stringify(body));
  }

  /** Empties the cache, starts its counters at zero and lets documents in again. */
  async limit(kb: number): Promise<void> {
    // A limit that is the same already would change nothing.
    for (const size of [kb + 1, kb]) {
      await this.put('/_cluster/settings', {
        transient: { 'knn.memory.circuit_breaker.limit': `${size}kb` },
      });
    }
    await this.closeBreaker();
  }

  async closeBreaker(): Promise<void> {
    await this.put('/_cluster/settings', { persistent: { 'knn.circuit_breaker.triggered': false } });
  }
}

/** The body of a k-NN search for ids. */
export function nearestTo(vector: Float32Array, k: number): string {
  return `{"size":${k},"_source":false,"query":{"knn":{"v":{"vector":[${printed(vector)}],"k":${k}}}}}`;
}

/** As programs write them: the nearest double of a float32 has ten digits more. */
function printed(vector: Float32Array): string {
  return Array.from(vector, (value) => Math.round(value * 1e6) / 1e6).join();
}

function* vectorBodies(vectors: Float32Array, dimension: number): Generator<string> {
  const count = vectors.length / dimension;
  for (let first = 0; first < count; first += 1000) {
    const lines: string[] = [];
    for (let i = first; i < Math.min(count, first + 1000); i++) {
      lines.push(`{"index":{"_id":"${i}"}}`, `{"v":[${printed(row(vectors, dimension, i))}]}`);
    }
    yield `${lines.join('\n')}\n`;
  }
}

/** The `k` nearest of all, by looking at each. */
export function exactNeighbours(
  vectors: Float32Array,
  dimension: number,
  query: Float32Array,
  k: number,
): Set<number> {
  const nearest: { id: number; distance: number }[] = [];
  for (let id = 0; id * dimension < vectors.length; id++) {
    const worst = nearest.length < k ? Number.POSITIVE_INFINITY : nearest[k - 1].distance;
    let distance = 0;
    for (let i = 0; i < dimension; i++) distance += (vectors[id * dimension + i] - query[i]) ** 2;
    if (distance >= worst) continue;
    nearest.push({ id, distance });
    nearest.sort((a, b) => a.distance - b.distance);
    nearest.length = Math.min(k, nearest.length);
  }
  return new Set(nearest.map(({ id }) => id));
}

/** Gaussian clusters, flat: what real embeddings look like to a graph. The same seed gives the same vectors. */
export function clustered(count: number, dimension: number, seed: number, clusters = 50): Float32Array {
  const random = new SeededRandom(seed);
  const gauss = (): number =>
    Math.sqrt(-2 * Math.log(1 - random.next())) * Math.cos(2 * Math.PI * random.next());
  const centres = Float32Array.from({ length: clusters * dimension }, () => gauss() * 4);
  return Float32Array.from({ length: count * dimension }, (_, i) => {
    const cluster = Math.floor(i / dimension) % clusters;
    return Number((centres[cluster * dimension + (i % dimension)] + gauss()).toFixed(3));
  });
}

export function row(vectors: Float32Array, dimension: number, i: number): Float32Array {
  return vectors.subarray(i * dimension, (i + 1) * dimension);
}
