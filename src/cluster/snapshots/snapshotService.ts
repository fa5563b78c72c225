import {
  type Clock,
  illegalArgument,
  isPathError,
  type JsonObject,
  Mutex,
  notEmulated,
  OpenSearchError,
  type Random,
  Regex,
  RegexSyntaxError,
  randomUuid,
  storageError,
  wildcardMatches,
} from '../../common/index.ts';
import { copyFolder, type Directory } from '../../directory/index.ts';
import type { LocalIndex } from '../localIndex.ts';
import type { GlobalState, IndexMetadata } from '../metadata/clusterState.ts';
import type { SettingsPatch } from '../settings/flat.ts';
import { patchSettings } from '../settings/flat.ts';
import type { SharedRepositoryState, Snapshot, SnapshotIndex } from './repository.ts';
import { SnapshotRepository, snapshotMissing } from './repository.ts';

/** What snapshots need from the cluster. */
export interface SnapshotCluster {
  readonly global: GlobalState;
  readonly indices: ReadonlyMap<string, LocalIndex>;
  updateGlobal(change: (state: GlobalState) => Partial<GlobalState>): Promise<void>;
  checkNewName(name: string): void;
  deleteIndices(indices: readonly LocalIndex[]): Promise<void>;
  restoreIndex(
    stored: IndexMetadata,
    fill: (shardId: number, folder: Directory) => Promise<void>,
  ): Promise<LocalIndex>;
}

export interface SnapshotOptions {
  readonly clock: Clock;
  readonly random: Random;
  /** The parent folder of repositories. */
  readonly directory: Directory;
}

export interface CreateSnapshot {
  readonly indices: readonly LocalIndex[];
  readonly includeGlobalState: boolean;
  readonly metadata: JsonObject | null;
}

export interface RestoreSnapshot {
  /** Name patterns, with a leading `-` to exclude; `null` for all. */
  readonly indices: readonly string[] | null;
  readonly ignoreUnavailable: boolean;
  readonly includeGlobalState: boolean;
  readonly includeAliases: boolean;
  readonly renamePattern: string | null;
  readonly renameReplacement: string | null;
  readonly settings: SettingsPatch;
}

/** Snapshots of indices in repositories, which are folders below the data folder. */
export class SnapshotService {
  readonly #cluster: SnapshotCluster;
  readonly #options: SnapshotOptions;
  /** Uuids of snapshots being created. */
  readonly #unfinished = new Set<string>();
  readonly #shared: SharedRepositoryState = { changes: new Mutex(), unfinished: this.#unfinished };
  /** Names of snapshots being created, as `repository:name`. */
  readonly #inProgress = new Set<string>();

  constructor(cluster: SnapshotCluster, options: SnapshotOptions) {
    this.#cluster = cluster;
    this.#options = options;
  }

