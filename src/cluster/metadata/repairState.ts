import type { JsonObject, JsonValue, Random } from '../../common/index.ts';
import { CorruptFileError, type Directory, NewerFormatError } from '../../directory/index.ts';
import {
  type ClusterState,
  type GlobalState,
  type IndexMetadata,
  parseGlobal,
  parseIndex,
} from './clusterState.ts';
import { newClusterState } from './stateChanges.ts';
import { readState } from './stateFile.ts';
import { MANIFEST, StateStore } from './stateStore.ts';

/** The readable parts of a damaged state, file by file. */
interface Salvage {
  readonly global: GlobalState | null;
  readonly indices: ReadonlyMap<string, IndexMetadata>;
  /** Each as `name: problem`. */
  readonly damaged: readonly { readonly name: string; readonly what: string }[];
  readonly highestVersion: number;
}

export interface StateRepair {
  /** Each entry says what was wrong, what was done, and what is lost. Empty if the state was readable. */
  readonly done: readonly string[];
  /** The state now in `state/`; `null` if there was none, and so nothing to repair. */
  readonly state: ClusterState | null;
}

export interface StateRepairOptions {
  /** The folder `state/`. */
  readonly directory: Directory;
  /** The folder `nodes/`, which shows what nodes existed. */
  readonly nodes: Directory;
  readonly random: Random;
  /** Moves files of the state's folder out of it. */
  readonly setAside: (names: readonly string[], reason: string) => Promise<unknown>;
  /** Decides which copies of an index are in sync if the manifest, which recorded it, is lost. */
  readonly route: (index: IndexMetadata) => Promise<IndexMetadata>;
}

/**
 * Primary terms may have increased since an index's file was written: new ones must be higher than any of
 * them.
 */
const TERMS_SKIPPED = 1_000_000;

/**
 * Rebuilds a readable state from the undamaged files: a lost manifest from the files of the indices, a lost global state
 * as an empty one with the nodes in `nodes/`. Damaged files are set aside. An index of which only its own file is damaged
 * is left alone, because its mapping is nowhere else. Throws NewerFormatError.
 */
export async function repairState(options: StateRepairOptions): Promise<StateRepair> {
  const { directory, nodes } = options;
  try {
    const state = await new StateStore(directory).read();
    if (state !== null || (await nodes.listFolders()).length === 0) return { done: [], state };
  } catch (error) {
    if (!(error instanceof CorruptFileError) || error instanceof NewerFormatError) throw error;
  }
  const found = await salvage(directory);
  const global = found.global ?? (await newGlobal(options));
  const version = found.highestVersion + 1;
  const done = found.damaged.map(({ name, what }) => `state/${name}: ${what}: set aside`);
  if (found.global === null) {
    done.push(
      'state/global: recreated: cluster settings, templates, pipelines, scripts, repositories are lost',
    );
  }
  const store = new StateStore(directory);
  // Read before damaged files are moved: an undamaged manifest names the indices and their copies.
  const byManifest = await store.read(global).catch(() => null);
  let state: ClusterState;
  if (byManifest !== null)
    state = { ...byManifest, global, version: Math.max(version, byManifest.version + 1) };
  else {
    const routed = await Promise.all([...found.indices.values()].map(options.route));
    const indices = new Map(routed.map((index) => [index.uuid, withLaterTerms(index)]));
    state = { version, global, indices, graveyard: [] };
    done.push(
      `state/manifest: recreated: it names ${namesOf(routed)}; folders of other indices are set aside at the next start`,
    );
  }
  const isNamed = (name: string): boolean => byManifest !== null && name.startsWith('index-');
  const moved = found.damaged.filter(({ name }) => !isNamed(name));
  await options.setAside(
    moved.map(({ name }) => name),
    moved.map(({ name, what }) => `${name}: ${what}`).join('; '),
  );
  await (byManifest !== null ? store : new StateStore(directory)).write(state);
  return { done: done.filter((line) => !isNamed(line.replace(/^state\//, ''))), state };
}

/** Reads each file on its own; of several versions the newest wins. */
async function salvage(directory: Directory): Promise<Salvage> {
  const damaged: { name: string; what: string }[] = [];
  const read = async (name: string): Promise<JsonValue | null> => {
    try {
      return await readState(directory, name);
    } catch (error) {
      if (!(error instanceof CorruptFileError) || error instanceof NewerFormatError) throw error;
      damaged.push({ name, what: error.message.slice(name.length + 2) });
      return null;
    }
  };
  let global: GlobalState | null = null;
  let highestVersion = 0;
  const indices = new Map<string, IndexMetadata>();
  const names = (await directory.list()).filter((name) => /^(manifest$|global|index-)/.test(name));
  const inOrder = names
    .map((name) => ({ name, version: versionOf(name) }))
    .sort((a, b) => a.version - b.version);
  for (const { name, version } of inOrder) {
    if (name.endsWith('.tmp')) continue;
    highestVersion = Math.max(highestVersion, version);
    const content = (await read(name)) as JsonObject | null;
    if (content === null) continue;
    if (name === MANIFEST) highestVersion = Math.max(highestVersion, Number(content.version));
    else if (name.startsWith('global')) global = parseGlobal(content);
    else indices.set(String(content.uuid), parseIndex(content));
  }
  return { global, indices, damaged, highestVersion };
}

/** 17 for `global-17` and `index-<uuid>-17`; 0 for names of the first formats. */
function versionOf(name: string): number {
  return Number(/^(?:global|index-.{22})-(\d+)$/.exec(name)?.[1] ?? 0);
}

async function newGlobal({ nodes, random }: StateRepairOptions): Promise<GlobalState> {
  const { global } = newClusterState(random);
  return { ...global, nodeIds: await nodes.listFolders() };
}

function withLaterTerms(index: IndexMetadata): IndexMetadata {
  return { ...index, primaryTerms: index.primaryTerms.map((term) => term + TERMS_SKIPPED) };
}

function namesOf(indices: readonly IndexMetadata[]): string {
  return indices.length === 0 ? 'no index' : indices.map(({ name }) => `[${name}]`).join(', ');
}
