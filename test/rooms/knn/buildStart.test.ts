import { setImmediate } from 'node:timers/promises';
import { afterAll, describe, expect, it } from 'vitest';
import { HnswWriter } from '../../../src/knn/hnswGraph.ts';
import { type HnswLibrary, loadHnswLibrary } from '../../../src/knn/hnswLibrary.ts';
import { type GraphBuilder, type GraphInProgress, NativeBudget } from '../../../src/knn/index.ts';
import { GONE, type SegmentReader, type VectorBuffer } from '../../../src/segment/index.ts';
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

const { directory: folder, remove } = temporaryDirectory();
afterAll(remove);
const library = loadHnswLibrary() as HnswLibrary;
const field = vectorField('v', vectorInfo());
const mapper = mapperOf(field);
let folders = 0;

const roomy = () =>
  new NativeBudget({
    shareBytes: 2 ** 30,
    machineBytes: 2 ** 30,
    husks: { bytes: () => 0, collect: async () => undefined },
  });

/** A shard that says how many vectors were added by which way. */
function shardFor() {
  const work = { built: [] as number[], grown: 0, abandoned: 0 };
  const grow: GraphBuilder['grow'] = (shape): GraphInProgress => {
    const writer = new HnswWriter(library, shape);
    return {
      add: async (rows) => {
        work.grown += rows.length / 4;
        writer.add(rows);
      },
      resize: async (room) => writer.resize(room),
      finish: async (path) => writer.finish(path),
      abandon: async () => {
        work.abandoned++;
        writer.close();
      },
    };
  };
  const { plugin } = pluginFor(folder.folder(`tmp${folders}`), {}, roomy(), (builder) => ({
    build: (shape, vectors, path, progress, base) => {
      work.built.push(base?.added.length ?? vectors.count);
      return builder.build(shape, vectors, path, progress, base);
    },
    grow,
    close: () => builder.close(),
  }));
  const directory = folder.folder(`f${folders++}`);
  const node = plugin.node('node-0');
  const shard = node.openShard(shardCopy('index'), directory);
  const expectFound = async (segment: SegmentReader): Promise<void> => {
    const vectors = segment.vectors('v');
    for (const number of [0, 17, (vectors?.count ?? 0) - 1]) {
      const vector = vectors?.values.slice(4 * number, 4 * number + 4) ?? new Float32Array(4);
      const { docs } = await shard.search({ segment, field, vector, k: 1, filter: null });
      expect([...docs]).toEqual([vectors?.docs[number]]);
    }
  };
  return { plugin, node, directory, shard, work, expectFound };
}

function bufferOf(rows: readonly (readonly number[])[]): VectorBuffer {
  const { values } = vectorsOf(rows);
  const copy = (from: number, to: number): Float32Array => values.slice(4 * from, 4 * to);
  return { vectors: [{ field: 'v', dimension: 4, count: rows.length, rows: copy }] };
}

describe('what there is already of a graph', () => {
  it('is what has grown with the buffer: the refresh adds the rest', async () => {
    const { shard, directory, work, expectFound, node, plugin } = shardFor();
    const rows = randomRows(1200, 4);
    const buffer = bufferOf(rows);
    shard.bufferGrew(bufferOf(rows.slice(0, 1000)), mapper);
    await setImmediate();
    expect(work.grown).toBe(0);
    shard.bufferGrew(buffer, mapper);
    for (let i = 0; i < 20; i++) await setImmediate();
    expect(work.grown).toBeGreaterThan(1000);
    const segment = segmentOf('_0', { v: vectorsOf(rows) });
    await shard.segmentCreated({ segment, directory, mapper, cause: 'refresh', buffer });
    expect(work).toEqual({ built: [], grown: 1200, abandoned: 0 });
    expect(node.statistics(new Set(['graph_index_requests']))).toEqual({ graph_index_requests: 1 });
    expect(plugin.memory.buildBytes).toBe(0);
    await expectFound(segment);
    await plugin.close();
  });

  it('goes with a buffer that becomes no segment, and with the copy', async () => {
    const { shard, work, plugin } = shardFor();
    const buffers = [1, 2].map((seed) => bufferOf(randomRows(1100, 4, seed)));
    for (const buffer of buffers) shard.bufferGrew(buffer, mapper);
    shard.bufferDropped(buffers[0]);
    await setImmediate();
    expect(work.abandoned).toBe(1);
    shard.release();
    await setImmediate();
    expect(work.abandoned).toBe(2);
    expect(plugin.memory.buildBytes).toBe(0);
    await plugin.close();
  });

  it('is the largest graph of a merge, unless that is damaged', async () => {
    const { shard, directory, work, expectFound, plugin, node } = shardFor();
    const [many, few] = [randomRows(700, 4, 1), randomRows(550, 4, 2)];
    const sources = [few, many].map((rows, i) => segmentOf(`_${i}`, { v: vectorsOf(rows) }));
    for (const segment of sources) {
      await shard.segmentCreated({ segment, directory, mapper, cause: 'refresh' });
    }
    const docMaps = [Uint32Array.from(few, (_, i) => i), Uint32Array.from(many, (_, i) => 550 + i)];
    docMaps[1][699] = GONE;
    const event = {
      directory,
      mapper,
      cause: 'merge',
      sources: sources.map((segment, i) => ({ segment, docMap: docMaps[i] })),
    } as const;
    const merged = vectorsOf([...few, ...many.slice(0, 699)]);
    const segment = segmentOf('_2', { v: merged });
    await shard.segmentCreated({ ...event, segment });
    expect(work.built).toEqual([550, 700, 550]);
    await expectFound(segment);
    const [largest] = shard.warmupGraphs([sources[1]], mapper);
    await node.store.damage(largest.source);
    const again = segmentOf('_3', { v: merged });
    await shard.segmentCreated({ ...event, segment: again });
    expect(work.built.at(-1)).toBe(1249);
    await expectFound(again);
    await plugin.close();
  });
});
