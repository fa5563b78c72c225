import type { Random } from '../../common/index.ts';
import { randomUuid } from '../../common/index.ts';
import type { ClusterState, GlobalState, IndexMetadata } from './clusterState.ts';
import { indexNotFound } from './errors.ts';

/** How many deleted indices are remembered; the folders of earlier ones are long gone. */
const GRAVEYARD_SIZE = 500;

/** The initial state of a new data folder. */
export function newClusterState(random: Random): ClusterState {
  const global: GlobalState = {
    clusterUuid: randomUuid(random),
    nodeIds: [],
    persistentSettings: new Map(),
    templates: new Map(),
    indexTemplates: new Map(),
    componentTemplates: new Map(),
    storedScripts: new Map(),
    ingestPipelines: new Map(),
    repositories: new Map(),
    votingExclusions: [],
  };
  return { version: 0, global, indices: new Map(), graveyard: [] };
}

/** Adds ids until there is one for each node. Never removes ids. */
export function withNodeIds(state: ClusterState, nodeCount: number, random: Random): ClusterState {
  const { nodeIds } = state.global;
  if (nodeIds.length >= nodeCount) return state;
  const added = Array.from({ length: nodeCount - nodeIds.length }, () => randomUuid(random));
  return { ...state, global: { ...state.global, nodeIds: [...nodeIds, ...added] } };
}

/** Changes the global state; returns the same object for an empty change. */
export function withGlobal(state: ClusterState, change: Partial<GlobalState>): ClusterState {
  if (Object.keys(change).length === 0) return state;
  return { ...state, global: { ...state.global, ...change } };
}

export function withIndex(state: ClusterState, index: IndexMetadata): ClusterState {
  return { ...state, indices: new Map([...state.indices, [index.uuid, index]]) };
}

export function withoutIndex(state: ClusterState, uuid: string): ClusterState {
  const indices = new Map(state.indices);
  if (!indices.delete(uuid)) return state;
  return { ...state, indices, graveyard: [...state.graveyard, uuid].slice(-GRAVEYARD_SIZE) };
}

/** Identifies an index to change; the name is for error messages. */
export type IndexKey = Pick<IndexMetadata, 'uuid' | 'name'>;

/** Computes the next metadata of an index; the same object when nothing changes. */
export type IndexChange = (current: IndexMetadata) => IndexMetadata | Promise<IndexMetadata>;

/**
 * Applies `decide` to an index; returns the same state if it changes nothing. Throws
 * index_not_found_exception for a deleted index.
 */
export async function changedIndex(
  state: ClusterState,
  index: IndexKey,
  decide: IndexChange,
): Promise<ClusterState> {
  const current = indexIn(state, index);
  return replacedIndex(state, current, await decide(current));
}

function indexIn(state: ClusterState, { uuid, name }: IndexKey): IndexMetadata {
  const index = state.indices.get(uuid);
  if (!index) throw indexNotFound(name);
  return index;
}

function replacedIndex(state: ClusterState, current: IndexMetadata, next: IndexMetadata): ClusterState {
  return next === current ? state : { ...state, indices: new Map(state.indices).set(current.uuid, next) };
}

/** Applies several changes at once. Throws index_not_found_exception if one of the indices is deleted. */
export function changedIndices(
  state: ClusterState,
  changes: readonly (readonly [IndexKey, Partial<IndexMetadata>])[],
): ClusterState {
  return changes.reduce((next, [index, change]) => {
    const current = indexIn(next, index);
    return replacedIndex(next, current, { ...current, ...change });
  }, state);
}