  /** Throws repository_missing_exception, and repository_exception for a location outside the data folder. */
  async repository(name: string): Promise<SnapshotRepository> {
    const json = this.#cluster.global.repositories.get(name);
    if (!json) throw repositoryMissing(name);
    const settings = json.settings as JsonObject;
    return new SnapshotRepository(name, await this.#folder(name, String(settings.location)), this.#shared);
  }

  /** Throws repository_exception for an unsupported type or location. */
  async putRepository(name: string, type: string, settings: JsonObject): Promise<void> {
    if (/[\s,"*\\<>|?/#]/.test(name)) {
      throw repositoryError(
        name,
        'a repository name may not contain spaces and the characters [,"*\\<>|?/#]',
      );
    }
    if (type !== 'fs') {
      if (['url', 's3', 'gcs', 'azure', 'hdfs', 'source'].includes(type))
        throw notEmulated(`the repository type [${type}]`);
      throw repositoryError(name, `repository type [${type}] does not exist`);
    }
    if (settings.location === undefined || settings.location === null) {
      throw repositoryError(name, 'missing location');
    }
    const folder = await this.#folder(name, String(settings.location));
    await new SnapshotRepository(name, folder, this.#shared).create().catch((error) => {
      if (!isPathError(error)) throw error;
      throw repositoryError(
        name,
        `location [${settings.location}] cannot be created: ${storageError(error)?.reason}`,
      );
    });
    await this.#cluster.updateGlobal((state) => ({
      repositories: new Map([...state.repositories, [name, { type, settings }]]),
    }));
  }

  /** The repositories matching the patterns. Throws repository_missing_exception for an unknown name. */
  repositories(patterns: readonly string[]): ReadonlyMap<string, JsonObject> {
    const all = this.#cluster.global.repositories;
    const found = new Map<string, JsonObject>();
    for (const pattern of patterns) {
      const names = [...all.keys()].filter((name) => pattern === '_all' || wildcardMatches(pattern, name));
      if (names.length === 0 && pattern !== '_all' && !pattern.includes('*'))
        throw repositoryMissing(pattern);
      for (const name of names) found.set(name, all.get(name) as JsonObject);
    }
    return found;
  }

  /** Finds snapshots by names and patterns, `_all` and `_current`. Throws snapshot_missing_exception. */
  async find(
    repository: string,
    patterns: readonly string[],
    ignoreUnavailable: boolean,
  ): Promise<readonly Snapshot[]> {
    const all = await (await this.repository(repository)).list();
    const wanted = new Set<Snapshot>();
    for (const pattern of patterns) {
      if (pattern === '_current') continue;
      const found = all.filter(({ name }) => pattern === '_all' || wildcardMatches(pattern, name));
      if (found.length === 0 && pattern !== '_all' && !pattern.includes('*') && !ignoreUnavailable) {
        throw snapshotMissing(repository, pattern);
      }
      for (const snapshot of found) wanted.add(snapshot);
    }
    return all.filter((snapshot) => wanted.has(snapshot));
  }

  /** Validates the name and creates the snapshot. */
  async create(repositoryName: string, name: string, request: CreateSnapshot): Promise<Snapshot> {
    const repository = await this.repository(repositoryName);
    checkSnapshotName(repositoryName, name);
    return this.#alone(repositoryName, name, (uuid) => this.#take(repository, name, uuid, request));
  }

  async #take(
    repository: SnapshotRepository,
    name: string,
    uuid: string,
    request: CreateSnapshot,
  ): Promise<Snapshot> {
    const { clock } = this.#options;
    await this.#checkAbsent(repository, name);
    const startTimeMs = clock.nowMs();
    const indices: SnapshotIndex[] = [];
    for (const index of request.indices) {
      const files: { count: number; sizeBytes: number }[] = [];
      for (let shard = 0; shard < index.numberOfShards; shard++) {
        const target = repository.shard(uuid, index.uuid, shard);
        await index.copyShard(shard, target);
        files.push(await folderSize(target));
      }
      indices.push({ metadata: { ...index.metadata, mapping: index.mapper.toJson() }, files });
    }
    const snapshot: Snapshot = {
      name,
      uuid,
      includeGlobalState: request.includeGlobalState,
      startTimeMs,
      endTimeMs: clock.nowMs(),
      metadata: request.metadata,
      indices,
      global: request.includeGlobalState ? this.#cluster.global : null,
    };
    await repository.put(snapshot);
    return snapshot;
  }

  /**
   * Runs a task that creates a snapshot, passing it a uuid. Throws invalid_snapshot_name_exception while
   * another request creates one of that name.
   */
  async #alone<T>(repository: string, name: string, task: (uuid: string) => Promise<T>): Promise<T> {
    const key = `${repository}:${name}`;
    if (this.#inProgress.has(key)) {
      throw invalidName(repository, name, 'snapshot with the same name is already in-progress');
    }
    const uuid = randomUuid(this.#options.random);
    this.#inProgress.add(key);
    this.#unfinished.add(uuid);
    try {
      return await task(uuid);
    } finally {
      this.#inProgress.delete(key);
      this.#unfinished.delete(uuid);
    }
  }

  /** Creates a snapshot from some indices of another one in the same repository. */
  async clone(
    repositoryName: string,
    source: string,
    target: string,
    patterns: readonly string[],
  ): Promise<void> {
    const repository = await this.repository(repositoryName);
    checkSnapshotName(repositoryName, target);
    await this.#alone(repositoryName, target, (uuid) =>
      this.#copy(repository, source, { name: target, uuid }, patterns),
    );
  }

  async #copy(
    repository: SnapshotRepository,
    source: string,
    target: Pick<Snapshot, 'name' | 'uuid'>,
    patterns: readonly string[],
  ): Promise<void> {
    const snapshot = await repository.get(source);
    await this.#checkAbsent(repository, target.name);
    const indices = selected(snapshot, patterns, false);
    for (const { metadata, files } of indices) {
      for (const shard of files.keys()) {
        await copyFolder(
          repository.shard(snapshot.uuid, metadata.uuid, shard),
          repository.shard(target.uuid, metadata.uuid, shard),
        );
      }
    }
    const nowMs = this.#options.clock.nowMs();
    await repository.put({ ...snapshot, ...target, indices, startTimeMs: nowMs, endTimeMs: nowMs });
  }

  /** Creates indices from a snapshot and returns them. */
  async restore(
    repositoryName: string,
    name: string,
    request: RestoreSnapshot,
  ): Promise<readonly LocalIndex[]> {
    const repository = await this.repository(repositoryName);
    if (!(await repository.has(name))) {
      throw new OpenSearchError(
        'snapshot_restore_exception',
        `[${repositoryName}:${name}] snapshot does not exist`,
      );
    }
    const snapshot = await repository.get(name);
    const indices = selected(snapshot, request.indices ?? ['*'], request.ignoreUnavailable);
    const rename = renamer(request);
    const where = `[${repositoryName}:${name}/${snapshot.uuid}]`;
    const targets = indices.map((index) => ({ index, name: rename(index.metadata.name) }));
    for (const target of targets) this.#checkTarget(where, target.name);
    const restored: LocalIndex[] = [];
    for (const { index, name: target } of targets) {
      const existing = this.#cluster.indices.get(target);
      if (existing) await this.#cluster.deleteIndices([existing]);
      const settings = patchSettings(index.metadata.settings, request.settings);
      const aliases = request.includeAliases ? index.metadata.aliases : new Map<string, JsonObject>();
      const metadata = { ...index.metadata, name: target, settings, aliases, state: 'open' as const };
      restored.push(
        await this.#cluster.restoreIndex(metadata, (shard, folder) =>
          copyFolder(repository.shard(snapshot.uuid, index.metadata.uuid, shard), folder),
        ),
      );
    }
    if (request.includeGlobalState && snapshot.global) {
      const { templates, indexTemplates, componentTemplates, storedScripts, ingestPipelines } =
        snapshot.global;
      await this.#cluster.updateGlobal(() => ({
        templates,
        indexTemplates,
        componentTemplates,
        storedScripts,
        ingestPipelines,
      }));
    }
    return restored;
  }

  #checkTarget(where: string, name: string): void {
    const existing = this.#cluster.indices.get(name);
    if (!existing) this.#cluster.checkNewName(name);
    else if (existing.state === 'open') {
      throw new OpenSearchError(
        'snapshot_restore_exception',
        `${where} cannot restore index [${name}] because an open index with same name already exists in the cluster. ` +
          'Either close or delete the existing index or restore the index under a different name by providing a rename ' +
          'pattern and replacement name',
      );
    }
  }

  async #checkAbsent(repository: SnapshotRepository, name: string): Promise<void> {
    if (!(await repository.has(name))) return;
    throw invalidName(repository.name, name, 'snapshot with the same name already exists');
  }

  /** Locations are relative to the repositories' folder and cannot leave it. */
  async #folder(name: string, location: string): Promise<Directory> {
    const parts = partsOf(location);
    if (
      location.startsWith('/') ||
      parts.includes('..') ||
      parts.length === 0 ||
      parts.some((part) => Buffer.byteLength(part) > LONGEST_NAME_BYTES) ||
      /[\\:]/.test(location) ||
      location.includes('\0')
    ) {
      throw repositoryError(
        name,
        `location [${location}] doesn't match any of the locations specified by path.repo: it must be relative to the repositories of the data folder`,
      );
    }
    let folder = this.#options.directory;
    for (const part of parts) {
      if (await folder.isLink(part)) {
        throw repositoryError(
          name,
          `location [${location}] leaves the data folder through the link [${part}]`,
        );
      }
      folder = folder.folder(part);
    }
    return folder;
  }
}

