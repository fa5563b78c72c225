import fc from 'fast-check';
import { afterAll, describe, expect, it } from 'vitest';
import { SeededRandom } from '../../../src/common/index.ts';
import { exactNearest } from '../../../src/knn/flatGraph.ts';
import type { GraphShape } from '../../../src/knn/graph.ts';
import { HnswGraph, HnswWriter } from '../../../src/knn/hnswGraph.ts';
import { type HnswLibrary, loadHnswLibrary } from '../../../src/knn/hnswLibrary.ts';
import { type SpaceType, spaceTypes } from '../../../src/knn/spaceTypes.ts';
import { reportFigure } from '../../support/figure.ts';
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

/** RECALL_SEEDS=5 builds graphs of 5,000 vectors by as many seeds. */
const seedCount = Number(process.env.RECALL_SEEDS ?? 0);
const seeds = Array.from({ length: Math.max(1, seedCount) }, (_, i) => 11 + 10 * i);
const COUNT = seedCount > 0 ? 5000 : 2000;
const QUERIES = 100;

/** Floors below which a graph is broken; `width` is both efConstruction and ef. */
const sets = [
  { name: 'uniform, 32 dimensions', make: randomRows, dimension: 32, width: 100, floor: 0.99 },
  { name: 'clustered, 128 dimensions', make: clusteredRows, dimension: 128, width: 100, floor: 0.99 },
  { name: 'uniform, 128 dimensions', make: randomRows, dimension: 128, width: 100, floor: 0.88 },
  { name: 'uniform, 128 dimensions, 512/512', make: randomRows, dimension: 128, width: 512, floor: 0.995 },
  { name: 'clustered, cosine', make: clusteredRows, dimension: 32, spaceName: 'cosinesimil', floor: 0.99 },
  {
    name: 'clustered, inner product',
    make: clusteredRows,
    dimension: 32,
    spaceName: 'innerproduct',
    floor: 0.99,
  },
];

describe('recall@10 against exact search', () => {
  it.each(sets)('$name: at least $floor', async ({ name, make, dimension, spaceName, width, floor }) => {
    const space = spaceTypes.get(spaceName ?? 'l2') as SpaceType;
    const recalls: number[] = [];
    for (const seed of seeds)
      recalls.push(await recall(make(COUNT + QUERIES, dimension, seed), space, width ?? 100));
    reportFigure(`${name}: ${Math.min(...recalls)}`);
    expect(Math.min(...recalls)).toBeGreaterThanOrEqual(floor);
  });
});

/** The share of the ten nearest vectors that a graph finds; the last rows are the queries, and not in the graph. */
async function recall(all: readonly number[][], space: SpaceType, width: number): Promise<number> {
  const rows = all.slice(0, -QUERIES);
  const dimension = rows[0].length;
  const shape: GraphShape = { space, dimension, m: 16, efConstruction: width, count: rows.length };
  const vectors = vectorsOf(rows);
  const writer = new HnswWriter(library, shape);
  writer.add(vectors.values);
  writer.finish(`${path}/graph`);
  const graph = await HnswGraph.read(library, `${path}/graph`, shape, { levelSum: 0, labels: null });
  let found = 0;
  const queries = all.slice(-QUERIES).map((row) => Float32Array.from(row));
  for (const query of queries) {
    const exact = new Set(exactNearest(space, query, vectors, 10, null));
    for (const ord of graph.nearest(query, 10, width)) if (exact.has(ord)) found++;
  }
  graph.close();
  return Number((found / (10 * queries.length)).toFixed(4));
}

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
      fc.asyncProperty(queries, fc.integer({ min: 1, max: 800 }), async (numbers, k) => {
        const vector = Float32Array.from(numbers);
        const { docs } = await shard.search({ segment, field, vector, k, filter: null });
        const space = spaceTypes.get('l2') as SpaceType;
        expect(docs).toEqual(exactNearest(space, vector, vectors, k, null));
      }),
      { numRuns: 50 },
    );
  });
});
