import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CorruptFileError, NoSuchFileError } from '../../../src/directory/index.ts';
import { exactNearest } from '../../../src/knn/flatGraph.ts';
import { type GraphShape, nodeBytes } from '../../../src/knn/graph.ts';
import {
  type GraphHeader,
  graphFiles,
  inspectLibraryFile,
  publishGraph,
  temporaryFiles,
  verifyGraph,
} from '../../../src/knn/graphFile.ts';
import { HnswGraph, HnswWriter } from '../../../src/knn/hnswGraph.ts';
import { type HnswLibrary, loadHnswLibrary } from '../../../src/knn/hnswLibrary.ts';
import { spaceTypes } from '../../../src/knn/spaceTypes.ts';
import { putFile, randomRows, temporaryDirectory, vectorsOf } from './support.ts';

const library = loadHnswLibrary() as HnswLibrary;
const { directory, path, remove } = temporaryDirectory();
afterAll(remove);

const IDENTITY = 7;

function shapeOf(spaceName: string, count: number, dimension: number): GraphShape {
  const space = spaceTypes.get(spaceName);
  if (!space) throw new Error(spaceName);
  return { space, dimension, m: 16, efConstruction: 100, count };
}

async function writeGraph(name: string, shape: GraphShape, rows: number[][]): Promise<GraphHeader> {
  const files = graphFiles(name, 'v');
  const writer = new HnswWriter(library, shape);
  writer.add(Float32Array.from(rows.flat()));
  writer.finish(`${path}/${temporaryFiles(files).graph}`);
  return publishGraph(directory, files, shape, IDENTITY);
}

describe('a graph on disk', () => {
  it.each(['l2', 'cosinesimil', 'innerproduct'])('%s: ef ≥ n finds what exact search finds', async (name) => {
    const rows = randomRows(400, 8, 3);
    const shape = shapeOf(name, rows.length, 8);
    const header = await writeGraph(`_${name}`, shape, rows);
    const graph = await HnswGraph.read(
      library,
      `${path}/${graphFiles(`_${name}`, 'v').graph}`,
      shape,
      header,
    );
    const vectors = vectorsOf(rows);
    for (const query of randomRows(20, 8, 4)) {
      const target = Float32Array.from(query);
      const exact = exactNearest(shape.space, target, vectors, 10, null);
      expect([...graph.nearest(target, 10, rows.length)]).toEqual([...exact]);
    }
    graph.close();
    expect(() => graph.nearest(Float32Array.from(rows[0]), 1, 10)).toThrow('closed');
  });

  it('is the same for the same vectors', async () => {
    const rows = randomRows(300, 4, 9);
    const shape = shapeOf('l2', rows.length, 4);
    expect(await writeGraph('_a', shape, rows)).toEqual(await writeGraph('_b', shape, rows));
  });

  it('leaves no temporary files', async () => {
    const rows = randomRows(20, 4, 9);
    await writeGraph('_t', shapeOf('l2', rows.length, 4), rows);
    const own = (await directory.list()).filter((name) => name.startsWith('_t_'));
    expect(own.filter((name) => name.endsWith('.tmp'))).toEqual([]);
    expect(own).not.toEqual([]);
  });

  it('has a name that any file system takes, whatever the field is called', () => {
    expect(graphFiles('_0', 'v').graph).toBe('_0_2011_v.hnsw');
    expect(graphFiles('_0', 'a.b_c-1').graph).toBe('_0_2011_a.b_c-1.hnsw');
    const name = fc.string({ unit: 'binary', maxLength: 300 });
    fc.assert(
      fc.property(name, name, (a, b) => {
        const [fileA, fileB] = [graphFiles('_0', a).graph, graphFiles('_0', b).graph];
        expect(fileA).toMatch(/^_0_2011_[a-z0-9_.%~-]*\.hnsw$/);
        expect(fileA.length).toBeLessThan(200);
        expect(fileA === fileB).toBe(a === b);
      }),
    );
  });
});

