import type { Directory } from '../../directory/index.ts';
import type { Commit } from '../commit.ts';
import type { ShardIdentity } from '../identity.ts';
import { CheckpointFile, type StoredCheckpoint } from './checkpoint.ts';
import { HEADER_BYTES } from './frame.ts';
import { ownerOf, type ReadGeneration, readTranslog } from './readTranslog.ts';
import { createGeneration, type TranslogParts } from './translog.ts';

/** The old generations of a log, and what is needed to continue it in a new one. */
export interface OpenedTranslog extends TranslogParts {
  readonly old: readonly ReadGeneration[];
}

/**
 * Reads the log after a commit; what was read is durable when it resolves. Throws
 * translog_corrupted_exception.
 */
export async function openTranslog(
  directory: Directory,
  commit: Commit,
  shard: ShardIdentity,
): Promise<OpenedTranslog> {
  const found = await readTranslog(directory, commit, ownerOf(commit, shard));
  const number = commit.translogGeneration + found.generations.length;
  const current = await createGeneration(directory, number, shard);
  const first = { generation: number, lengthBytes: HEADER_BYTES, maxSeqNo: found.maxSeqNo };
  const checkpoint = await CheckpointFile.create(directory, shard, found.checkpoint, first).catch(
    async (error) => {
      await current.output.close().catch(() => undefined);
      throw error;
    },
  );
  return { shard, current, old: found.generations, checkpoint, maxSeqNo: found.maxSeqNo };
}

/** Creates an empty log for a commit that is about to be written. */
export async function createTranslog(
  directory: Directory,
  shard: ShardIdentity,
  { translogGeneration, maxSeqNo }: Pick<Commit, 'translogGeneration' | 'maxSeqNo'>,
  stored: StoredCheckpoint | null,
): Promise<void> {
  await (await createGeneration(directory, translogGeneration, shard)).output.close();
  const first = { generation: translogGeneration, lengthBytes: HEADER_BYTES, maxSeqNo };
  await (await CheckpointFile.create(directory, shard, stored, first)).close();
}
