import { isJsonObject, type JsonObject, type Mutex, OpenSearchError } from '../../common/index.ts';
import { CorruptFileError, type Directory, NoSuchFileError } from '../../directory/index.ts';
import type { GlobalState, IndexMetadata } from '../metadata/clusterState.ts';
import { globalJson, indexJson, parseGlobal, parseIndex } from '../metadata/clusterState.ts';
import { readState, replaceState, writeState } from '../metadata/stateFile.ts';

/** An index in a snapshot. */
export interface SnapshotIndex {
  readonly metadata: IndexMetadata;
  /** One entry per shard. */
  readonly files: readonly { readonly count: number; readonly sizeBytes: number }[];
}

/** A snapshot in its repository. */
export interface Snapshot {
  readonly name: string;
  readonly uuid: string;
  readonly includeGlobalState: boolean;
  readonly startTimeMs: number;
  readonly endTimeMs: number;
  /** The user's metadata; `null` if none. */
  readonly metadata: JsonObject | null;
  readonly indices: readonly SnapshotIndex[];
  readonly global: GlobalState | null;
}

export const SNAPSHOT_PREFIX = 'snapshot-';

/**
 * The file that lists all snapshots, so that a missing snapshot file is noticed. The first versions had none.
 */
export const REPOSITORY_INDEX = 'index';

/** Shared by all objects for the same repository. */
export interface SharedRepositoryState {
  /** Serialises changes of the index. */
  readonly changes: Mutex;
  /** Uuids of snapshots being written. */
  readonly unfinished: ReadonlySet<string>;
}

/**
 * A folder of snapshots: a state file for each, an index of their names, and folders with copies of their
 * shards.
 */
export class SnapshotRepository {
  readonly name: string;
  readonly #directory: Directory;
  readonly #shared: SharedRepositoryState;

  constructor(name: string, directory: Directory, shared: SharedRepositoryState) {
    this.name = name;
    this.#directory = directory;
    this.#shared = shared;
  }

  /** Initialises the folder, unless it is a repository already. */
  async create(): Promise<void> {
    await this.#shared.changes.run(async () => {
      if ((await readNames(this.#directory)) !== null) return;
      await this.#writeNames(await snapshotNames(this.#directory));
    });
  }

  /**
   * Oldest first. Throws corrupt_index_exception if the folder or a snapshot's file is missing or damaged.
   */
  async list(): Promise<readonly Snapshot[]> {
    const names = (await this.#known()) ?? (await snapshotNames(this.#directory));
    const found = await Promise.all(names.map((name) => this.#read(snapshotFile(name))));
    return found.sort((a, b) => a.startTimeMs - b.startTimeMs);
  }

  /** Throws snapshot_missing_exception. */
  async get(name: string): Promise<Snapshot> {
    if (!(await this.has(name))) throw snapshotMissing(this.name, name);
    return this.#read(snapshotFile(name));
  }

  /** The names in the index; `null` for a folder of the first versions, which has snapshots but no index. */
  async #known(): Promise<readonly string[] | null> {
    const names = await this.#guarded(() => readNames(this.#directory));
    if (names !== null || (await snapshotNames(this.#directory)).length > 0) return names;
    throw new OpenSearchError(
      'corrupt_index_exception',
      `[${this.name}] the repository's folder has no index: restore the folder, or create the repository again`,
    );
  }

  async #writeNames(snapshots: readonly string[]): Promise<void> {
    const temporary = `${REPOSITORY_INDEX}.tmp`;
    await writeState(this.#directory, REPOSITORY_INDEX, { snapshots }, temporary);
    await replaceState(this.#directory, temporary, REPOSITORY_INDEX);
  }

  async #guarded<T>(task: () => Promise<T>): Promise<T> {
    try {
      return await task();
    } catch (error) {
      const missing = error instanceof NoSuchFileError;
      if (!missing && !(error instanceof CorruptFileError)) throw error;
      throw new OpenSearchError('corrupt_index_exception', `[${this.name}] ${error.message}`);
    }
  }

  #read(file: string): Promise<Snapshot> {
    return this.#guarded(async () => parseSnapshot((await readState(this.#directory, file)) as JsonObject));
  }

  async has(name: string): Promise<boolean> {
    const names = await this.#known();
    return names?.includes(name) ?? this.#directory.exists(snapshotFile(name));
  }

  /** The snapshot exists once this resolves. */
  async put(snapshot: Snapshot): Promise<void> {
    const file = snapshotFile(snapshot.name);
    const content = {
      // The repository has an index file: if it is missing, it was lost.
      indexed: true,
      name: snapshot.name,
      uuid: snapshot.uuid,
      include_global_state: snapshot.includeGlobalState,
      start_time: snapshot.startTimeMs,
      end_time: snapshot.endTimeMs,
      metadata: snapshot.metadata,
      indices: snapshot.indices.map(({ metadata, files }) => ({ metadata: indexJson(metadata), files })),
      global: snapshot.global && globalJson(snapshot.global),
    };
    await writeState(this.#directory, file, content, `${file}.tmp`);
    await replaceState(this.#directory, `${file}.tmp`, file);
    await this.#shared.changes.run(async () => {
      const names = (await this.#known()) ?? (await snapshotNames(this.#directory));
      await this.#writeNames([...new Set([...names, snapshot.name])]);
    });
  }

  async delete(snapshot: Snapshot): Promise<void> {
    await this.#shared.changes.run(async () => {
      const names = (await this.#known()) ?? (await snapshotNames(this.#directory));
      await this.#writeNames(names.filter((name) => name !== snapshot.name));
    });
    await this.#directory.delete(snapshotFile(snapshot.name));
    await this.#directory.syncFolder();
    await this.#directory.folder(snapshot.uuid).deleteAll();
  }

  shard(snapshotUuid: string, indexUuid: string, shardId: number): Directory {
    return this.#directory.folder(snapshotUuid).folder(indexUuid).folder(String(shardId));
  }

  /**
   * Deletes the folders of snapshots that were never finished and are not being written now. Returns how
   * many.
   */
  async cleanUp(): Promise<number> {
    const folders = await this.#directory.listFolders();
    // Read `unfinished` first: a snapshot finished meanwhile is then in the list.
    const known = new Set(this.#shared.unfinished);
    for (const { uuid } of await this.list()) known.add(uuid);
    const stale = folders.filter((folder) => !known.has(folder));
    await Promise.all(stale.map((folder) => this.#directory.folder(folder).deleteAll()));
    return stale.length;
  }
}

/** The file of a snapshot. */
export function snapshotFile(name: string): string {
  return SNAPSHOT_PREFIX + encodeURIComponent(name);
}

/** Names of the snapshots whose files exist. */
async function snapshotNames(directory: Directory): Promise<readonly string[]> {
  return (await directory.list())
    .filter((file) => file.startsWith(SNAPSHOT_PREFIX) && !file.endsWith('.tmp'))
    .map((file) => decodeURIComponent(file.slice(SNAPSHOT_PREFIX.length)));
}

/** The names in the index of a repository's folder; `null` if it has none. Throws CorruptFileError. */
export async function readNames(directory: Directory): Promise<readonly string[] | null> {
  if (!(await directory.exists(REPOSITORY_INDEX))) return null;
  return ((await readState(directory, REPOSITORY_INDEX)) as { snapshots: string[] }).snapshots;
}

/** Parses what `put` has written. */
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
