import type { LocalIndex } from '../../../cluster/index.ts';
import { type JsonObject, OpenSearchError, storageError } from '../../../common/index.ts';
import type { IndexShard } from '../../../shard/index.ts';

/** The outcome of an action on every copy. */
export interface Broadcast {
  /** The `_shards` of the response. */
  readonly shards: JsonObject;
  /** The original's RestStatus.status: 200, unless no copy succeeded. */
  readonly status: number;
}

/**
 * Runs an action on every open copy. A copy that is closed meanwhile (its node stops, it moves) counts
 * neither as successful nor as failed, as in the original's TransportBroadcastAction. Other errors are
 * listed; bugs are thrown.
 */
export async function broadcast(
  indices: readonly LocalIndex[],
  action: (shard: IndexShard) => Promise<unknown>,
): Promise<Broadcast> {
  const total = indices.reduce((sum, index) => sum + index.numberOfShards * (index.numberOfReplicas + 1), 0);
  const failures: JsonObject[] = [];
  let successful = 0;
  let status = 200;
  const run = async (index: LocalIndex, shard: IndexShard): Promise<void> => {
    try {
      await action(shard);
      successful++;
    } catch (error) {
      const known = error instanceof OpenSearchError ? error : storageError(error);
      if (known === null) throw error;
      if (known.type === 'already_closed_exception' && shard.failure === null) return;
      status = Math.max(status, known.status);
      failures.push({
        shard: shard.shardId,
        index: index.name,
        status: 'INTERNAL_SERVER_ERROR',
        reason: known.toJson() as JsonObject,
      });
    }
  };
  await Promise.all(indices.flatMap((index) => index.openCopies().map((shard) => run(index, shard))));
  const shards: JsonObject = { total, successful, failed: failures.length };
  if (failures.length > 0) shards.failures = failures;
  return { shards, status: successful === 0 && failures.length > 0 ? status : 200 };
}
