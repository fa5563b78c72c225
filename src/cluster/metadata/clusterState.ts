import type { FlatSettings, JsonObject } from '../../common/index.ts';
import { isJsonObject } from '../../common/index.ts';

/** All metadata of the cluster as of one change. Immutable; only the StateMachine makes the next one. */
export interface ClusterState {
  /** Incremented by every change. */
  readonly version: number;
  readonly global: GlobalState;
  /** By uuid. */
  readonly indices: ReadonlyMap<string, IndexMetadata>;
  /** Uuids of deleted indices, newest last; their folders may be deleted. */
  readonly graveyard: readonly string[];
}

/** Where the copies of an index are and which of them are in sync; changes when nodes come and go. */
export interface IndexRouting {
  readonly state: 'open' | 'close';
  /** Node of each copy: `copies[shard][0]` is the primary's; null while unassigned. */
  readonly copies: readonly (readonly StoredCopy[])[];
  /**
   * Allocations that have every acknowledged write: only they may become a primary. An allocation that misses a write is
   * removed, durably, before the write is acknowledged.
   */
  readonly inSyncAllocations: ReadonlySet<string>;
  /** By shard. Rises whenever a primary starts, so that (term, sequence number) never means two operations. */
  readonly primaryTerms: readonly number[];
}

/** Everything about an index that is not in its shards. */
export interface IndexMetadata extends IndexRouting {
  readonly name: string;
  readonly uuid: string;
  readonly settings: FlatSettings;
  readonly aliases: ReadonlyMap<string, JsonObject>;
  readonly mapping: JsonObject;
  readonly creationDateMs: number;
  /** Why settings, aliases and mapping could not be read; `null` if they could. */
  readonly damage: string | null;
}

export interface StoredCopy {
  readonly nodeId: string | null;
  readonly allocationId: string | null;
}

/** State that belongs to no index. */
export interface GlobalState {
  readonly clusterUuid: string;
  /** Ids of the virtual nodes, in order; kept even when fewer nodes are started. */
  readonly nodeIds: readonly string[];
  readonly persistentSettings: FlatSettings;
  readonly templates: ReadonlyMap<string, JsonObject>;
  readonly indexTemplates: ReadonlyMap<string, JsonObject>;
  readonly componentTemplates: ReadonlyMap<string, JsonObject>;
  readonly storedScripts: ReadonlyMap<string, JsonObject>;
  readonly ingestPipelines: ReadonlyMap<string, JsonObject>;
  /** Snapshot repositories: `{type, settings}`. */
  readonly repositories: ReadonlyMap<string, JsonObject>;
  /** Voting exclusions. They have no effect in a single process and are only stored to be shown. */
  readonly votingExclusions: readonly JsonObject[];
}

export function parseGlobal(json: JsonObject): GlobalState {
  return {
    clusterUuid: String(json.cluster_uuid),
    nodeIds: json.node_ids as string[],
    persistentSettings: textMap(json.settings),
    templates: objectMap(json.templates),
    indexTemplates: objectMap(json.index_templates),
    componentTemplates: objectMap(json.component_templates),
    storedScripts: objectMap(json.stored_scripts),
    ingestPipelines: objectMap(json.ingest_pipelines),
    repositories: objectMap(json.repositories),
    votingExclusions: Array.isArray(json.voting_exclusions)
      ? json.voting_exclusions.filter(isJsonObject)
      : [],
  };
}

/** The serialised global state. */
export function globalJson(state: GlobalState): object {
  return {
    cluster_uuid: state.clusterUuid,
    node_ids: state.nodeIds,
    settings: Object.fromEntries(state.persistentSettings),
    templates: Object.fromEntries(state.templates),
    index_templates: Object.fromEntries(state.indexTemplates),
    component_templates: Object.fromEntries(state.componentTemplates),
    stored_scripts: Object.fromEntries(state.storedScripts),
    ingest_pipelines: Object.fromEntries(state.ingestPipelines),
    repositories: Object.fromEntries(state.repositories),
    voting_exclusions: state.votingExclusions,
  };
}

/** The serialised metadata. */
export function indexJson(index: IndexMetadata): object {
  return {
    name: index.name,
    uuid: index.uuid,
    creation_date: index.creationDateMs,
    settings: Object.fromEntries(index.settings),
    aliases: Object.fromEntries(index.aliases),
    mapping: index.mapping,
    ...routingJson(index),
  };
}

export function routingJson(index: IndexRouting): object {
  return {
    state: index.state,
    copies: index.copies.map((copies) => copies.map(({ nodeId, allocationId }) => [nodeId, allocationId])),
    in_sync_allocations: [...index.inSyncAllocations],
    primary_terms: index.primaryTerms,
  };
}

export function parseIndex(json: JsonObject): IndexMetadata {
  return { ...parseIndexContent(json), ...parseRouting(json) };
}

export function parseIndexContent(json: JsonObject): Omit<IndexMetadata, keyof IndexRouting> {
  return {
    name: String(json.name),
    uuid: String(json.uuid),
    creationDateMs: Number(json.creation_date),
    settings: textMap(json.settings),
    aliases: objectMap(json.aliases),
    mapping: json.mapping as JsonObject,
    damage: null,
  };
}

export function parseRouting(json: JsonObject): IndexRouting {
  const stored = json.copies as [string | null, string | null][][];
  const copies = stored.map((shard) => shard.map(([nodeId, allocationId]) => ({ nodeId, allocationId })));
  return {
    state: json.state === 'close' ? 'close' : 'open',
    copies,
    // Files of the first versions lack this member: all copies were in sync then.
    inSyncAllocations: json.in_sync_allocations
      ? new Set(json.in_sync_allocations as string[])
      : allocationsOf(copies),
    primaryTerms: json.primary_terms as number[],
  };
}

/**
 * Stands in for an index whose own file cannot be read: enough to list it, name its shards, and delete it.
 */
export function damagedIndex(
  name: string,
  uuid: string,
  routing: IndexRouting,
  damage: string,
): IndexMetadata {
  const replicas = Math.max(0, (routing.copies[0]?.length ?? 1) - 1);
  return {
    name,
    uuid,
    creationDateMs: 0,
    settings: new Map([
      ['index.number_of_shards', String(routing.copies.length)],
      ['index.number_of_replicas', String(replicas)],
      ['index.provided_name', name],
      ['index.uuid', uuid],
    ]),
    aliases: new Map(),
    mapping: {},
    damage,
    state: routing.state,
    copies: routing.copies,
    inSyncAllocations: routing.inSyncAllocations,
    primaryTerms: routing.primaryTerms,
  };
}

export function allocationsOf(copies: readonly (readonly StoredCopy[])[]): ReadonlySet<string> {
  return new Set(copies.flat().flatMap(({ allocationId }) => allocationId ?? []));
}

function textMap(value: unknown): FlatSettings {
  return new Map(isJsonObject(value) ? Object.entries(value).map(([key, text]) => [key, String(text)]) : []);
}

function objectMap(value: unknown): ReadonlyMap<string, JsonObject> {
  return new Map(isJsonObject(value) ? (Object.entries(value) as [string, JsonObject][]) : []);
}