/** The maximum file name length of common file systems. */
const LONGEST_NAME_BYTES = 255;

function partsOf(location: string): readonly string[] {
  return location.split('/').filter((part) => part !== '' && part !== '.');
}

/** The indices matching the patterns. Throws index_not_found_exception for an unknown name. */
function selected(
  snapshot: Snapshot,
  patterns: readonly string[],
  ignoreUnavailable: boolean,
): readonly SnapshotIndex[] {
  const chosen = new Set<SnapshotIndex>();
  for (const pattern of patterns) {
    const excludes = pattern.startsWith('-');
    const plain = excludes ? pattern.slice(1) : pattern;
    const found = snapshot.indices.filter(
      ({ metadata }) => plain === '_all' || wildcardMatches(plain, metadata.name),
    );
    if (found.length === 0 && !plain.includes('*') && plain !== '_all' && !ignoreUnavailable) {
      throw new OpenSearchError('index_not_found_exception', `no such index [${plain}]`, {
        metadata: { index: plain, index_uuid: '_na_' },
      });
    }
    for (const index of found) {
      if (excludes) chosen.delete(index);
      else chosen.add(index);
    }
  }
  return [...chosen];
}

function renamer({ renamePattern, renameReplacement }: RestoreSnapshot): (name: string) => string {
  if (renamePattern === null || renameReplacement === null) return (name) => name;
  try {
    const pattern = new Regex(renamePattern);
    return (name) => pattern.replaceAll(name, renameReplacement);
  } catch (error) {
    if (!(error instanceof RegexSyntaxError)) throw error;
    throw illegalArgument(`malformed rename_pattern [${renamePattern}]: ${error.message}`);
  }
}

