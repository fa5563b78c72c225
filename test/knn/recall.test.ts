import { afterAll, describe, expect, it } from 'vitest';
import { SeededRandom } from '../../src/common/index.ts';
import { exactNearest } from '../../src/knn/flatGraph.ts';
import type { GraphShape } from '../../src/knn/graph.ts';
import { HnswGraph, HnswWriter } from '../../src/knn/hnswGraph.ts';
import { type HnswLibrary, loadHnswLibrary } from '../../src/knn/hnswLibrary.ts';
import { spaceTypes } from '../../src/knn/spaceTypes.ts';
import { randomRows, temporaryDirectory, vectorsOf } from './support.ts';

const library = loadHnswLibrary() as HnswLibrary;
const { path, remove } = temporaryDirectory();
afterAll(remove);

function clusteredRows(count: number, dimension: number, seed: number): number[][] {
  const centers = randomRows(20, dimension, seed);
  const random = new SeededRandom(seed);
  return Array.from({ length: count }, () => {
    const center = centers[Math.floor(random.next() * centers.length)];
    return center.map((value) => value + (random.next() - 0.5) * 0.4);
  });
}

/** Floors below which a graph is broken; the anchors' figures lie well above. */
const sets = [
  { name: 'uniform, 32 dimensions', rows: randomRows(4000, 32, 11), spaceName: 'l2', floor: 0.98 },
  { name: 'clustered, 64 dimensions', rows: clusteredRows(3000, 64, 12), spaceName: 'l2', floor: 0.98 },
  { name: 'clustered, cosine', rows: clusteredRows(3000, 32, 13), spaceName: 'cosinesimil', floor: 0.98 },
  {
    name: 'clustered, inner product',
    rows: clusteredRows(3000, 32, 14),
    spaceName: 'innerproduct',
    floor: 0.85,
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
      for (const ord of graph.nearest(query, 10, 100)) if (exact.has(ord)) found++;
    }
    graph.close();
    expect(found / (10 * queries.length)).toBeGreaterThanOrEqual(floor);
  });
});
