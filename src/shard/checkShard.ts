import type { Directory } from '../directory/index.ts';
import { checkSegment, liveDocsFileName, segmentFileName } from '../segment/index.ts';
import { type CommittedSegment, checkIsCommitted, commitFileName, readNewestCommit } from './commit.ts';
import type { ShardIdentity } from './identity.ts';
import { asShardError } from './shardErrors.ts';
import { CHECKPOINT_FILE } from './translog/checkpoint.ts';
import { ownerOf, readTranslog } from './translog/readTranslog.ts';
import { translogFileName } from './translog/translog.ts';

export interface ShardCheck {
  readonly segments: readonly string[];
  /** The files named by the commit, including graphs, and those of the translog. */
  readonly files: readonly string[];
  /** Number of operations that no commit contains. */
  readonly operations: number;
  /** Problems by file; empty for an intact shard. */
  readonly problems: readonly string[];
}

/**
 * CheckIndex for a closed shard: verifies the commit, every part of its segments, and the translog. Writes
 * nothing: a torn end of the translog, which was never acknowledged, is kept and is not a problem.
 * `identity`: the shard that the files must belong to; `null` for any single shard.
 */
export async function checkShard(
  directory: Directory,
  identity: ShardIdentity | null = null,
): Promise<ShardCheck> {
  const problems: string[] = [];
  const attempt = async <T>(task: () => Promise<T>): Promise<T | null> => {
    try {
      return await task();
    } catch (error) {
      problems.push((asShardError(error) as Error).message);
      return null;
    }
  };
  const commit = await attempt(() => readNewestCommit(directory, identity));
  if (commit === null) {
    if (problems.length === 0) problems.push('no segments_N file found');
    return { segments: [], files: [], operations: 0, problems };
  }
  for (const segment of commit.segments) {
    await attempt(async () => {
      checkIsCommitted(segment, await checkSegment(directory, segment.name, segment.liveGeneration));
    });
  }
  const translog = await attempt(() => readTranslog(directory, commit, ownerOf(commit, identity), 'leave'));
  const generations = translog?.generations ?? [];
  const operations = generations.reduce((sum, generation) => sum + generation.operations, 0);
  const files = [
    commitFileName(commit.generation),
    ...commit.segments.flatMap(segmentFiles),
    ...generations.map(({ number }) => translogFileName(number)),
    ...(translog?.checkpoint ? [CHECKPOINT_FILE] : []),
  ];
  return { segments: commit.segments.map(({ name }) => name), files, operations, problems };
}

function segmentFiles({ name, liveGeneration, extraFiles }: CommittedSegment): readonly string[] {
  const live = liveGeneration === null ? [] : [liveDocsFileName(name, liveGeneration)];
  return [segmentFileName(name), ...live, ...extraFiles];
}
