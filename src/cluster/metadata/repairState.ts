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

/** What is whole and what is not, of a state that cannot be read as one. */
interface Salvage {
  readonly global: GlobalState | null;
  readonly indices: ReadonlyMap<string, IndexMetadata>;
  /** `name: what`. */
  readonly damaged: readonly { readonly name: string; readonly what: string }[];
  readonly highestVersion: number;
}

export interface StateRepair {
  /** Each says what was wrong, what was done, and what is lost. Empty: the state could be read. */
  readonly done: readonly string[];
  /** What is in `state/` now; null: there is nothing to be repaired, and no state. */
  readonly state: ClusterState | null;
}

export interface StateRepairOptions {
  /** The folder `state/`. */
  readonly directory: Directory;
  /** The folder `nodes/`: shows which nodes there were. */
  readonly nodes: Directory;
  readonly random: Random;
  /** Moves files of the state's folder out of it. */
  readonly setAside: (names: readonly string[], reason: string) => Promise<unknown>;
  /** An index that lost its place in the manifest: which of its copies may be believed. */
  readonly route: (index: IndexMetadata) => Promise<IndexMetadata>;
}

/** Terms that were given out since an index's file was written are unknown: what follows must be above all of them. */
const TERMS_SKIPPED = 1_000_000;

/**
 * Makes a state that can be read from the files that are whole. The manifest is made anew from the indices' own files;
 * what belongs to no index begins anew, with the nodes that `nodes/` shows. Damaged files are set aside. An index of
 * which only its own file is damaged stays as it is: nothing else knows its mapping. Throws NewerFormatError.
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
      'state/global: made anew: cluster settings, templates, pipelines, scripts, repositories are lost',
    );
  }
  const store = new StateStore(directory);
  // Read before its damaged files are moved: a manifest that is whole names the indices and their copies.
  const byManifest = await store.read(global).catch(() => null);
  let state: ClusterState;
  if (byManifest !== null)
    state = { ...byManifest, global, version: Math.max(version, byManifest.version + 1) };
  else {
    const routed = await Promise.all([...found.indices.values()].map(options.route));
    const indices = new Map(routed.map((index) => [index.uuid, withLaterTerms(index)]));
    state = { version, global, indices, graveyard: [] };
    done.push(
      `state/manifest: made anew: it names ${namesOf(routed)}; folders of others are set aside at the next start`,
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

/** Reads every file on its own; of several versions of one thing the newest counts. */
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

/** Of `global-17` and `index-<uuid>-17`; 0 for names of the first formats. */
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
