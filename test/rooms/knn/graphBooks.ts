import { allocatedBytes, type GraphShape } from '../../../src/knn/graph.ts';
import { HnswGraph, HnswWriter } from '../../../src/knn/hnswGraph.ts';
import { type HnswLibrary, loadHnswLibrary } from '../../../src/knn/hnswLibrary.ts';
import { type SpaceType, spaceTypes } from '../../../src/knn/spaceTypes.ts';
import { randomRows, temporaryDirectory, vectorsOf } from './support.ts';

/*
 * A process of its own: loads five graphs of argv[2] vectors of argv[3] dimensions with argv[4] links a node, and prints `{booked, resident}`:
 * the bytes that are expected before a graph is let in, and those by which the process has grown for each.
 */

/** A process grows and shrinks by some hundred kilobytes of its own: of several graphs they are a smaller share. */
const COPIES = 5;

const [count, dimension, m] = process.argv.slice(2).map(Number);
const library = loadHnswLibrary() as HnswLibrary;
const { path, remove } = temporaryDirectory();
const space = spaceTypes.get('l2') as SpaceType;
const shape: GraphShape = { space, dimension, m, efConstruction: 4, count };
const writer = new HnswWriter(library, shape);
writer.add(vectorsOf(randomRows(shape.count, shape.dimension, 1)).values);
writer.finish(`${path}/graph`);

const residentBytes = (): number => {
  (globalThis as { gc?: () => void }).gc?.();
  return process.memoryUsage.rss();
};
// What the build has left is collected first.
for (let i = 0; i < 3; i++) {
  residentBytes();
  await new Promise((resolve) => setImmediate(resolve));
}
const before = residentBytes();
const graphs: HnswGraph[] = [];
const stored = { levelSum: 0, labels: null };
while (graphs.length < COPIES) graphs.push(await HnswGraph.read(library, `${path}/graph`, shape, stored));
const resident = (residentBytes() - before) / COPIES;
console.log(JSON.stringify({ booked: allocatedBytes(shape), resident }));
for (const graph of graphs) graph.close();
remove();
