import fc from 'fast-check';
import { afterAll, describe, expect, it } from 'vitest';
import { SeededRandom } from '../../src/common/index.ts';
import { exactNearest } from '../../src/knn/flatGraph.ts';
import type { GraphShape } from '../../src/knn/graph.ts';
import { HnswGraph, HnswWriter } from '../../src/knn/hnswGraph.ts';
import { type HnswLibrary, loadHnswLibrary } from '../../src/knn/hnswLibrary.ts';
import { type SpaceType, spaceTypes } from '../../src/knn/spaceTypes.ts';
import {
  mapperOf,
  pluginFor,
  randomRows,
  segmentOf,
  shardCopy,
  temporaryDirectory,
  vectorField,
  vectorInfo,
  vectorsOf,
} from './support.ts';

const library = loadHnswLibrary() as HnswLibrary;
const { directory, path, remove } = temporaryDirectory();
afterAll(remove);

function clusteredRows(count: number, dimension: number, seed: number): number[][] {
  const centers = randomRows(20, dimension, seed);
  const random = new SeededRandom(seed);
  return Array.from({ length: count }, () => {
    const center = centers[Math.floor(random.next() * centers.length)];
    return center.map((value) => value + (random.next() - 0.5) * 0.4);
  });
}

/** Floors below which a graph is broken. */
const sets = [
  { name: 'uniform, 32 dimensions', rows: randomRows(4000, 32, 11), spaceName: 'l2', floor: 0.99 },
  { name: 'clustered, 64 dimensions', rows: clusteredRows(3000, 64, 12), spaceName: 'l2', floor: 0.99 },
  { name: 'clustered, cosine', rows: clusteredRows(3000, 32, 13), spaceName: 'cosinesimil', floor: 0.99 },
  {
    name: 'clustered, inner product',
    rows: clusteredRows(3000, 32, 14),
    spaceName: 'innerproduct',
    floor: 0.99,
  },
];

describe('recall@10 against exact search', () => {
  it.each(sets)('$name: at least $floor', async ({ rows, spaceName, floor }) => {
    const space = spaceTypes.get(spaceName);
    if (!space) throw new Error(spaceName);
    const dimension = rows[0].length;
    const shape: GraphShape = { space, dimension, m: 16, efConstruction: 100, count: rows.length };
    const vectors = vectorsOf(rows);
    const writer = new HnswWriter(library, shape);
    writer.add(vectors.values);
    writer.finish(`${path}/graph`);
    const graph = await HnswGraph.read(library, `${path}/graph`, shape, 0);
    let found = 0;
    const queries = rows.filter((_, i) => i % 61 === 7).map((row) => Float32Array.from(row, (x) => x + 0.01));
    for (const query of queries) {
      const exact = new Set(exactNearest(space, query, vectors, 10, null));
      for (const ord of graph.nearest(query, 10, 200)) if (exact.has(ord)) found++;
    }
    graph.close();
    expect(found / (10 * queries.length)).toBeGreaterThanOrEqual(floor);
  });
});

describe('an ef_search that takes in every vector', () => {
  const rows = clusteredRows(700, 8, 21);
  const { plugin } = pluginFor(directory.folder('tmp'), {});
  afterAll(() => plugin.close());

  it('gives exactly the exact answer, also where no link leads', async () => {
    const info = vectorInfo({ dimension: 8, m: 2, efConstruction: 2 });
    const field = vectorField('v', info);
    const copy = shardCopy('index', { 'index.knn.algo_param.ef_search': '700' });
    const shard = plugin.node('node-0').openShard(copy, directory);
    const vectors = vectorsOf(rows);
    const segment = segmentOf('_0', { v: vectors });
    await shard.segmentCreated({ segment, directory, mapper: mapperOf(field), cause: 'refresh' });
    const element = fc.float({ min: -3, max: 3, noNaN: true });
    const queries = fc.array(element, { minLength: 8, maxLength: 8 });
    await fc.assert(
      fc.asyncProperty(queries, fc.integer({ min: 1, max: 800 }), async (vector, k) => {
        const { docs } = await shard.search({ segment, field, vector, k, filter: null });
        const space = spaceTypes.get('l2') as SpaceType;
        expect(docs).toEqual(exactNearest(space, Float32Array.from(vector), vectors, k, null));
      }),
      { numRuns: 50 },
    );
  });
});
