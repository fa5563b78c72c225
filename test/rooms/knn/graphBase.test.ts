import fc from 'fast-check';
import { afterAll, describe, expect, it } from 'vitest';
import { FixedBitSet } from '../../../src/common/index.ts';
import { exactNearest } from '../../../src/knn/flatGraph.ts';
import type { GraphShape } from '../../../src/knn/graph.ts';
import { continueFrom, survivorsOf } from '../../../src/knn/graphBase.ts';
import {
  type GraphFiles,
  type GraphLabels,
  graphFiles,
  mostNodes,
  NO_VECTOR,
  publishGraph,
  temporaryFiles,
  verifyGraph,
} from '../../../src/knn/graphFile.ts';
import { HnswGraph } from '../../../src/knn/hnswGraph.ts';
import { type HnswLibrary, loadHnswLibrary } from '../../../src/knn/hnswLibrary.ts';
import { InProcessBuilder } from '../../../src/knn/inProcessBuilder.ts';
import { spaceTypes } from '../../../src/knn/spaceTypes.ts';
import { GONE, type MergedSource, type VectorValues } from '../../../src/segment/index.ts';
import { randomRows, segmentOf, temporaryDirectory, vectorsOf } from './support.ts';

const library = loadHnswLibrary() as HnswLibrary;
const builder = new InProcessBuilder(library);
const { directory, path, remove } = temporaryDirectory();
afterAll(remove);

const IDENTITY = 3;
const DIMENSION = 4;

function shapeOf(count: number): GraphShape {
  const space = spaceTypes.get('l2');
  if (!space) throw new Error('l2');
  return { space, dimension: DIMENSION, m: 8, efConstruction: 60, count };
}

interface Built {
  readonly files: GraphFiles;
  readonly vectors: VectorValues;
  readonly labels: GraphLabels | null;
}

async function built(name: string, vectors: VectorValues): Promise<Built> {
  const files = graphFiles(name, 'v');
  await builder.build(
    shapeOf(vectors.count),
    vectors,
    `${path}/${temporaryFiles(files).graph}`,
    () => undefined,
  );
  const { labels } = await publishGraph(directory, files, shapeOf(vectors.count), IDENTITY);
  return { files, vectors, labels };
}

/** The merge of segments whose documents all have a vector; `isDeleted` by segment and document, in any order. */
function merge(
  parts: readonly VectorValues[],
  isDeleted: (part: number, doc: number) => boolean,
): { readonly sources: MergedSource[]; readonly merged: VectorValues } {
  const rows: number[][] = [];
  const sources = parts.map((vectors, part) => {
    const docMap = new Uint32Array(vectors.count);
    for (let doc = 0; doc < vectors.count; doc++) {
      docMap[doc] = isDeleted(part, doc) ? GONE : rows.length;
      if (docMap[doc] === GONE) continue;
      rows.push([...vectors.values.subarray(doc * DIMENSION, (doc + 1) * DIMENSION)]);
    }
    return { segment: segmentOf(`_${part}`, { v: vectors }), docMap };
  });
  return { sources, merged: vectorsOf(rows) };
}

/** Goes on from the graph of `largest`; null: it had better be built anew. */
async function merged(name: string, largest: Built, sources: MergedSource[], vectors: VectorValues) {
  const survivors = survivorsOf(sources, 'v', vectors).find((one) => one.vectors === largest.vectors);
  if (!survivors) throw new Error('the source has no vectors');
  const continuation = continueFrom(
    `${path}/${largest.files.graph}`,
    largest.labels,
    survivors,
    vectors.count,
  );
  if (continuation === null) return null;
  const files = graphFiles(name, 'v');
  const shape = shapeOf(vectors.count);
  const { base, labels } = continuation;
  await builder.build(shape, vectors, `${path}/${temporaryFiles(files).graph}`, () => undefined, base);
  await publishGraph(directory, files, shape, IDENTITY, labels);
  const header = await verifyGraph(directory, files, shape, IDENTITY);
  expect(header.labels).toEqual(labels);
  return { files, vectors, labels, base, header };
}

