import { type FlatSettings, illegalArgument, type LogFields, settingValue } from '../common/index.ts';
import type { Directory } from '../directory/index.ts';
import type { MappedFieldType, MapperService, VectorFieldInfo } from '../mapper/index.ts';
import type {
  BufferedVectors,
  MergedSource,
  SegmentReader,
  VectorBuffer,
  VectorValues,
} from '../segment/index.ts';
import { type KnnCounters, markInitialized } from './counters.ts';
import { exactNearest } from './flatGraph.ts';
import type { Graph } from './graph.ts';
import { isGraphFile } from './graphFile.ts';
import { fingerprintOf, type GraphSource, type GraphStore } from './graphStore.ts';
import { GROW_FROM, type GrowingGraph } from './growingGraph.ts';
import type { BudgetMember } from './nativeBudget.ts';
import type { LoadedGraph, NativeMemoryCache, OwnedKey } from './nativeMemoryCache.ts';
import { GraphOwner } from './ownerToken.ts';
import { indexEfSearch, indexKnn } from './settings.ts';
import { type SpaceType, spaceOf } from './spaceTypes.ts';
import type { GraphQuery, KnnShardSearcher, ShardCopy, VectorHits } from './types.ts';

const NO_HITS: VectorHits = { docs: new Uint32Array(0), scores: new Float32Array(0) };

/** The folder for graphs of an in-memory shard, below that of its node. */
export function graphFolderName(indexUuid: string, shardId: number | string): string {
  return `${indexUuid}-${shardId}`;
}

/** What a copy uses of its node. */
export interface ShardNode extends Pick<KnnShardSearcher, 'scriptCompiled' | 'scriptQuery' | 'checkEnabled'> {
  readonly cache: NativeMemoryCache;
  readonly counters: KnnCounters;
  readonly memory: BudgetMember;
  readonly store: GraphStore;
  readonly temporaryFolder: Directory;
  load(source: GraphSource, owner: GraphOwner): Promise<LoadedGraph>;
  warn(message: string, fields: LogFields): void;
  /** Graphs with this key prefix are gone. */
  forget(keyPrefix: string): void;
  /** A copy without graphs was closed. */
  released(shard: KnnShard): void;
}

/** A graph to be loaded by a warmup. */
export interface WarmupGraph extends OwnedKey {
  readonly source: GraphSource;
}

interface VectorsKey extends OwnedKey {
  readonly segmentName: string;
  readonly field: string;
}

type SegmentOrigin =
  | { readonly cause: 'refresh'; readonly buffer?: VectorBuffer }
  | { readonly cause: 'merge'; readonly sources?: readonly MergedSource[] }
  | { readonly cause: 'recovery' };

type SegmentEvent = SegmentOrigin & {
  readonly segment: SegmentReader;
  readonly directory: Directory;
  readonly mapper: MapperService;
};

/**
 * The k-NN side of one shard copy: builds graphs when segments are created (as the shard's SegmentListener),
 * searches them through its node's cache, and lists them for warmups.
 */
export class KnnShard implements KnnShardSearcher {
  readonly enabled: boolean;
  /** Prefix of its graphs' cache keys. */
  readonly prefix: string;
  readonly #node: ShardNode;
  readonly #copy: ShardCopy;
  readonly #segments: Directory;
  /** Where graph files are stored: next to the segments, or in a temporary folder if those are in memory. */
  readonly #directory: Directory;
  readonly #besideSegments: boolean;
  #open = true;
  /** Owners of live segments by segment name. */
  readonly #liveOwners = new Map<string, GraphOwner>();
  /** Keys and owners by vectors, including removed segments that a search still holds. */
  readonly #keys = new WeakMap<VectorValues, VectorsKey>();
  /** By index buffer and field; `null` if the graph is built at the refresh. */
  readonly #growing = new Map<VectorBuffer, Map<string, GrowingGraph | null>>();
  #efSearch: { readonly settings: FlatSettings; readonly value: number } | null = null;

  constructor(node: ShardNode, copy: ShardCopy, directory: Directory) {
    this.#node = node;
    this.#copy = copy;
    this.#segments = directory;
    this.#besideSegments = directory.path !== null;
    this.#directory = this.#besideSegments
      ? directory
      : node.temporaryFolder.folder(graphFolderName(copy.indexUuid, copy.shardId));
    this.enabled = settingValue(indexKnn, copy.settings());
    this.prefix = shardPrefix(copy);
  }

  search(query: GraphQuery): VectorHits | Promise<VectorHits> {
    const { vector: info, name } = query.field;
    const vectors = this.enabled ? query.segment.vectors(name) : null;
    if (!info || !vectors || vectors.count === 0) return NO_HITS;
    const space = spaceOf(info);
    if (!space) throw illegalArgument(`Space type [${info.spaceType}] is for the score script only`);
    const source = this.#source(query.segment, name, info, space, vectors);
    return info.engine === 'lucene' ? this.#searchLucene(query, source) : this.#searchGraph(query, source);
  }

