import { type Clock, crc32 } from '../common/index.ts';
import type { Directory } from '../directory/index.ts';
import type { VectorFieldInfo } from '../mapper/index.ts';
import type { SegmentReader, VectorValues } from '../segment/index.ts';
import { type KnnCounters, markInitialized } from './counters.ts';
import { FlatGraph } from './flatGraph.ts';
import { type Graph, type GraphShape, wantsHnsw } from './graph.ts';
import type { GraphBuilder } from './graphBuilder.ts';
import {
  decodeHeader,
  type GraphFiles,
  type GraphHeader,
  graphFiles,
  identityOf,
  isUnusableFile,
  publishGraph,
  temporaryFiles,
  verifyGraph,
} from './graphFile.ts';
import { originalFileBytes, weightKb } from './graphSize.ts';
import { HnswGraph } from './hnswGraph.ts';
import type { HnswLibrary } from './hnswLibrary.ts';
import type { LoadedGraph } from './nativeMemoryCache.ts';
import type { SpaceType } from './spaceTypes.ts';
import type { ShardCopy } from './types.ts';

/** One graph: where its vectors are, and where its file is or will be. */
export interface GraphSource {
  readonly copy: ShardCopy;
  /** A folder of the real file system. */
  readonly directory: Directory;
  readonly segment: SegmentReader;
  readonly field: string;
  readonly info: VectorFieldInfo;
  readonly space: SpaceType;
  readonly vectors: VectorValues;
}

/** A build under way, for whoever lists the tasks. */
export interface GraphBuild {
  readonly indexName: string;
  readonly shardId: number;
  readonly segmentName: string;
  readonly field: string;
  readonly vectors: number;
  /** Of these, in the graph so far. */
  added: number;
}

export interface GraphStoreOptions {
  readonly clock: Clock;
  /** null: every search is exact. */
  readonly library: HnswLibrary | null;
  readonly builder: GraphBuilder | null;
  /** A graph that would need more is searched exactly. */
  readonly maxGraphBytes: number;
  /** Runs a build and shows it while it runs. */
  readonly watchBuild: (build: GraphBuild, work: () => Promise<void>) => Promise<void>;
}

/** Builds graphs beside their segments and loads them again; what is damaged or missing is built anew. */
export class GraphStore {
  readonly #options: GraphStoreOptions;
  /** Files being written, by path: two loads that find the same damage heal it once. */
  readonly #writing = new Map<string, Promise<GraphHeader>>();

  constructor(options: GraphStoreOptions) {
    this.#options = options;
  }

  /**
   * Builds the graph and its files; resolves to their names, none for an exact graph. Counts one graph_index_request.
   * Rejects when the build fails or the files cannot be written.
   */
  async build(source: GraphSource, counters: KnnCounters): Promise<readonly string[]> {
    counters.graphIndexRequests++;
    markInitialized(counters, source.info.engine);
    const shape = shapeOf(source);
    if (!this.#isHnsw(shape)) return [];
    try {
      await this.#write(source, shape);
    } catch (error) {
      counters.graphIndexErrors++;
      throw error;
    }
    const { graph, header } = filesOf(source);
    return [graph, header];
  }

  /** Builds only what has no file yet: a shard that opens keeps its graphs. */
  async ensure(source: GraphSource, counters: KnnCounters): Promise<readonly string[]> {
    const { graph, header } = filesOf(source);
    if (!this.#isHnsw(shapeOf(source))) return [];
    const present = (await source.directory.exists(graph)) && (await source.directory.exists(header));
    return present ? [graph, header] : this.build(source, counters);
  }

  /** Loads the graph into native memory, off the main thread; heals a damaged or missing file first. */
  async load(source: GraphSource, counters: KnnCounters): Promise<LoadedGraph> {
    const start = this.#options.clock.nanoTime();
    markInitialized(counters, source.info.engine);
    const shape = shapeOf(source);
    const graph = this.#isHnsw(shape)
      ? await this.#loadHnsw(source, shape, counters)
      : new FlatGraph(shape, source.vectors);
    const bytes = originalFileBytes(source.info.engine, shape, graph.levelSum);
    return { graph, weightKb: weightKb(bytes), nanos: this.#options.clock.nanoTime() - start };
  }

  /** Flips bits in the graph's file, as a bad disk would: the next load finds it and builds the graph anew. */
  async damage(source: GraphSource): Promise<void> {
    const { graph } = filesOf(source);
    if (!(await source.directory.exists(graph))) return;
    const bytes = Uint8Array.from(await source.directory.read(graph));
    bytes[bytes.length >> 1] ^= 0xff;
    const output = await source.directory.create(`${graph}.tmp`);
    output.write(bytes);
    await output.close();
    await source.directory.rename(`${graph}.tmp`, graph);
  }

  /** What the graph weighs in a cache: exact when its file is there or it needs none, else as expected of its shape. */
  async weightKb(source: GraphSource): Promise<number> {
    const shape = shapeOf(source);
    const files = filesOf(source);
    const levelSum = await this.#storedLevelSum(source, files, shape);
    return weightKb(originalFileBytes(source.info.engine, shape, levelSum ?? undefined));
  }

  async #storedLevelSum(source: GraphSource, files: GraphFiles, shape: GraphShape): Promise<number | null> {
    if (!this.#isHnsw(shape) || !(await source.directory.exists(files.header))) return null;
    try {
      const bytes = await source.directory.read(files.header);
      return decodeHeader(files.header, bytes, shape, identity(source)).levelSum;
    } catch (error) {
      if (isUnusableFile(error)) return null;
      throw error;
    }
  }

  #isHnsw(shape: GraphShape): boolean {
    const { library, builder, maxGraphBytes } = this.#options;
    return library !== null && builder !== null && wantsHnsw(shape, maxGraphBytes);
  }

  async #loadHnsw(source: GraphSource, shape: GraphShape, counters: KnnCounters): Promise<Graph> {
    try {
      const header = await this.#verifyOrRebuild(source, shape, counters);
      const path = `${source.directory.path}/${filesOf(source).graph}`;
      return await HnswGraph.read(this.#options.library as HnswLibrary, path, shape, header.levelSum);
    } catch {
      // Neither the file nor a new one can be had (a full disk, say): the vectors are there, search them exactly.
      counters.graphIndexErrors++;
      return new FlatGraph(shape, source.vectors);
    }
  }

  async #verifyOrRebuild(
    source: GraphSource,
    shape: GraphShape,
    counters: KnnCounters,
  ): Promise<GraphHeader> {
    const files = filesOf(source);
    try {
      return await verifyGraph(source.directory, files, shape, identity(source));
    } catch (error) {
      if (!isUnusableFile(error)) throw error;
    }
    counters.graphIndexErrors++;
    counters.graphIndexRequests++;
    return this.#write(source, shape);
  }

  #write(source: GraphSource, shape: GraphShape): Promise<GraphHeader> {
    const path = `${source.directory.path}/${filesOf(source).graph}`;
    const running = this.#writing.get(path);
    if (running) return running;
    const writing = this.#writeFiles(source, shape).finally(() => this.#writing.delete(path));
    this.#writing.set(path, writing);
    return writing;
  }