describe('a damaged graph file', () => {
  const rows = randomRows(256, 2, 5);
  const shape = shapeOf('l2', rows.length, 2);
  const files = graphFiles('_d', 'v');
  let graph: Uint8Array;
  let header: Uint8Array;

  beforeAll(async () => {
    await writeGraph('_d', shape, rows);
    graph = await directory.read(files.graph);
    header = await directory.read(files.header);
  });

  async function refused(graphBytes: Uint8Array, headerBytes: Uint8Array): Promise<boolean> {
    await putFile(directory, files.graph, graphBytes);
    await putFile(directory, files.header, headerBytes);
    const outcome = await verifyGraph(directory, files, shape, IDENTITY).then(
      () => null,
      (error) => error,
    );
    return outcome instanceof CorruptFileError;
  }

  function flipped(bytes: Uint8Array, at: number, mask: number): Uint8Array {
    const copy = bytes.slice();
    copy[at] ^= mask;
    return copy;
  }

  it('is accepted whole', async () => {
    expect(await refused(graph, header)).toBe(false);
  });

  it('is refused before the native load, whichever byte of its header is wrong', async () => {
    for (let at = 0; at < header.length; at++) {
      expect(await refused(graph, flipped(header, at, 1 << (at % 8))), `byte ${at}`).toBe(true);
    }
  });

  it('is refused before the native load, whichever byte is wrong', async () => {
    const places = [
      ...Array(128).keys(),
      ...Array.from({ length: 400 }, (_, i) => 128 + Math.floor((i * (graph.length - 128)) / 400)),
    ];
    for (const at of places) {
      expect(await refused(flipped(graph, at, 1 << (at % 8)), header), `byte ${at}`).toBe(true);
    }
  });

  it('is refused when cut, lengthened, overwritten in blocks or swapped', async () => {
    for (const length of [0, 1, 95, 96, 97, graph.length >> 1, graph.length - 1]) {
      expect(await refused(graph.slice(0, length), header), `length ${length}`).toBe(true);
    }
    expect(await refused(Uint8Array.of(...graph, 0), header)).toBe(true);
    for (let block = 0; block < graph.length; block += 512) {
      expect(await refused(graph.slice().fill(0xa5, block, block + 512), header), `block ${block}`).toBe(
        true,
      );
    }
    expect(await refused(graph, header.slice(0, 10))).toBe(true);
    expect(await refused(header, graph)).toBe(true);
  });

  it('is refused under another name, for another shape, or when it is missing', async () => {
    await putFile(directory, files.graph, graph);
    await putFile(directory, files.header, header);
    await expect(verifyGraph(directory, files, shape, IDENTITY + 1)).rejects.toThrow(CorruptFileError);
    for (const other of [{ m: 17 }, { dimension: 3 }, { count: 257 }, { efConstruction: 99 }]) {
      await expect(verifyGraph(directory, files, { ...shape, ...other }, IDENTITY)).rejects.toThrow(
        CorruptFileError,
      );
    }
    await directory.delete(files.graph);
    await expect(verifyGraph(directory, files, shape, IDENTITY)).rejects.toThrow(NoSuchFileError);
  });

  it('is refused for each wrong place of the library’s own header', () => {
    expect(inspectLibraryFile('graph', graph, shape)).toBeGreaterThanOrEqual(0);
    const view = (bytes: Uint8Array) => new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    // offset, max, count, sizes, entry point, links: all but the top level and the float of the level draw.
    for (const place of [0, 8, 16, 24, 32, 40, 56, 64, 72]) {
      const bytes = graph.slice();
      view(bytes).setBigUint64(place, view(bytes).getBigUint64(place, true) + 1n, true);
      expect(() => inspectLibraryFile('graph', bytes, shape), `place ${place}`).toThrow(CorruptFileError);
    }
    const bytes = graph.slice();
    view(bytes).setUint32(52, shape.count, true);
    expect(() => inspectLibraryFile('graph', bytes, shape)).toThrow('entry point');
  });

  it('is refused for a label that is no node', () => {
    const bytes = graph.slice();
    const lastLabel = 96 + shape.count * nodeBytes(shape) - 8;
    new DataView(bytes.buffer, bytes.byteOffset).setUint32(lastLabel, shape.count, true);
    expect(() => inspectLibraryFile('graph', bytes, shape)).toThrow('label out of range');
  });
});

describe('the native library', () => {
  it('never sees a bad argument', () => {
    const shape = shapeOf('l2', 3, 2);
    for (const bad of [{ m: 0 }, { m: 1 }, { dimension: 0 }, { count: 0 }, { dimension: 2 ** 31 }]) {
      expect(() => new HnswWriter(library, { ...shape, ...bad })).toThrow(RangeError);
    }
    expect(() => new HnswWriter(library, shapeOf('l1', 3, 2))).toThrow(RangeError);
    for (const value of [Number.NaN, Number.POSITIVE_INFINITY]) {
      const writer = new HnswWriter(library, shape);
      expect(() => writer.add(Float32Array.of(1, value))).toThrow(RangeError);
      writer.close();
    }
    const writer = new HnswWriter(library, shape);
    expect(() => writer.add(new Float32Array(8))).toThrow('more vectors');
    writer.close();
  });

  it('answers or is refused, whatever it is asked', async () => {
    const rows = randomRows(600, 3, 4);
    const shape = shapeOf('l2', rows.length, 3);
    const header = await writeGraph('_a', shape, rows);
    const graph = await HnswGraph.read(library, `${path}/${graphFiles('_a', 'v').graph}`, shape, header);
    const element = fc.oneof(fc.float(), fc.constantFrom(Number.NaN, Infinity, -Infinity, 3e38, -0));
    const query = fc.array(element, { maxLength: 5 }).map((values) => Float32Array.from(values));
    const amount = fc.oneof(fc.integer({ min: 1, max: 700 }), fc.constantFrom(10_000, 2 ** 31 - 1));
    fc.assert(
      fc.property(query, amount, amount, (vector, k, ef) => {
        const sane = vector.length === 3 && vector.every(Number.isFinite);
        if (!sane) return void expect(() => graph.nearest(vector, k, ef)).toThrow(RangeError);
        const found = graph.nearest(vector, k, ef);
        expect(found.length).toBeLessThanOrEqual(Math.min(k, rows.length));
        expect(found.every((ord, i) => ord < rows.length && (i === 0 || ord > found[i - 1]))).toBe(true);
      }),
      { numRuns: 300 },
    );
    graph.close();
    expect(() => graph.nearest(Float32Array.of(1, 2, 3), 1, 10)).toThrow('closed');
  });

  it('does not report a write that failed; publishing does', async () => {
    const shape = shapeOf('l2', 2, 2);
    const writer = new HnswWriter(library, shape);
    writer.add(Float32Array.of(1, 2, 3, 4));
    writer.finish(`${path}/no/such/folder/graph`);
    await (await directory.create(temporaryFiles(graphFiles('_x', 'v')).graph)).close();
    await expect(publishGraph(directory, graphFiles('_x', 'v'), shape, IDENTITY)).rejects.toThrow(
      'cut short',
    );
  });
});
