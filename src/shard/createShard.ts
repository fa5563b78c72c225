import { OpenSearchError } from '../common/index.ts';
import type { Directory } from '../directory/index.ts';
import { COMMIT_FORMAT, type Commit, writeCommit } from './commit.ts';
import type { ShardIdentity } from './identity.ts';
import { createTranslog } from './translog/openTranslog.ts';
import { listGenerations, readTranslog } from './translog/readTranslog.ts';

const EMPTY = { maxSeqNo: -1, translogGeneration: 1 };

/**
 * Writes a first, empty commit, so that a folder with segments but no commit is known to be damaged. Durable
 * once it resolves. Throws corrupt_index_exception for a folder that contains shard data.
 */
export async function createShard(directory: Directory, shard: ShardIdentity): Promise<Commit> {
  const names = await directory.list();
  const generations = await listGenerations(directory);
  const hasData = names.some((name) => name.startsWith('_')) || generations.some((number) => number > 1);
  if (hasData || (generations.length > 0 && (await hasOperations(directory, shard)))) {
    throw new OpenSearchError('corrupt_index_exception', 'no segments_N file found');
  }
  await createTranslog(directory, shard, EMPTY, null);
  const commit = {
    format: COMMIT_FORMAT,
    shard,
    generation: 1,
    segments: [],
    ...EMPTY,
    nextSegment: 0,
  };
  await writeCommit(directory, commit);
  return commit;
}

async function hasOperations(directory: Directory, shard: ShardIdentity): Promise<boolean> {
  const { generations } = await readTranslog(directory, EMPTY, { shard, allowsOld: true }, 'leave');
  return generations[0].operations > 0;
}
