import type { Directory } from '../directory/index.ts';
import { checkSegment } from '../segment/index.ts';
import { readNewestCommit } from './commit.ts';
import { asShardError } from './shardErrors.ts';
import { readTranslog } from './translog/readTranslog.ts';

export interface ShardCheck {
  readonly segments: readonly string[];
  /** Operations that no commit holds. */
  readonly operations: number;
  /** What is wrong, by file; empty: the shard is whole. */
  readonly problems: readonly string[];
}

/**
 * CheckIndex for a shard that is not open: the commit, every part of its segments, the translog. A torn end of the
 * translog, which was never acknowledged, is cut as it is when the shard is opened.
 */
export async function checkShard(directory: Directory): Promise<ShardCheck> {
  const problems: string[] = [];
  const attempt = async <T>(task: () => Promise<T>): Promise<T | null> => {
    try {
      return await task();
    } catch (error) {
      problems.push((asShardError(error) as Error).message);
      return null;
    }
  };
  const commit = await attempt(() => readNewestCommit(directory));
  if (commit === null) {
    if (problems.length === 0) problems.push('no segments_N file found');
    return { segments: [], operations: 0, problems };
  }
  for (const { name, liveGeneration } of commit.segments) {
    await attempt(() => checkSegment(directory, name, liveGeneration));
  }
  const generations = await attempt(() => readTranslog(directory, commit.translogGeneration));
  const operations = (generations ?? []).reduce((sum, generation) => sum + generation.operations, 0);
  return { segments: commit.segments.map(({ name }) => name), operations, problems };
}