  #build({ copy, segment, field, vectors }: GraphSource, shape: GraphShape, path: string): Promise<void> {
    const { builder, watchBuild } = this.#options;
    const { indexName, shardId } = copy;
    const build = { indexName, shardId, segmentName: segment.name, field, vectors: vectors.count, added: 0 };
    return watchBuild(build, () =>
      (builder as GraphBuilder).build(shape, vectors, path, (added) => {
        build.added = added;
      }),
    );
  }

  async #writeFiles(source: GraphSource, shape: GraphShape): Promise<GraphHeader> {
    const { directory } = source;
    const files = filesOf(source);
    const temporary = temporaryFiles(files);
    // Also makes the folder; the library would fail on a missing one without saying so.
    await (await directory.create(temporary.graph)).close();
    const path = `${directory.path}/${temporary.graph}`;
    try {
      await this.#build(source, shape, path);
      return await publishGraph(directory, files, shape, identity(source));
    } catch (error) {
      // Also what has its name already: one of the two is nothing without the other.
      const names = [temporary.graph, temporary.header, files.graph, files.header];
      await Promise.allSettled(names.map((name) => directory.delete(name)));
      throw error;
    }
  }
}

function shapeOf({ info, space, vectors }: GraphSource): GraphShape {
  const { m, efConstruction } = info;
  return { space, dimension: vectors.dimension, m, efConstruction, count: vectors.count };
}

function filesOf(source: GraphSource): GraphFiles {
  return graphFiles(source.segment.name, source.field);
}

function identity({ copy, segment, field, vectors }: GraphSource): number {
  return graphIdentity(copy, segment.name, field, vectors);
}

/** What the header of a graph's file must say that it is. */
export function graphIdentity(
  { indexUuid, shardId }: Pick<ShardCopy, 'indexUuid' | 'shardId'>,
  segmentName: string,
  field: string,
  vectors: VectorValues,
): number {
  const fingerprint = String(fingerprintOf(vectors));
  return identityOf([indexUuid, String(shardId), segmentName, field, fingerprint]);
}

const SAMPLED_ROWS = 16;
const fingerprints = new WeakMap<VectorValues, number>();

/** Tells apart the vectors of segments that bear one name: a checksum over the documents and some of the rows. */
export function fingerprintOf(vectors: VectorValues): number {
  const known = fingerprints.get(vectors);
  if (known !== undefined) return known;
  const { count, dimension, docs, values } = vectors;
  let checksum = crc32(bytesOf(docs), count);
  const step = Math.max(1, Math.floor(count / SAMPLED_ROWS));
  for (let row = 0; row < count; row += step) {
    checksum = crc32(bytesOf(values.subarray(row * dimension, (row + 1) * dimension)), checksum);
  }
  fingerprints.set(vectors, checksum);
  return checksum;
}

function bytesOf(values: Uint32Array | Float32Array): Uint8Array {
  return new Uint8Array(values.buffer, values.byteOffset, values.byteLength);
}
