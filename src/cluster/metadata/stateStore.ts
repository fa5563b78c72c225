import { bug, isJsonObject, type JsonObject, type JsonValue } from '../../common/index.ts';
import type { Directory } from '../../directory/index.ts';
import { CorruptFileError, NoSuchFileError } from '../../directory/index.ts';
import {
  type ClusterState,
  damagedIndex,
  type GlobalState,
  globalJson,
  type IndexMetadata,
  type IndexRouting,
  indexJson,
  parseGlobal,
  parseIndex,
  parseIndexContent,
  parseRouting,
  routingJson,
} from './clusterState.ts';
import { readState, replaceState, writeState } from './stateFile.ts';

/** Names the files of the state. Replacing it atomically replaces all files that a change affects. */
export const MANIFEST = 'manifest';
const OLD_GLOBAL = 'global';
const INDEX_PREFIX = 'index-';
const TEMPORARY = '.tmp';

/**
 * Renaming the manifest or syncing the folder has failed, so it is unknown which of two states is on disk.
 */
export class StateInDoubtError extends Error {
  constructor(cause: Error) {
    super(`it is unknown whether the cluster state was saved: ${cause.message}`, { cause });
    this.name = 'StateInDoubtError';
  }
}

/** The file names of one state. */
interface StateFiles {
  readonly global: string;
  readonly indices: ReadonlyMap<string, string>;
}

/**
 * The cluster state on disk: a file with the global state, a file for each index, and the manifest that names
 * them. Files are written under new names and never modified; a single rename then replaces the manifest. The
 * routing of the indices (nodes, in-sync allocations, primary terms) is in the manifest itself.
 */
export class StateStore {
  readonly #directory: Directory;
  /** The state on disk and its file names. */
  #written: { readonly state: ClusterState; readonly files: StateFiles } | null = null;

  constructor(directory: Directory) {
    this.#directory = directory;
  }

