import type { AnalysisRegistry } from '../analysis/index.ts';
import type { Extensions, FlatSettings, JsonObject } from '../common/index.ts';
import type { Directory } from '../directory/index.ts';
import type { MapperService } from '../mapper/index.ts';
import type { AppliedOperation, IndexShard } from '../shard/index.ts';

/** A shard copy on a virtual node. */
export interface ShardRouting {
  readonly shardId: number;
  readonly primary: boolean;
  /** `null` when unassigned. */
  readonly nodeId: string | null;
  readonly allocationId: string | null;
  readonly state: 'STARTED' | 'UNASSIGNED' | 'INITIALIZING';
  /** The stopped node with which an unassigned copy is expected back. */
  readonly leftWith?: string;
  /**
   * Why the copy is not started. Set for every unassigned copy, and for one that has failed and is being
   * reopened.
   */
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
  /** `[index][shard] nodes/<node>/<uuid>/<shard>: what`; `null` if the reason is sufficient. */
  readonly details: string | null;
}

export interface ShardHandle {
  readonly routing: ShardRouting;
  /** `null` when unassigned. */
  readonly shard: IndexShard | null;
  /** Data that plugins attach to the copy. */
  readonly extensions: Extensions;
}

/** An index: metadata and services. Settings, aliases and mapping change; the object stays the same. */
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
  /** The shard for a document: MurmurHash3 of its routing (or id). */
  shardFor(id: string, routing: string | null): number;
  /** One copy per shard to search, chosen by preference. */
  searchCopies(preference: string | null): readonly ShardHandle[];
}

export interface IndicesOptions {
  readonly ignoreUnavailable: boolean;
  readonly allowNoIndices: boolean;
  readonly expandWildcards: readonly ('open' | 'closed' | 'hidden' | 'none' | 'all')[];
  /** Naming a closed index is an error. */
  readonly forbidClosed: boolean;
  /** What index_not_found calls the resource: index_or_alias for searches, index_expression for documents. */
  readonly resourceType: 'index_or_alias' | 'index_expression';
  /** Deleting an index by an alias is an error. */
  readonly forbidAliases?: boolean;
  /** Ignores data streams: the request is about indices themselves. */
  readonly excludeDataStreams?: boolean;
}

/** An index as resolved for a request: an alias may add a filter and routing. */
export interface ResolvedIndex {
  readonly index: IndexService;
  /** Filters of the aliases that it was reached by; `null` if it was also reached without a filter. */
  readonly aliasFilters: readonly JsonObject[] | null;
  readonly searchRouting: readonly string[] | null;
}

export interface IndexResolver {
  /** `a,b*,-c`, aliases, `_all`, date math. Throws index_not_found, index_closed, cluster_block errors. */
  resolve(expression: string | null, options: IndicesOptions): readonly ResolvedIndex[];
}

/** Events that an open copy reports to its group. */
export interface CopyEvents {
  /**
   * Called for each operation that the copy applies as a primary, in order, in the turn in which it is
   * applied.
   */
  readonly onOperation: (applied: AppliedOperation) => void;
  /** The shard has failed and closed; it will try to reopen. */
  readonly onFailed: (error: Error) => void;
  /** Returns the primary term for a copy that reopens after a failure; durable when it resolves. */
  readonly nextTerm: () => Promise<number>;
  /** The copy is open again, but accepts no writes until this resolves. */
  readonly beforeReopened: () => Promise<void>;
  /** The copy accepts writes again. It may lag behind the others, or they behind it. */
  readonly onReopened: () => void;
  /** The copy could not be reopened. Return true to give up. */
  readonly onReopenFailed: (error: Error) => boolean;
}

/** What is needed to open one copy of a shard. */
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
  /** The current index settings. */
  readonly settings: () => FlatSettings;
  /** Merges new fields into the mapping and makes them durable. */
  readonly onMappingUpdate: (update: JsonObject) => Promise<void>;
}

export interface OpenedShard {
  readonly shard: IndexShard;
  /** Data that plugins attach to the copy. */
  readonly extensions: Extensions;
  readonly applySettings: (settings: FlatSettings) => void;
  /** The copy leaves its node: it is closed, or deleted with its index. */
  readonly release: () => void;
}

/** The factories for the parts of an index, provided by `node/`. */
export interface IndexComponents {
  /** Throws illegal_argument for invalid analyzers. */
  createAnalysis(settings: FlatSettings): AnalysisRegistry;
  createMapper(options: {
    readonly indexName: string;
    readonly analysis: AnalysisRegistry;
    readonly settings: () => FlatSettings;
  }): MapperService;
  openShard(opening: ShardOpening): Promise<OpenedShard>;
}