  scriptCompiled(): void {
    this.#node.scriptCompiled();
  }

  scriptQuery(event: 'request' | 'error' | 'compilation' | 'compilationError'): void {
    this.#node.scriptQuery(event);
  }

  checkEnabled(): void {
    this.#node.checkEnabled();
  }

  /** Starts or continues growing graphs with the buffer. */
  bufferGrew(buffer: VectorBuffer, mapper: MapperService): void {
    if (!this.enabled || !this.#open) return;
    for (const vectors of buffer.vectors) {
      if (vectors.count < GROW_FROM) continue;
      const growing = this.#growing.get(buffer) ?? new Map<string, GrowingGraph | null>();
      this.#growing.set(buffer, growing);
      if (!growing.has(vectors.field)) growing.set(vectors.field, this.#grow(vectors, mapper));
      growing.get(vectors.field)?.grew();
    }
  }

  bufferDropped(buffer: VectorBuffer): void {
    for (const graph of this.#growing.get(buffer)?.values() ?? []) void graph?.abandon();
    this.#growing.delete(buffer);
  }

  async segmentCreated(event: SegmentEvent): Promise<readonly string[]> {
    if (!this.enabled) return [];
    const { segment, mapper } = event;
    const builds = this.#graphs(segment, mapper).map(({ source }) => this.#build(source, event));
    const outcomes = await Promise.allSettled(builds);
    const names = outcomes.flatMap((outcome) => (outcome.status === 'fulfilled' ? outcome.value : []));
    const failed = outcomes.find((outcome) => outcome.status === 'rejected');
    // Whatever was not handed over to these builds is no longer needed.
    if (event.cause === 'refresh' && event.buffer) this.bufferDropped(event.buffer);
    if (failed) {
      // The segment will not exist, so nothing of it may remain.
      this.#endOwner(segment.name);
      await Promise.all(names.map((name) => this.#directory.delete(name)));
      throw failed.reason;
    }
    return this.#besideSegments ? names : [];
  }

  #build(source: GraphSource, event: SegmentEvent): Promise<readonly string[]> {
    const { store } = this.#node;
    switch (event.cause) {
      case 'recovery':
        return this.#recovered(source);
      case 'merge':
        return store.build(source, this.#node, { sources: event.sources });
      case 'refresh': {
        const growing = event.buffer && this.#growing.get(event.buffer);
        return store.build(source, this.#node, { grown: growing?.get(source.field) });
      }
    }
  }

  #grow(vectors: BufferedVectors, mapper: MapperService): GrowingGraph | null {
    const info = mapper.fields().find(({ name }) => name === vectors.field)?.vector;
    const space = info && info.engine !== 'lucene' ? spaceOf(info) : null;
    return info && space ? this.#node.store.grow({ info, space, vectors }, this.#node) : null;
  }

  /** Graph files are a cache: missing ones are built when first loaded, not while the shard opens. */
  async #recovered(source: GraphSource): Promise<readonly string[]> {
    const { store } = this.#node;
    return this.#besideSegments ? store.files(source) : store.ensure(source, this.#node);
  }

  segmentRemoved(segmentName: string): void {
    if (!this.enabled) return;
    this.#endOwner(segmentName);
    this.#node.forget(`${this.prefix}${segmentName}/`);
    if (!this.#besideSegments) void this.#deleteFiles(segmentName);
  }

  /**
   * The copy was closed: its index is closed or deleted, or it leaves this node. Its graphs stay in memory
   * for now; those being loaded do not enter the cache.
   */
  release(): void {
    this.#open = false;
    for (const owner of this.#liveOwners.values()) owner.end('index_deleted');
    this.#liveOwners.clear();
    for (const buffer of [...this.#growing.keys()]) this.bufferDropped(buffer);
    if (!this.enabled) this.#node.released(this);
  }

  /** Whether a closed copy has lost its files, and with them its graphs; cleans up after it in that case. */
  async isGone(): Promise<boolean> {
    if (this.#open) return false;
    const files = await this.#segments.list();
    if (files.some((name) => !isGraphFile(name))) return false;
    if (!this.#besideSegments) await this.#directory.deleteAll();
    return true;
  }

  /** The graphs of these segments, in order; lucene's are not kept in native memory. */
  warmupGraphs(leaves: readonly SegmentReader[], mapper: MapperService): readonly WarmupGraph[] {
    return this.enabled ? leaves.flatMap((segment) => this.#graphs(segment, mapper)) : [];
  }

  /** A recovered copy may reuse a segment's name, so the key includes a fingerprint of the vectors. */
  #key(segment: SegmentReader, field: string, vectors: VectorValues): OwnedKey {
    const known = this.#keys.get(vectors);
    if (known?.segmentName === segment.name && known.field === field) return known;
    const key = {
      segmentName: segment.name,
      field,
      key: `${this.prefix}${segment.name}/${fingerprintOf(vectors)}/${field}`,
      indexName: this.#copy.indexName,
      owner: known?.owner ?? this.#newOwner(segment),
    };
    this.#keys.set(vectors, key);
    return key;
  }

  #newOwner({ name }: SegmentReader): GraphOwner {
    const owner = this.#liveOwners.get(name) ?? new GraphOwner();
    if (this.#open) this.#liveOwners.set(name, owner);
    else owner.end('index_deleted');
    return owner;
  }

  #endOwner(segmentName: string): void {
    this.#liveOwners.get(segmentName)?.end('segment_gone');
    this.#liveOwners.delete(segmentName);
  }

  #source(
    segment: SegmentReader,
    field: string,
    info: VectorFieldInfo,
    space: SpaceType,
    vectors: VectorValues,
  ): GraphSource {
    return { copy: this.#copy, directory: this.#directory, segment, field, info, space, vectors };
  }

  #graphs(segment: SegmentReader, mapper: MapperService): WarmupGraph[] {
    return mapper.fields().flatMap((field: MappedFieldType) => {
      const { name, vector: info } = field;
      if (!info) return [];
      if (info.engine === 'lucene') markInitialized(this.#node.counters, 'lucene');
      const space = spaceOf(info);
      const vectors = info.engine === 'lucene' ? null : segment.vectors(name);
      if (!space || !vectors || vectors.count === 0) return [];
      const source = this.#source(segment, name, info, space, vectors);
      return [{ ...this.#key(segment, name, vectors), source }];
    });
  }

  #searchGraph(query: GraphQuery, source: GraphSource): VectorHits | Promise<VectorHits> {
    const { counters, cache } = this.#node;
    const { vector } = query;
    const ef = this.#ef();
    counters.graphQueryRequests++;
    try {
      const key = this.#key(source.segment, source.field, source.vectors);
      const hits = cache.use(
        key,
        () => this.#node.load(source, key.owner),
        (graph) => toHits(nearestOf(graph, source, vector, query.k, ef), vector, source),
      );
      return hits instanceof Promise ? hits.catch((error) => this.#failed(error)) : hits;
    } catch (error) {
      return this.#failed(error);
    }
  }

  /** Lucene selects k after deletions and its filter, and keeps no graph in native memory. */
  #searchLucene(query: GraphQuery, source: GraphSource): VectorHits {
    markInitialized(this.#node.counters, 'lucene');
    const { liveDocs } = query.segment;
    const accept = query.filter && liveDocs ? query.filter.clone().and(liveDocs) : (query.filter ?? liveDocs);
    const { vector } = query;
    return toHits(exactNearest(source.space, vector, source.vectors, query.k, accept), vector, source);
  }

  #ef(): number {
    const settings = this.#copy.settings();
    if (this.#efSearch?.settings !== settings) {
      this.#efSearch = { settings, value: settingValue(indexEfSearch, settings) };
    }
    return this.#efSearch.value;
  }

  #failed(error: unknown): never {
    this.#node.counters.graphQueryErrors++;
    throw error;
  }

  async #deleteFiles(segmentName: string): Promise<void> {
    try {
      for (const file of await this.#directory.list()) {
        if (file.startsWith(`${segmentName}_`)) await this.#directory.delete(file);
      }
    } catch (error) {
      const { indexName: index, shardId: shard } = this.#copy;
      const fields = { index, shard, segment: segmentName, error: (error as Error).message };
      this.#node.warn('graph files of a removed segment could not be deleted', fields);
    }
  }
}

/**
 * If ef covers every vector, use exact search: a graph may have unreachable parts, and traversing all of it
 * takes longer than scanning the vectors.
 */
function nearestOf(
  graph: Graph,
  { space, vectors }: GraphSource,
  query: Float32Array,
  k: number,
  ef: number,
) {
  return ef >= vectors.count ? exactNearest(space, query, vectors, k, null) : graph.nearest(query, k, ef);
}

/**
 * Scores are computed from the segment's own vectors, so that they are the same on every machine, for exact
 * search and graphs.
 */
function toHits(ords: Uint32Array, vector: Float32Array, { space, info, vectors }: GraphSource): VectorHits {
  const prepared = space.prepare(vector);
  const docs = new Uint32Array(ords.length);
  const scores = new Float32Array(ords.length);
  for (let i = 0; i < ords.length; i++) {
    docs[i] = vectors.docs[ords[i]];
    const distance = space.distance(prepared, vectors.values, ords[i] * vectors.dimension);
    scores[i] = space.score(distance, info.engine);
  }
  return { docs, scores };
}

/** Prefix of the cache keys of a copy's graphs. */
export function shardPrefix({ indexUuid, shardId }: Pick<ShardCopy, 'indexUuid' | 'shardId'>): string {
  return `${indexUuid}/${shardId}/`;
}
