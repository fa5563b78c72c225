import { OpenSearchError } from '../common/index.ts';
import type { Directory } from '../directory/index.ts';
import { COMMIT_FORMAT, type Commit, writeCommit } from './commit.ts';
import type { ShardIdentity } from './identity.ts';
import { listGenerations, readTranslog } from './translog/readTranslog.ts';
import { createGeneration } from './translog/translog.ts';

/**
 * Writes a first, empty commit, so that a folder with segments but without a commit is damaged and nothing else.
 * Durable once this resolves. Throws corrupt_index_exception for a folder that holds data of a shard.
 */
export async function createShard(directory: Directory, shard: ShardIdentity): Promise<Commit> {
  const names = await directory.list();
  const generations = await listGenerations(directory);
  const hasData = names.some((name) => name.startsWith('_')) || generations.some((number) => number > 1);
  if (
    hasData ||
    (generations.length > 0 &&
      (await readTranslog(directory, 1, { shard, allowsOld: true }))[0].operations > 0)
  ) {
    throw new OpenSearchError('corrupt_index_exception', 'no segments_N file found');
  }
  await (await createGeneration(directory, 1, shard)).output.close();
  const commit = {
    format: COMMIT_FORMAT,
    shard,
    generation: 1,
    segments: [],
    maxSeqNo: -1,
    translogGeneration: 1,
    nextSegment: 0,
  };
  await writeCommit(directory, commit);
  return commit;
}