  /**
   * Returns `null` if the folder has no state. An index whose file is missing or damaged has its `damage`
   * set. Throws CorruptFileError if the manifest or the global file is missing or damaged. `instead` replaces
   * a damaged global file, and becomes durable with the next write.
   */
  async read(instead: GlobalState | null = null): Promise<ClusterState | null> {
    const names = await this.#directory.list();
    if (!names.includes(MANIFEST)) return this.#readWithoutManifest(names);
    const manifest = (await readState(this.#directory, MANIFEST)) as JsonObject;
    const entries = manifest.indices as JsonObject[];
    const global = String(manifest.global);
    const indices = await Promise.all(entries.map((entry) => this.#readEntry(entry)));
    const state: ClusterState = {
      version: Number(manifest.version),
      global: await this.#readGlobal(global, instead),
      indices: new Map(indices.map((index) => [index.uuid, index])),
      graveyard: manifest.graveyard as string[],
    };
    const files = new Map(entries.map((entry) => [String(entry.uuid), String(entry.file)]));
    // If it is not on disk yet, use a different object than the state's, so that the next write includes it.
    const onDisk = state.global === instead ? { ...state, global: { ...state.global } } : state;
    this.#written = { state: onDisk, files: { global, indices: files } };
    return state;
  }

  /** Keeps the file of that index, although the state then contains only the reason of its damage. */
  markDamaged(uuid: string, what: string): IndexMetadata {
    const { state, files } = this.#written ?? {};
    const stored = state?.indices.get(uuid);
    if (!state || !files || !stored) throw bug(`the state on disk has no index ${uuid}`);
    const index = damagedIndex(stored.name, uuid, stored, `state/${files.indices.get(uuid)}: ${what}`);
    this.#written = { files, state: { ...state, indices: new Map(state.indices).set(uuid, index) } };
    return index;
  }

  /**
   * Makes a state durable. Throws StateInDoubtError if it is unknown whether it is; after any other error the
   * previous state is on disk.
   */
  async write(state: ClusterState): Promise<void> {
    const contents = this.#changedContents(state);
    const files = this.#filesOf(state, contents);
    try {
      // The files' names must be durable before the manifest refers to them.
      await allOrNone([
        ...[...contents].map(([name, json]) => writeState(this.#directory, name, json)),
        writeState(this.#directory, MANIFEST, manifestJson(state, files), MANIFEST + TEMPORARY),
      ]);
      if (contents.size > 0) await this.#directory.syncFolder();
    } catch (error) {
      for (const name of contents.keys()) await this.#directory.delete(name).catch(() => undefined);
      throw error;
    }
    await replaceState(this.#directory, MANIFEST + TEMPORARY, MANIFEST).catch((error) => {
      throw new StateInDoubtError(error);
    });
    const before = this.#written;
    this.#written = { state, files };
    const kept = new Set([files.global, ...files.indices.values()]);
    const old = before === null ? [] : [before.files.global, ...before.files.indices.values()];
    // Files that cannot be deleted now are deleted at the next start.
    for (const name of old) if (!kept.has(name)) await this.#directory.delete(name).catch(() => undefined);
  }

  /** Contents, by name, of the files of this state that are not on disk yet. */
  #changedContents(state: ClusterState): ReadonlyMap<string, object> {
    const before = this.#written?.state;
    const contents = new Map<string, object>();
    if (before?.global !== state.global) contents.set(`global-${state.version}`, globalJson(state.global));
    for (const [uuid, index] of state.indices) {
      const old = before?.indices.get(uuid);
      if (old && isSameContent(old, index)) continue;
      contents.set(`${INDEX_PREFIX}${uuid}-${state.version}`, indexJson(index));
    }
    return contents;
  }

  #filesOf(state: ClusterState, contents: ReadonlyMap<string, object>): StateFiles {
    const nameOf = (fresh: string, old: string | undefined): string =>
      contents.has(fresh) ? fresh : String(old);
    const indices = [...state.indices.keys()].map((uuid): [string, string] => [
      uuid,
      nameOf(`${INDEX_PREFIX}${uuid}-${state.version}`, this.#written?.files.indices.get(uuid)),
    ]);
    const global = nameOf(`global-${state.version}`, this.#written?.files.global);
    return { global, indices: new Map(indices) };
  }

  async #readGlobal(name: string, instead: GlobalState | null): Promise<GlobalState> {
    try {
      return parseGlobal((await this.#required(name)) as JsonObject);
    } catch (error) {
      if (instead === null || !(error instanceof CorruptFileError)) throw error;
      return instead;
    }
  }

  async #readEntry(entry: JsonObject): Promise<IndexMetadata> {
    const [name, uuid, file] = [entry.name, entry.uuid, entry.file].map(String);
    const routing = parseRouting(entry);
    try {
      return { ...parseContent(await this.#required(file), { file, name, uuid }), ...routing };
    } catch (error) {
      if (!(error instanceof CorruptFileError)) throw error;
      return damagedIndex(name, uuid, routing, `state/${error.message}`);
    }
  }

  /** The content of a file that the manifest names. Throws CorruptFileError, also if it is missing. */
  async #required(name: string): Promise<JsonValue> {
    return readState(this.#directory, name).catch((error) => {
      throw error instanceof NoSuchFileError ? new CorruptFileError(name, 'missing') : error;
    });
  }

  /** Reads folders of the first formats: a file `global` and a file for each index, replaced one by one. */
  async #readWithoutManifest(names: readonly string[]): Promise<ClusterState | null> {
    const indexFiles = names.filter((name) => name.startsWith(INDEX_PREFIX) && !name.endsWith(TEMPORARY));
    if (!names.includes(OLD_GLOBAL)) {
      // The first start writes global-1 before the manifest, and may have been interrupted in between.
      const isFirstStart = !names.some((name) => /^global-/.test(name) && name !== 'global-1');
      if (indexFiles.length === 0 && isFirstStart) return null;
      throw new CorruptFileError(MANIFEST, 'missing');
    }
    const indices = await Promise.all(
      indexFiles.map(async (file) => parseIndex((await readState(this.#directory, file)) as JsonObject)),
    );
    const state: ClusterState = {
      version: 1,
      global: parseGlobal((await readState(this.#directory, OLD_GLOBAL)) as JsonObject),
      indices: new Map(indices.map((index) => [index.uuid, index])),
      graveyard: [],
    };
    const files = new Map(indices.map(({ uuid }, i) => [uuid, indexFiles[i]]));
    // Forces a new global file to be written with the first manifest, so that a folder that later loses its
    // manifest is not mistaken for an old one.
    const unwritten = { ...state, global: { ...state.global } };
    this.#written = { state: unwritten, files: { global: OLD_GLOBAL, indices: files } };
    return state;
  }

  /** Files that are not part of the current state, left by a crash. */
  async leftovers(): Promise<readonly string[]> {
    const { global, indices } = this.#written?.files ?? {
      global: OLD_GLOBAL,
      indices: new Map<string, string>(),
    };
    const kept = new Set([MANIFEST, global, ...indices.values()]);
    return (await this.#directory.list()).filter((name) => !kept.has(name));
  }

  /** Deletes leftovers, but no files that Rockpool did not write. */
  async deleteLeftovers(): Promise<void> {
    for (const name of await this.leftovers()) {
      if (isStateFile(name)) await this.#directory.delete(name).catch(() => undefined);
    }
  }
}

/**
 * The metadata in an index's file, without routing. Throws CorruptFileError if it is invalid or another
 * index's.
 */
function parseContent(
  json: JsonValue,
  { file, name, uuid }: { readonly file: string; readonly name: string; readonly uuid: string },
): Omit<IndexMetadata, keyof IndexRouting> {
  const isWhole = isJsonObject(json) && isJsonObject(json.settings) && isJsonObject(json.mapping);
  if (!isWhole || json.name !== name || json.uuid !== uuid) {
    throw new CorruptFileError(file, `is not the metadata of the index [${name}]`);
  }
  return parseIndexContent(json);
}

/** Whether Rockpool uses such names in the state's folder. */
function isStateFile(name: string): boolean {
  return /^(manifest|global|index-)/.test(name);
}

/** Waits for every write, even after one has failed: otherwise it could still be running during the next change. */
async function allOrNone(writes: readonly Promise<void>[]): Promise<void> {
  const outcomes = await Promise.allSettled(writes);
  const failed = outcomes.find((outcome) => outcome.status === 'rejected');
  if (failed) throw failed.reason;
}

/** Whether two versions of an index differ only in what the manifest contains. */
function isSameContent(a: IndexMetadata, b: IndexMetadata): boolean {
  return a.settings === b.settings && a.aliases === b.aliases && a.mapping === b.mapping && a.name === b.name;
}

function manifestJson(state: ClusterState, files: StateFiles): object {
  return {
    version: state.version,
    global: files.global,
    indices: [...state.indices.values()].map((index) => ({
      name: index.name,
      uuid: index.uuid,
      file: files.indices.get(index.uuid),
      ...routingJson(index),
    })),
    graveyard: state.graveyard,
  };
}
