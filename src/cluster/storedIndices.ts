import { illegalArgument } from '../common/index.ts';
import type { LocalIndex } from './localIndex.ts';
import type { IndexMetadata } from './metadata/clusterState.ts';
import type { StateMachine } from './metadata/stateMachine.ts';

/**
 * Opens the indices of the stored state. The server starts whatever they contain: an index whose mapping or
 * analysis cannot be built, because another version wrote it, counts as damaged, and its file is left
 * unchanged.
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

/** Checked first, because copies are allocated by this number before anything else reads the settings. */
function checkReplicas({ settings }: IndexMetadata): void {
  const text = settings.get('index.number_of_replicas') ?? '1';
  if (!/^\d+$/.test(text)) {
    throw illegalArgument(`Failed to parse value [${text}] for setting [index.number_of_replicas]`);
  }
}
