import { illegalArgument } from '../common/index.ts';
import type { LocalIndex } from './localIndex.ts';
import type { IndexMetadata } from './metadata/clusterState.ts';
import type { StateMachine } from './metadata/stateMachine.ts';

/**
 * The indices of the state as it was read. The server starts whatever they hold: an index whose mapping or analysis
 * cannot be built, since another version wrote it, is a damaged one, whose file stays as it is.
 */
export async function storedIndices(
  machine: StateMachine,
  make: (metadata: IndexMetadata) => Promise<LocalIndex>,
): Promise<readonly LocalIndex[]> {
  const indices: LocalIndex[] = [];
  for (const metadata of machine.state.indices.values()) {
    try {
      checkReplicas(metadata);
      indices.push(await make(metadata));
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      indices.push(await make(machine.markDamaged(metadata.uuid, `cannot be used: ${reason}`)));
    }
  }
  return indices;
}

/** Copies are given nodes by this number, before anything else looks at the settings. */
function checkReplicas({ settings }: IndexMetadata): void {
  const text = settings.get('index.number_of_replicas') ?? '1';
  if (!/^\d+$/.test(text)) {
    throw illegalArgument(`Failed to parse value [${text}] for setting [index.number_of_replicas]`);
  }
}
