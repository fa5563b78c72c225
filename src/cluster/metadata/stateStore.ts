import type { FlatSettings, JsonObject } from '../../common/index.ts';
import { isJsonObject } from '../../common/index.ts';
import type { Directory } from '../../directory/index.ts';
import { readState, writeState } from './stateFile.ts';

/** Everything of an index that is not in its shards. */
export interface IndexMetadata {
  readonly name: string;
  readonly uuid: string;
  readonly settings: FlatSettings;
  readonly aliases: ReadonlyMap<string, JsonObject>;
  readonly mapping: JsonObject;
  readonly state: 'open' | 'close';
  readonly creationDateMs: number;
  /** Node of each copy: `copies[shard][0]` is the primary's; null while unassigned. */
  readonly copies: readonly (readonly StoredCopy[])[];
  /**
   * Allocations that have every acknowledged write: only they may become a primary. It is durable before a write is
   * acknowledged that one of them misses.
   */
  readonly inSyncAllocations: ReadonlySet<string>;
  readonly primaryTerms: readonly number[];
}

export interface StoredCopy {
  readonly nodeId: string | null;
  readonly allocationId: string | null;
}

/** What belongs to no index. */
export interface GlobalState {
  readonly clusterUuid: string;
  /** Ids of the virtual nodes, in order; more are kept when fewer are started. */
  readonly nodeIds: readonly string[];
  readonly persistentSettings: FlatSettings;
  readonly templates: ReadonlyMap<string, JsonObject>;
  readonly indexTemplates: ReadonlyMap<string, JsonObject>;
  readonly componentTemplates: ReadonlyMap<string, JsonObject>;
  readonly storedScripts: ReadonlyMap<string, JsonObject>;
  readonly ingestPipelines: ReadonlyMap<string, JsonObject>;
  /** Snapshot repositories: `{type, settings}`. */
  readonly repositories: ReadonlyMap<string, JsonObject>;
}

export const GLOBAL = 'global';
const INDEX_PREFIX = 'index-';

/** The cluster state on disk: one file for the whole, one for each index. */
export class StateStore {
  readonly #directory: Directory;
  /** Indices that must not be there any more, but whose file may: taking it away has failed. */
  readonly #doubtful = new Set<string>();

  constructor(directory: Directory) {
    this.#directory = directory;
  }

  async readGlobal(): Promise<GlobalState | null> {
    if (!(await this.#directory.exists(GLOBAL))) return null;
    const json = (await readState(this.#directory, GLOBAL)) as JsonObject;
    return parseGlobal(json);
  }

  writeGlobal(state: GlobalState): Promise<void> {
    return writeState(this.#directory, GLOBAL, globalJson(state));
  }

  async readIndices(): Promise<readonly IndexMetadata[]> {
    const names = (await this.#directory.list()).filter((name) => isIndexFile(name));
    return Promise.all(names.map((name) => this.readIndex(name)));
  }

  /** Throws CorruptFileError, NoSuchFileError. */
  async readIndex(fileName: string): Promise<IndexMetadata> {
    return parseIndex((await readState(this.#directory, fileName)) as JsonObject);
  }

  writeIndex(index: IndexMetadata): Promise<void> {
    return writeState(this.#directory, INDEX_PREFIX + index.uuid, indexJson(index));
  }

  /**
   * A new index: its file, and what `open` does, or neither. Rejects while the file of an index that is gone cannot be
   * taken away: at the next start there would be two indices of one name.
   */
  async addIndex(index: IndexMetadata, open: () => Promise<void>): Promise<void> {
    for (const uuid of this.#doubtful) await this.deleteIndex(uuid);
    try {
      await this.writeIndex(index);
      await open();
    } catch (error) {
      await this.deleteIndex(index.uuid).catch(() => undefined);
      throw error;
    }
  }

  /** The index is gone once this resolves; when it rejects, it may be there at the next start. */
  async deleteIndex(uuid: string): Promise<void> {
    this.#doubtful.add(uuid);
    await this.#directory.delete(INDEX_PREFIX + uuid);
    await this.#directory.syncFolder();
    this.#doubtful.delete(uuid);
  }
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
  };
}

/** The state as it is written. */
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
  };
}

/** The metadata as it is written. */
export function indexJson(index: IndexMetadata): object {
  return {
    name: index.name,
    uuid: index.uuid,
    state: index.state,
    creation_date: index.creationDateMs,
    settings: Object.fromEntries(index.settings),
    aliases: Object.fromEntries(index.aliases),
    mapping: index.mapping,
    copies: index.copies.map((copies) => copies.map(({ nodeId, allocationId }) => [nodeId, allocationId])),
    in_sync_allocations: [...index.inSyncAllocations],
    primary_terms: index.primaryTerms,
  };
}

/** Whether a file of the state's folder is that of an index. */
export function isIndexFile(name: string): boolean {
  return name.startsWith(INDEX_PREFIX) && !name.endsWith('.tmp');
}

export function parseIndex(json: JsonObject): IndexMetadata {
  const stored = json.copies as [string | null, string | null][][];
  const copies = stored.map((shard) => shard.map(([nodeId, allocationId]) => ({ nodeId, allocationId })));
  return {
    name: String(json.name),
    uuid: String(json.uuid),
    state: json.state === 'close' ? 'close' : 'open',
    creationDateMs: Number(json.creation_date),
    settings: textMap(json.settings),
    aliases: objectMap(json.aliases),
    mapping: json.mapping as JsonObject,
    copies,
    // Files of earlier versions do not say: all were taken for whole.
    inSyncAllocations: json.in_sync_allocations
      ? new Set(json.in_sync_allocations as string[])
      : allocationsOf(copies),
    primaryTerms: json.primary_terms as number[],
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