async function expectExact({ files, vectors, labels }: Built, levelSum: number): Promise<void> {
  const shape = shapeOf(vectors.count);
  const graph = await HnswGraph.read(library, `${path}/${files.graph}`, shape, { levelSum, labels });
  for (const query of randomRows(5, DIMENSION, 99)) {
    const target = Float32Array.from(query);
    expect([...graph.nearest(target, 20, 2000)]).toEqual([
      ...exactNearest(shape.space, target, vectors, 20, null),
    ]);
  }
  graph.close();
}

describe('a merged graph', () => {
  it('finds the vectors of all segments and no deleted one, over several merges', async () => {
    const deletions = fc.record({ every: fc.integer({ min: 20, max: 60 }), largestFirst: fc.boolean() });
    await fc.assert(
      fc.asyncProperty(deletions, deletions, async (first, second) => {
        let largest = await built('_0', vectorsOf(randomRows(600, DIMENSION, first.every)));
        for (const [i, { every, largestFirst }] of [first, second].entries()) {
          const other = vectorsOf(randomRows(80 + i, DIMENSION, 7 + i));
          const parts = largestFirst ? [largest.vectors, other] : [other, largest.vectors];
          const { sources, merged: vectors } = merge(parts, (_, doc) => doc % every === 3);
          const next = await merged(`_m${i}`, largest, sources, vectors);
          if (next === null) return;
          expect(next.base.added.length).toBe(vectors.count - survivorsOf(sources, 'v', vectors)[0].count);
          await expectExact(next, next.header.levelSum);
          largest = next;
        }
      }),
      { numRuns: 6 },
    );
  });

  it('needs no labels when the largest segment comes first and is whole', async () => {
    const largest = await built('_0', vectorsOf(randomRows(600, DIMENSION, 1)));
    const { sources, merged: vectors } = merge(
      [largest.vectors, vectorsOf(randomRows(50, DIMENSION, 2))],
      () => false,
    );
    expect((await merged('_plain', largest, sources, vectors))?.labels).toBeNull();
  });

  it('is built anew when many of its vectors are gone', async () => {
    const largest = await built('_0', vectorsOf(randomRows(600, DIMENSION, 1)));
    for (const [gone, goesOn] of [
      [35, true],
      [36, false],
    ] as const) {
      const { sources, merged: vectors } = merge([largest.vectors], (_, doc) => doc < gone);
      expect(mostNodes(vectors.count) >= 600).toBe(goesOn);
      expect((await merged('_many', largest, sources, vectors)) !== null).toBe(goesOn);
    }
  });

  it('is refused with damaged labels, whichever byte is wrong', async () => {
    const largest = await built('_0', vectorsOf(randomRows(520, DIMENSION, 1)));
    const { sources, merged: vectors } = merge([largest.vectors], (_, doc) => doc === 7);
    const next = await merged('_labels', largest, sources, vectors);
    expect(next?.labels?.filter((label) => label === NO_VECTOR).length).toBe(1);
    const { header } = graphFiles('_labels', 'v');
    const bytes = await directory.read(header);
    for (let at = 0; at < bytes.length; at += 37) {
      const output = await directory.create(header);
      output.write(bytes.map((byte, i) => (i === at ? byte ^ 4 : byte)));
      await output.close();
      const check = verifyGraph(directory, graphFiles('_labels', 'v'), shapeOf(vectors.count), IDENTITY);
      await expect(check, `byte ${at}`).rejects.toThrow('_labels');
    }
  });

  it('knows what became of vectors that not every document has', () => {
    const vectors = vectorsOf(randomRows(3, DIMENSION), [1, 4, 5]);
    const docMap = Uint32Array.of(0, 1, 2, GONE, GONE, 3);
    const [survivors] = survivorsOf(
      [{ segment: segmentOf('_0', { v: vectors }, new FixedBitSet(6)), docMap }],
      'v',
      vectorsOf(randomRows(2, DIMENSION), [1, 3]),
    );
    expect(survivors.count).toBe(2);
    expect([...survivors.numbers]).toEqual([0, NO_VECTOR, 1]);
  });
});
