import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { build } from 'esbuild';
import { FixedBitSet, type FlatSettings, ManualClock, SeededRandom } from '../../../src/common/index.ts';
import { type Directory, FsDirectory } from '../../../src/directory/index.ts';
import {
  type GraphBuilder,
  husks,
  InProcessBuilder,
  KnnPlugin,
  loadHnswLibrary,
  NativeBudget,
} from '../../../src/knn/index.ts';
import type { MappedFieldType, MapperService, VectorFieldInfo } from '../../../src/mapper/index.ts';
import type { SegmentReader, VectorValues } from '../../../src/segment/index.ts';

/** The worker's script, bundled as in dist/, for the test file that calls it. */
export async function bundleGraphWorker(name: string): Promise<string> {
  const root = join(import.meta.dirname, '../../..');
  const script = join(root, 'node_modules', '.cache', `graphWorker-${name}-${process.pid}.mjs`);
  await build({
    entryPoints: [join(root, 'src/knn/graphWorker.ts')],
    outfile: script,
    bundle: true,
    platform: 'node',
    format: 'esm',
    external: ['hnswlib-node'],
    logLevel: 'warning',
  });
  return script;
}

/** Until everything that follows from promises has happened. */
export const turn = (): Promise<void> => setImmediate();

/** A folder of the real file system, gone when the test file ends. */
export function temporaryDirectory(): { directory: Directory; path: string; remove: () => void } {
  const path = mkdtempSync(join(tmpdir(), 'rockpool-knn-'));
  return { directory: new FsDirectory(path), path, remove: () => rmSync(path, { recursive: true }) };
}

export async function putFile(directory: Directory, name: string, bytes: Uint8Array): Promise<void> {
  const output = await directory.create(name);
  output.write(bytes);
  await output.close();
}

export function vectorsOf(rows: readonly (readonly number[])[], docs?: readonly number[]): VectorValues {
  const dimension = rows[0]?.length ?? 1;
  const numbers = Uint32Array.from(docs ?? rows.keys());
  const presence = new FixedBitSet((numbers.at(-1) ?? 0) + 1);
  for (const doc of numbers) presence.add(doc);
  return {
    dimension,
    count: rows.length,
    docs: numbers,
    values: Float32Array.from(rows.flat()),
    presence,
  };
}

export function randomRows(count: number, dimension: number, seed = 1): number[][] {
  const random = new SeededRandom(seed);
  return Array.from({ length: count }, () =>
    Array.from({ length: dimension }, () => Math.fround(2 * random.next() - 1)),
  );
}

/** A segment that has vectors and nothing else. */
export function segmentOf(
  name: string,
  fields: Record<string, VectorValues>,
  liveDocs: FixedBitSet | null = null,
): SegmentReader {
  const segment: Partial<SegmentReader> = {
    name,
    liveDocs,
    vectors: (field) => fields[field] ?? null,
  };
  return segment as SegmentReader;
}

export function vectorInfo(overrides: Partial<VectorFieldInfo> = {}): VectorFieldInfo {
  return { dimension: 4, engine: 'nmslib', spaceType: 'l2', m: 16, efConstruction: 64, ...overrides };
}

export function vectorField(name: string, info: VectorFieldInfo): MappedFieldType {
  const field: Partial<MappedFieldType> = { name, family: 'knn_vector', vector: info };
  return field as MappedFieldType;
}

export function mapperOf(...fields: readonly MappedFieldType[]): MapperService {
  const mapper: Partial<MapperService> = { fields: () => fields };
  return mapper as MapperService;
}

/** Large enough for all graphs of a test but those made too heavy for the machine. */
const MACHINE_BYTES = 32 * 1024 ** 2;

/** A plugin on a manual clock, with settings that a test can change as a cluster would. */
export function pluginFor(
  temporaryFolder: Directory,
  settings: Record<string, string> = {},
  budget = new NativeBudget({ shareBytes: MACHINE_BYTES, machineBytes: MACHINE_BYTES, husks }),
  observed: (builder: GraphBuilder) => GraphBuilder = (builder) => builder,
) {
  const clock = new ManualClock();
  const values = new Map(Object.entries(settings));
  const library = loadHnswLibrary();
  let savesFail = false;
  let beforeSave: (triggered: boolean) => Promise<void> | null = () => null;
  const warnings: Record<string, unknown>[] = [];
  const plugin = new KnnPlugin({
    clock,
    library,
    builder: library && observed(new InProcessBuilder(library)),
    temporaryFolder,
    nativeMemoryBytes: 16 * 1024 ** 2,
    budget,
    warn: (message, fields) => void warnings.push({ message, ...fields }),
    settings: () => values as FlatSettings,
    setBreakerTriggered: async (triggered) => {
      if (savesFail) throw new Error('disk full');
      const waiting = beforeSave(triggered);
      if (waiting !== null) await waiting;
      values.set('knn.circuit_breaker.triggered', String(triggered));
    },
  });
  const set = (key: string, value: string): void => {
    values.set(key, value);
    plugin.settingsChanged([key]);
  };
  const failSaves = (fail: boolean): void => {
    savesFail = fail;
  };
  /** Saves wait for what `hold` returns, and fail with it. */
  const holdSaves = (hold: typeof beforeSave): void => {
    beforeSave = hold;
  };
  return { plugin, clock, set, settings: values, warnings, failSaves, holdSaves };
}

/** A shard with segments whose graphs are built, under a cache limit; what processes that measure memory begin with. */
export async function shardWithGraphs(
  vectors: readonly (readonly (readonly number[])[])[],
  options: {
    readonly efConstruction: number;
    readonly limit: string;
    readonly budget?: NativeBudget;
    readonly settings?: Record<string, string>;
  },
) {
  const { directory, remove } = temporaryDirectory();
  const cluster = { 'knn.memory.circuit_breaker.limit': options.limit };
  const { plugin } = pluginFor(directory.folder('tmp'), cluster, options.budget);
  const [[first]] = vectors;
  const field = vectorField(
    'v',
    vectorInfo({ dimension: first.length, efConstruction: options.efConstruction }),
  );
  const mapper = mapperOf(field);
  const node = plugin.node('node-0');
  const shard = node.openShard(shardCopy('index', options.settings), directory);
  const segments = vectors.map((rows, i) => segmentOf(`_${i}`, { v: vectorsOf(rows) }));
  for (const segment of segments) {
    await shard.segmentCreated({ segment, directory, mapper, cause: 'refresh' });
  }
  const close = async (): Promise<void> => {
    await plugin.close();
    remove();
  };
  return { plugin, node, shard, field, mapper, segments, close };
}

export function shardCopy(indexName: string, settings: Record<string, string> = {}) {
  const values = new Map(Object.entries({ 'index.knn': 'true', ...settings }));
  return { indexName, indexUuid: `${indexName}-uuid`, shardId: 0, primary: true, settings: () => values };
}
