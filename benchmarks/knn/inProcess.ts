import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { HnswWriter } from '../../src/knn/hnswGraph.ts';
import { type HnswLibrary, loadHnswLibrary } from '../../src/knn/hnswLibrary.ts';
import { spaceTypes } from '../../src/knn/spaceTypes.ts';
import {
  mapperOf,
  pluginFor,
  segmentOf,
  shardCopy,
  temporaryDirectory,
  vectorField,
  vectorInfo,
  vectorsOf,
} from '../../test/rooms/knn/support.ts';
import { clustered, row } from '../support/graphs.ts';
import { quantile } from '../support/measure.ts';
import type { Benchmark } from '../support/report.ts';

const DIMENSION = 128;
const K = 10;
const EF = 100;

/** The whole of a shard's search (checks, cache, counters, scores) beside the native call in it. */
export const inProcess: Benchmark = {
  name: 'in-process',
  question: 'What does a search of one shard cost above the call of the graph library?',
  async run({ figure, quick }) {
    const library = loadHnswLibrary() as HnswLibrary;
    // As many as fit into the memory that tests give a plugin: beyond it there is no graph.
    const flat = clustered(quick ? 3000 : 15_000, DIMENSION, 1);
    const rows = Array.from({ length: flat.length / DIMENSION }, (_, i) => [...row(flat, DIMENSION, i)]);
    const vectors = vectorsOf(rows);
    const { directory, path, remove } = temporaryDirectory();
    const { plugin } = pluginFor(directory.folder('tmp'), { 'knn.memory.circuit_breaker.enabled': 'false' });
    const info = vectorInfo({ dimension: DIMENSION, efConstruction: 100 });
    const field = vectorField('v', info);
    const copy = shardCopy('index', { 'index.knn.algo_param.ef_search': String(EF) });
    const shard = plugin.node('node-0').openShard(copy, directory);
    const segment = segmentOf('_0', { v: vectors });
    await shard.segmentCreated({ segment, directory, mapper: mapperOf(field), cause: 'refresh' });
    const bare = bareGraph(library, vectors.values, rows.length, join(path, 'bare'));
    const ask = (i: number) => rows[(i * 7919) % rows.length];
    const asked = rows.map((numbers) => Float32Array.from(numbers));
    const search = (i: number) => {
      const vector = asked[(i * 7919) % rows.length];
      return shard.search({ segment, field, vector, k: K, filter: null });
    };
    await search(0);
    const ratios: number[] = [];
    // Turn by turn, so that both see the same machine.
    for (let round = 0; round < 15; round++) {
      const whole = timeOf(search);
      ratios.push(whole / timeOf((i) => bare.searchKnn(ask(i), K)));
    }
    ratios.sort((a, b) => a - b);
    await plugin.close();
    remove();
    figure({
      question: 'search of a shard, as a multiple of the bare call',
      measured: quantile(ratios, 0.5),
      target: 1.25,
      unit: '×',
      better: 'less',
    });
  },
};

function bareGraph(library: HnswLibrary, values: Float32Array, count: number, path: string) {
  const space = spaceTypes.get('l2');
  if (!space) throw new Error('no space l2');
  const writer = new HnswWriter(library, { space, dimension: DIMENSION, m: 16, efConstruction: 100, count });
  writer.add(values);
  writer.finish(path);
  const graph = new library.HierarchicalNSW('l2', DIMENSION);
  graph.readIndexSync(path);
  graph.setEf(EF);
  return graph;
}

function timeOf(call: (i: number) => unknown): number {
  const start = performance.now();
  for (let i = 0; i < 400; i++) call(i);
  return performance.now() - start;
}
