import type { ClusterState, StoredCopy } from '../metadata/clusterState.ts';
import { reopened, withNextTerms } from './allocation.ts';

type Copies = readonly (readonly StoredCopy[])[];

/**
 * The state after a restart: copies are on started nodes, and every primary of an open index has a new term.
 */
export function startedState(
  state: ClusterState,
  raisesTerms: boolean,
  isStarted: (nodeId: string) => boolean,
  allocateAgain: (current: Copies, replicas: number) => Copies,
): ClusterState {
  if (state.indices.size === 0) return state;
  const indices = [...state.indices.values()].map((metadata) => {
    const replicas = Number(metadata.settings.get('index.number_of_replicas') ?? 1);
    const next = reopened(
      metadata,
      ({ nodeId }) => nodeId !== null && isStarted(nodeId),
      (current) => allocateAgain(current, replicas),
    );
    const starts = next.state === 'open' && raisesTerms;
    return starts ? withNextTerms({ ...next, primaryTerms: metadata.primaryTerms }) : next;
  });
  return { ...state, indices: new Map(indices.map((index) => [index.uuid, index])) };
}
