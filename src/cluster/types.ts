import type { AnalysisRegistry } from '../analysis/index.ts';
import type { Extensions, FlatSettings, JsonObject } from '../common/index.ts';
import type { Directory } from '../directory/index.ts';
import type { MapperService } from '../mapper/index.ts';
import type { AppliedOperation, IndexShard } from '../shard/index.ts';

/** A shard copy on a virtual node. */
export interface ShardRouting {
  readonly shardId: number;
  readonly primary: boolean;
  /** null: unassigned. */
  readonly nodeId: string | null;
  readonly allocationId: string | null;
  readonly state: 'STARTED' | 'UNASSIGNED' | 'INITIALIZING';
  /** The stopped node that an unassigned copy is expected back with. */
  readonly leftWith?: string;
  /** Why the copy is not started. Set for every unassigned copy, and for one that has failed and is being opened again. */
  readonly unassigned?: UnassignedInfo;
}

export type UnassignedReason =
  | 'INDEX_CREATED'
  | 'CLUSTER_RECOVERED'
  | 'NODE_LEFT'
  | 'ALLOCATION_FAILED'
  | 'REPLICA_ADDED'
  | 'INDEX_REOPENED'
  | 'REROUTE_CANCELLED';

export interface UnassignedInfo {
  readonly reason: UnassignedReason;
  readonly sinceMs: number;
  /** `[index][shard] nodes/<node>/<uuid>/<shard>: what`; null when the reason says all. */
  readonly details: string | null;
}

export interface ShardHandle {
  readonly routing: ShardRouting;
  /** null while unassigned. */
  readonly shard: IndexShard | null;
  /** What plugins keep beside the copy. */
  readonly extensions: Extensions;
}

/** One index: metadata and services. Settings, aliases and mapping change; the object stays. */
export interface IndexService {
  readonly name: string;
  readonly uuid: string;
  readonly settings: FlatSettings;
  readonly aliases: ReadonlyMap<string, JsonObject>;
  readonly state: 'open' | 'close';
  readonly creationDateMs: number;
  readonly mapper: MapperService;
  readonly analysis: AnalysisRegistry;
  readonly numberOfShards: number;
  readonly numberOfReplicas: number;
  /** Every copy, primaries and replicas, assigned or not. */
  readonly copies: readonly ShardHandle[];
  /** The primary copy of a shard. Throws while the index is closed. */
  primary(shardId: number): IndexShard;
  /** The shard for a document: MurmurHash3 of routing (or id), scoring.md. */
  shardFor(id: string, routing: string | null): number;
  /** One copy a shard to search, by preference; with what plugins keep beside it. */
  searchCopies(preference: string | null): readonly ShardHandle[];
}

export interface IndicesOptions {
  readonly ignoreUnavailable: boolean;
  readonly allowNoIndices: boolean;
  readonly expandWildcards: readonly ('open' | 'closed' | 'hidden' | 'none' | 'all')[];
  /** Closed indices named explicitly are an error. */
  readonly forbidClosed: boolean;
  /** How index_not_found names the resource: searches say index_or_alias, documents index_expression. */
  readonly resourceType: 'index_or_alias' | 'index_expression';
  /** Deleting an index by the name of an alias is an error. */
  readonly forbidAliases?: boolean;
  /** Data streams are not seen: the request is about indices themselves. */
  readonly excludeDataStreams?: boolean;
}

/** An index as a request sees it: through an alias there may be a filter and routing. */
export interface ResolvedIndex {
  readonly index: IndexService;
  /** Filters of the aliases it was reached by; null when it was reached unfiltered. */
  readonly aliasFilters: readonly JsonObject[] | null;
  readonly searchRouting: readonly string[] | null;
}

export interface IndexResolver {
  /** `a,b*,-c`, aliases, `_all`, date math. Throws index_not_found, index_closed, cluster_block errors. */
  resolve(expression: string | null, options: IndicesOptions): readonly ResolvedIndex[];
}

/** What an open copy reports to its group. */
export interface CopyEvents {
  /** Called with each operation that the copy decides as a primary, in order, in the turn in which it is applied. */
  readonly onOperation: (applied: AppliedOperation) => void;
  /** The shard has failed and closed itself; it will open itself again. */
  readonly onFailed: (error: Error) => void;
  /** The primary term of a copy that opens itself again after a failure; durable when it resolves. */
  readonly nextTerm: () => Promise<number>;
  /** The copy is open again; it takes no writes before this resolves. */
  readonly beforeReopened: () => Promise<void>;
  /** The copy takes writes again. It may lag behind the others, or they behind it. */
  readonly onReopened: () => void;
  /** The copy could not be opened again. True: there are no more attempts. */
  readonly onReopenFailed: (error: Error) => boolean;
}

/** What opening one copy of a shard needs. */
export interface ShardOpening extends CopyEvents {
  readonly indexName: string;
  readonly indexUuid: string;
  readonly shardId: number;
  readonly primary: boolean;
  readonly nodeId: string;
  readonly primaryTerm: number;
  readonly directory: Directory;
  readonly mapper: MapperService;
  readonly analysis: AnalysisRegistry;
  /** The index settings of the moment. */
  readonly settings: () => FlatSettings;
  /** Merges new fields into the mapping and makes them durable. */
  readonly onMappingUpdate: (update: JsonObject) => Promise<void>;
}

export interface OpenedShard {
  readonly shard: IndexShard;
  /** What plugins keep beside the copy. */
  readonly extensions: Extensions;
  readonly applySettings: (settings: FlatSettings) => void;
  /** The copy leaves its node: closed, or deleted with its index. */
  readonly release: () => void;
}

/** The rooms an index is made of, put together by `node/`. */
export interface IndexComponents {
  /** Throws illegal_argument for analyzers that cannot be built. */
  createAnalysis(settings: FlatSettings): AnalysisRegistry;
  createMapper(options: {
    readonly indexName: string;
    readonly analysis: AnalysisRegistry;
    readonly settings: () => FlatSettings;
  }): MapperService;
  openShard(opening: ShardOpening): Promise<OpenedShard>;
}
