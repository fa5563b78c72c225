import { isJsonObject, type JsonObject, OpenSearchError } from '../../common/index.ts';
import { CorruptFileError, type Directory } from '../../directory/index.ts';
import { readState, writeState } from '../metadata/stateFile.ts';
import type { GlobalState, IndexMetadata } from '../metadata/stateStore.ts';
import { globalJson, indexJson, parseGlobal, parseIndex } from '../metadata/stateStore.ts';

/** An index as a snapshot holds it. */
export interface SnapshotIndex {
  readonly metadata: IndexMetadata;
  /** Of each shard. */
  readonly files: readonly { readonly count: number; readonly sizeBytes: number }[];
}

/** A snapshot as its repository holds it. */
export interface Snapshot {
  readonly name: string;
  readonly uuid: string;
  readonly includeGlobalState: boolean;
  readonly startTimeMs: number;
  readonly endTimeMs: number;
  /** What the user wrote beside it; null for nothing. */
  readonly metadata: JsonObject | null;
  readonly indices: readonly SnapshotIndex[];
  readonly global: GlobalState | null;
}

export const SNAPSHOT_PREFIX = 'snapshot-';

/** A folder of snapshots: a state file for each, and a folder with copies of its shards. */
export class SnapshotRepository {
  readonly name: string;
  readonly #directory: Directory;

  constructor(name: string, directory: Directory) {
    this.name = name;
    this.#directory = directory;
  }

  /** Names, oldest first. */
  async list(): Promise<readonly Snapshot[]> {
    const files = (await this.#directory.list()).filter(
      (file) => file.startsWith(SNAPSHOT_PREFIX) && !file.endsWith('.tmp'),
    );
    const found = await Promise.all(files.map((file) => this.#read(file)));
    return found.sort((a, b) => a.startTimeMs - b.startTimeMs);
  }

  /** Throws snapshot_missing_exception. */
  async get(name: string): Promise<Snapshot> {
    const file = SNAPSHOT_PREFIX + encodeURIComponent(name);
    if (!(await this.#directory.exists(file))) throw snapshotMissing(this.name, name);
    return this.#read(file);
  }

  async #read(file: string): Promise<Snapshot> {
    try {
      return parseSnapshot((await readState(this.#directory, file)) as JsonObject);
    } catch (error) {
      if (!(error instanceof CorruptFileError)) throw error;
      throw new OpenSearchError('corrupt_index_exception', `[${this.name}] ${error.message}`);
    }
  }

  async has(name: string): Promise<boolean> {
    return this.#directory.exists(SNAPSHOT_PREFIX + encodeURIComponent(name));
  }

  /** The snapshot is there once this resolves. */
  async put(snapshot: Snapshot): Promise<void> {
    await writeState(this.#directory, SNAPSHOT_PREFIX + encodeURIComponent(snapshot.name), {
      name: snapshot.name,
      uuid: snapshot.uuid,
      include_global_state: snapshot.includeGlobalState,
      start_time: snapshot.startTimeMs,
      end_time: snapshot.endTimeMs,
      metadata: snapshot.metadata,
      indices: snapshot.indices.map(({ metadata, files }) => ({ metadata: indexJson(metadata), files })),
      global: snapshot.global && globalJson(snapshot.global),
    });
  }

  async delete(snapshot: Snapshot): Promise<void> {
    await this.#directory.delete(SNAPSHOT_PREFIX + encodeURIComponent(snapshot.name));
    await this.#directory.syncFolder();
    await this.#directory.folder(snapshot.uuid).deleteAll();
  }

  shard(snapshotUuid: string, indexUuid: string, shardId: number): Directory {
    return this.#directory.folder(snapshotUuid).folder(indexUuid).folder(String(shardId));
  }

  /** Deletes the folders of snapshots that were never finished. Returns how many. */
  async cleanUp(): Promise<number> {
    const known = new Set((await this.list()).map(({ uuid }) => uuid));
    const stale = (await this.#directory.listFolders()).filter((folder) => !known.has(folder));
    await Promise.all(stale.map((folder) => this.#directory.folder(folder).deleteAll()));
    return stale.length;
  }
}

/** Reads back what `put` has written. */
export function parseSnapshot(json: JsonObject): Snapshot {
  const indices = json.indices as { metadata: JsonObject; files: { count: number; sizeBytes: number }[] }[] &
    JsonObject[];
  return {
    name: String(json.name),
    uuid: String(json.uuid),
    includeGlobalState: json.include_global_state === true,
    startTimeMs: Number(json.start_time),
    endTimeMs: Number(json.end_time),
    metadata: isJsonObject(json.metadata) ? json.metadata : null,
    indices: indices.map(({ metadata, files }) => ({ metadata: parseIndex(metadata), files })),
    global: isJsonObject(json.global) ? parseGlobal(json.global) : null,
  };
}

export function snapshotMissing(repository: string, name: string): OpenSearchError {
  return new OpenSearchError('snapshot_missing_exception', `[${repository}:${name}] is missing`);
}
