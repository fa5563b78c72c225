import { crc32, type LogFields } from '../common/index.ts';
import type { Directory } from '../directory/index.ts';
import type { VectorFieldInfo } from '../mapper/index.ts';
import type { BufferedVectors, MergedSource, SegmentReader, VectorValues } from '../segment/index.ts';
import { type KnnCounters, markInitialized } from './counters.ts';
import { FlatGraph } from './flatGraph.ts';
import { allocatedBytes, type Graph, type GraphShape, wantsHnsw } from './graph.ts';
import { type Continuation, continueFrom, survivorsOf } from './graphBase.ts';
import type { GraphBuilder } from './graphBuilder.ts';
import {
  decodeHeader,
  type GraphFiles,
  type GraphHeader,
  type GraphLabels,
  graphFiles,
  identityOf,
  isGraphFile,
  isUnusableFile,
  publishGraph,
  temporaryFiles,
  verifyGraph,
} from './graphFile.ts';
import { originalFileBytes, weightKb } from './graphSize.ts';
import { GROW_FROM, GrowingGraph } from './growingGraph.ts';
import { HnswGraph } from './hnswGraph.ts';
import type { HnswLibrary } from './hnswLibrary.ts';
import type { BudgetMember } from './nativeBudget.ts';
import type { LoadedGraph } from './nativeMemoryCache.ts';
import type { GraphOwner } from './ownerToken.ts';
import type { SpaceType } from './spaceTypes.ts';
import type { ShardCopy } from './types.ts';

/** A graph: the location of its vectors and of its (future) file. */
export interface GraphSource {
  readonly copy: ShardCopy;
  /** A folder in the real file system. */
  readonly directory: Directory;
  readonly segment: SegmentReader;
  readonly field: string;
  readonly info: VectorFieldInfo;
  readonly space: SpaceType;
  readonly vectors: VectorValues;
}

/** A build in progress, for listing tasks. */
export interface GraphBuild {
  readonly indexName: string;
  readonly shardId: number;
  readonly segmentName: string;
  readonly field: string;
  readonly vectors: number;
  /** Number of these already in the graph. */
  added: number;
}

export interface GraphStoreOptions {
  /** `null` if every search is exact. */
  readonly library: HnswLibrary | null;
  readonly builder: GraphBuilder | null;
  /** Larger graphs are searched exactly. */
  readonly maxGraphBytes: () => number;
  /** Runs a build and lists it while it runs. */
  readonly watchBuild: (build: GraphBuild, work: () => Promise<void>) => Promise<void>;
  readonly warn: (message: string, fields: LogFields) => void;
}

/** Existing parts of a graph that is to be built. */
export interface BuildStart {
  /** The graph that has grown along with the index buffer. */
  readonly grown?: GrowingGraph | null;
  /** The segments that were merged. */
  readonly sources?: readonly MergedSource[];
}

/** The counters of a build, and its memory budget. */
export interface BuildContext {
  readonly counters: KnnCounters;
  readonly memory: BudgetMember;
}

export interface LoadContext extends BuildContext {
  /** No graph is rebuilt after its owner has ended, since its folder may be gone. */
  readonly owner: GraphOwner;
}

/** Builds graphs next to their segments and loads them; rebuilds damaged or missing ones. */
export class GraphStore {
  readonly #options: GraphStoreOptions;
  /** Files being written, by path, so that two loads that find the same damage repair it only once. */
  readonly #writing = new Map<string, Promise<GraphHeader>>();

  constructor(options: GraphStoreOptions) {
    this.#options = options;
  }

