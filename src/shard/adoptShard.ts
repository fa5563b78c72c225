import { CorruptFileError, type Directory } from '../directory/index.ts';
import { COMMIT_FORMAT, commitFileName, readNewestCommit, writeCommit } from './commit.ts';
import type { ShardIdentity } from './identity.ts';
import { createTranslog } from './translog/openTranslog.ts';
import { ownerOf, readTranslog } from './translog/readTranslog.ts';

/**
 * Turns the files of a shard, copied into a folder that no shard has open, into those of another one, for
 * restoring a snapshot. All operations must be in the commit. Throws CorruptFileError,
 * translog_corrupted_exception.
 */
export async function adoptShard(directory: Directory, identity: ShardIdentity): Promise<void> {
  const commit = await readNewestCommit(directory, null);
  if (commit === null) return;
  const { generations, checkpoint } = await readTranslog(directory, commit, ownerOf(commit, null), 'leave');
  for (const { seqNos } of generations) {
    if (seqNos === null || seqNos.last <= commit.maxSeqNo) continue;
    const what = `operation ${seqNos.last} is not committed`;
    throw new CorruptFileError(commitFileName(commit.generation), what);
  }
  const translogGeneration = commit.translogGeneration + generations.length;
  await createTranslog(directory, identity, { ...commit, translogGeneration }, checkpoint);
  await writeCommit(directory, {
    ...commit,
    format: COMMIT_FORMAT,
    shard: identity,
    generation: commit.generation + 1,
    translogGeneration,
  });
}