async function folderSize(folder: Directory): Promise<{ count: number; sizeBytes: number }> {
  const names = await folder.list();
  const sizes = await Promise.all(names.map((name) => folder.sizeBytes(name)));
  return { count: names.length, sizeBytes: sizes.reduce((sum, size) => sum + size, 0) };
}

function checkSnapshotName(repository: string, name: string): void {
  const problem =
    name === ''
      ? 'cannot be empty'
      : /\s/.test(name)
        ? 'must not contain whitespace'
        : name.includes(',')
          ? "must not contain ','"
          : name.includes('#')
            ? "must not contain '#'"
            : name.startsWith('_')
              ? "must not start with '_'"
              : name !== name.toLowerCase()
                ? 'must be lowercase'
                : /[\\/*?"<>|]/.test(name)
                  ? 'must not contain the following characters [ , ", *, \\, <, |, ,, >, /, ?]'
                  : null;
  if (problem !== null) throw invalidName(repository, name, problem);
}

function invalidName(repository: string, name: string, problem: string): OpenSearchError {
  return new OpenSearchError(
    'invalid_snapshot_name_exception',
    `[${repository}:${name}] Invalid snapshot name [${name}], ${problem}`,
  );
}

function repositoryMissing(name: string): OpenSearchError {
  return new OpenSearchError('repository_missing_exception', `[${name}] missing`);
}

function repositoryError(name: string, reason: string): OpenSearchError {
  return new OpenSearchError('repository_exception', `[${name}] ${reason}`);
}