  /**
   * Builds a graph and its files; resolves to their names, none for an exact graph. Counts one
   * graph_index_request. Rejects if the build fails or the files cannot be written.
   */
  async build(
    source: GraphSource,
    { counters, memory }: BuildContext,
    start: BuildStart = {},
  ): Promise<readonly string[]> {
    counters.graphIndexRequests++;
    markInitialized(counters, source.info.engine);
    const shape = shapeOf(source);
    if (!this.#isHnsw(shape)) return [];
    try {
      await this.#buildWithin(memory, source, shape, start);
    } catch (error) {
      counters.graphIndexErrors++;
      throw error;
    }
    const { graph, header } = filesOf(source);
    return [graph, header];
  }

  /** Starts the graph of a field in an index buffer; `null` if it will be built at the refresh. */
  grow(
    { info, space, vectors }: Pick<GraphSource, 'info' | 'space'> & { readonly vectors: BufferedVectors },
    { memory }: Pick<BuildContext, 'memory'>,
  ): GrowingGraph | null {
    const { m, efConstruction } = info;
    const shape = { space, dimension: vectors.dimension, m, efConstruction, count: 2 * GROW_FROM };
    if (!this.#isHnsw(shape)) return null;
    const { builder, maxGraphBytes } = this.#options;
    return GrowingGraph.start({ shape, vectors, member: memory, maxGraphBytes }, (first) =>
      (builder as GraphBuilder).grow(first),
    );
  }

  /** The names of a graph's files, whether or not they exist; none for an exact graph. */
  files(source: GraphSource): readonly string[] {
    const { graph, header } = filesOf(source);
    return this.#isHnsw(shapeOf(source)) ? [graph, header] : [];
  }

  /** Builds only missing files, so that a shard that is opened keeps its graphs. */
  async ensure(source: GraphSource, context: BuildContext): Promise<readonly string[]> {
    const { graph, header } = filesOf(source);
    if (!this.#isHnsw(shapeOf(source))) return [];
    const present = (await source.directory.exists(graph)) && (await source.directory.exists(header));
    return present ? [graph, header] : this.build(source, context);
  }

  /**
   * Loads a graph into native memory, off the main thread; first repairs damaged or missing files. Memory is
   * reserved before anything is read; if there is none, the graph is searched exactly. Rejects if the node
   * closes meanwhile.
   */
  async load(source: GraphSource, context: LoadContext): Promise<LoadedGraph> {
    markInitialized(context.counters, source.info.engine);
    const shape = shapeOf(source);
    const { graph, memory } = this.#isHnsw(shape)
      ? await this.#loadHnsw(source, shape, context)
      : { graph: new FlatGraph(shape, source.vectors), memory: null };
    const bytes = originalFileBytes(source.info.engine, shape, graph.levelSum);
    return { graph, memory, weightKb: weightKb(bytes) };
  }

  /**
   * Flips bits in the graph's file, simulating a bad disk: the next load detects it and rebuilds the graph.
   */
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

  /**
   * The graph's weight in a cache: exact if its file exists or it needs none, otherwise as expected from its
   * shape.
   */
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
    return library !== null && builder !== null && wantsHnsw(shape, maxGraphBytes());
  }

  async #loadHnsw(
    source: GraphSource,
    shape: GraphShape,
    context: LoadContext,
  ): Promise<Pick<LoadedGraph, 'graph' | 'memory'>> {
    const memory = await context.memory.reserveLoad(allocatedBytes(shape));
    try {
      if (memory === null) return { graph: await this.#withoutMemory(source, shape), memory };
      const header = await this.#verifyOrRebuild(source, shape, context);
      const path = `${source.directory.path}/${filesOf(source).graph}`;
      const library = this.#options.library as HnswLibrary;
      return { graph: await HnswGraph.read(library, path, shape, header), memory };
    } catch (error) {
      // Neither the old file nor a new one is available (full disk, for example), but the vectors are: search
      // exactly.
      memory?.release();
      if (context.owner.ended === null) this.#unreadable(source, context.counters, error as Error);
      return { graph: new FlatGraph(shape, source.vectors), memory: null };
    }
  }

  /** Exact search in place of a graph for which there is no memory, with the weight of that graph. */
  async #withoutMemory(source: GraphSource, shape: GraphShape): Promise<Graph> {
    const levelSum = await this.#storedLevelSum(source, filesOf(source), shape);
    return new FlatGraph(shape, source.vectors, levelSum);
  }

  #unreadable({ copy, segment, field }: GraphSource, counters: KnnCounters, { message }: Error): void {
    counters.graphIndexErrors++;
    this.#options.warn('a graph could not be loaded or built anew; its vectors are searched exactly', {
      index: copy.indexName,
      shard: copy.shardId,
      segment: segment.name,
      field,
      error: message,
    });
  }

  /** Counts an error if a damaged file was rebuilt; the caller counts errors of the rebuild itself. */
  async #verifyOrRebuild(
    source: GraphSource,
    shape: GraphShape,
    { counters, owner }: LoadContext,
  ): Promise<GraphHeader> {
    const files = filesOf(source);
    try {
      return await verifyGraph(source.directory, files, shape, identity(source));
    } catch (error) {
      if (!isUnusableFile(error) || owner.ended !== null) throw error;
    }
    counters.graphIndexRequests++;
    // The build uses the reservation of the load, because a second one would wait for the first.
    const header = await this.#write(source, shape);
    counters.graphIndexErrors++;
    if (owner.ended !== null) await this.#withdraw(source);
    return header;
  }

  /** Deletes a graph whose folder was deleted while it was built, together with the folder. */
  async #withdraw({ directory, segment, field }: GraphSource): Promise<void> {
    if (!(await directory.list()).every(isGraphFile)) return;
    const { graph, header } = graphFiles(segment.name, field);
    await Promise.allSettled([directory.delete(graph), directory.delete(header)]);
  }

  async #buildWithin(
    member: BudgetMember,
    source: GraphSource,
    shape: GraphShape,
    start: BuildStart,
  ): Promise<void> {
    const bytes = allocatedBytes(shape);
    // In the same turn, so that nobody else can take the memory that the graph already uses.
    start.grown?.releaseMemory();
    let memory = member.takeBuild(bytes);
    if (memory === null) {
      await start.grown?.abandon();
      memory = await member.reserveBuild(bytes);
    }
    try {
      await this.#write(source, shape, start);
    } finally {
      memory.release();
    }
  }

  #write(source: GraphSource, shape: GraphShape, start: BuildStart = {}): Promise<GraphHeader> {
    const path = `${source.directory.path}/${filesOf(source).graph}`;
    const running = this.#writing.get(path);
    if (running) return running;
    const writing = this.#writeFiles(source, shape, start).finally(() => this.#writing.delete(path));
    this.#writing.set(path, writing);
    return writing;
  }

  /** Resolves to the labels of the graph's nodes. */
  async #build(
    source: GraphSource,
    shape: GraphShape,
    path: string,
    start: BuildStart,
  ): Promise<GraphLabels | null> {
    const { copy, segment, field, vectors } = source;
    const builder = this.#options.builder as GraphBuilder;
    const { indexName, shardId } = copy;
    const build = { indexName, shardId, segmentName: segment.name, field, vectors: vectors.count, added: 0 };
    const progress = (added: number): void => {
      build.added = added;
    };
    let labels: GraphLabels | null = null;
    await this.#options.watchBuild(build, async () => {
      if (await start.grown?.finish(vectors, path, progress)) return;
      const continuation = start.sources ? await this.#continuation(source, start.sources) : null;
      labels = continuation?.labels ?? null;
      await builder.build(shape, vectors, path, progress, continuation?.base ?? null);
    });
    return labels;
  }

  /** The largest graph of the merged segments, if it exists, is intact, and has lost few of its vectors. */
  async #continuation(source: GraphSource, sources: readonly MergedSource[]): Promise<Continuation | null> {
    const [largest] = survivorsOf(sources, source.field, source.vectors);
    if (largest === undefined) return null;
    const { segment } = largest.source;
    const old: GraphSource = { ...source, segment, vectors: largest.vectors };
    const shape = shapeOf(old);
    if (!this.#isHnsw(shape)) return null;
    const files = filesOf(old);
    try {
      const { labels } = await verifyGraph(old.directory, files, shape, identity(old));
      const path = `${old.directory.path}/${files.graph}`;
      return continueFrom(path, labels, largest, source.vectors.count);
    } catch (error) {
      if (isUnusableFile(error)) return null;
      throw error;
    }
  }

  async #writeFiles(source: GraphSource, shape: GraphShape, start: BuildStart): Promise<GraphHeader> {
    const { directory } = source;
    const files = filesOf(source);
    const temporary = temporaryFiles(files);
    // Also creates the folder: the library fails silently if it is missing.
    await (await directory.create(temporary.graph)).close();
    const path = `${directory.path}/${temporary.graph}`;
    try {
      const labels = await this.#build(source, shape, path, start);
      return await publishGraph(directory, files, shape, identity(source), labels);
    } catch (error) {
      // Including files already renamed, since neither is usable without the other.
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

/** The identity that the header of a graph's file must have. */
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

/**
 * Distinguishes the vectors of different segments with the same name: a checksum over documents and some of
 * the rows.
 */
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
