import { CorruptFileError, type Directory, NewerFormatError } from '../directory/index.ts';
import { checkSegment, liveDocsFileName, segmentFileName } from '../segment/index.ts';
import {
  type Commit,
  type CommittedSegment,
  checkIsCommitted,
  readNewestCommit,
  writeCommit,
} from './commit.ts';
import { clearDamage, markDamaged } from './damageMarker.ts';
import type { ShardIdentity } from './identity.ts';
import { asShardError } from './shardErrors.ts';
import { ownerOf, readTranslog } from './translog/readTranslog.ts';
import { repairTranslog } from './translog/repairTranslog.ts';

/** Moves files of the shard's folder out of it; it must not overwrite or delete anything. */
export type SetFilesAside = (names: readonly string[], reason: string) => Promise<unknown>;

export interface ShardRepair {
  /** Each says what was wrong, and what was done. */
  readonly done: readonly string[];
  /** Operations of the translog that are kept; null: the copy cannot be used, all of it was set aside. */
  readonly operationsKept: number | null;
  /** Nothing is missing, as far as can be told: the copy may be opened as if nothing had happened. */
  readonly isComplete: boolean;
}

/**
 * Makes a damaged copy openable from what is whole of it: damaged segments leave the commit, the translog ends before
 * its first bad record. The copy is marked as damaged before the first change, and stays so when something may be missing
 * that was acknowledged: only someone who accepts that (allocate_stale_primary) opens it. Throws NewerFormatError.
 */
export async function repairShard(
  directory: Directory,
  shard: ShardIdentity,
  setAside: SetFilesAside,
): Promise<ShardRepair> {
  const files = await filesBesideMark(directory);
  // Nothing is left to be repaired; the mark, if there is one, says where it went.
  if (files.length === 0) return { done: [], operationsKept: null, isComplete: false };
  const mark = (reason: string): Promise<void> => markDamaged(directory, reason, { replaces: true });
  await mark('a repair of this copy was begun and did not end; let `rockpool check --repair` run again');
  let commit: Commit | null;
  try {
    commit = await readNewestCommit(directory, shard);
    if (commit === null) throw new CorruptFileError('segments_N', 'missing');
  } catch (error) {
    if (error instanceof NewerFormatError) throw error;
    const reason = `the commit cannot be read (${wordsOf(error)})`;
    await setAside(files, reason);
    await mark(`${reason}; all files were set aside by a repair`);
    return {
      done: [`${reason}: all files of the copy were set aside`],
      operationsKept: null,
      isComplete: false,
    };
  }
  const lostSegments = await dropSegments(directory, commit, setAside);
  const log = await repairTranslog(directory, commit, shard, setAside);
  const done = [...lostSegments, ...log.done];
  const isComplete = lostSegments.length === 0 && log.isComplete;
  if (isComplete) await clearDamage(directory);
  else await mark(`repaired: ${done.join('; ')}`);
  return { done, operationsKept: log.operations, isComplete };
}

/** The highest sequence number of a copy, its translog included; null when it cannot be read. */
export async function lastSeqNo(directory: Directory, shard: ShardIdentity): Promise<number | null> {
  const commit = await readNewestCommit(directory, shard).catch(() => null);
  if (commit === null) return null;
  const log = await readTranslog(directory, commit, ownerOf(commit, shard), 'leave').catch(() => null);
  return log?.maxSeqNo ?? commit.maxSeqNo;
}

/** Takes damaged segments out of the commit. */
async function dropSegments(
  directory: Directory,
  commit: Commit,
  setAside: SetFilesAside,
): Promise<readonly string[]> {
  const done: string[] = [];
  const kept: CommittedSegment[] = [];
  const dropped: CommittedSegment[] = [];
  for (const segment of commit.segments) {
    try {
      checkIsCommitted(segment, await checkSegment(directory, segment.name, segment.liveGeneration));
      kept.push(segment);
    } catch (error) {
      dropped.push(segment);
      done.push(`the documents of the segment ${segment.name} are lost (${wordsOf(error)})`);
    }
  }
  if (dropped.length === 0) return [];
  // The files go first: with them a commit that names them stays repairable, without them the new one stays right.
  await writeCommit(directory, { ...commit, generation: commit.generation + 1, segments: kept });
  for (const [i, segment] of dropped.entries()) await setAside(filesOfSegment(segment), done[i]);
  return done;
}

function filesOfSegment({ name, liveGeneration, extraFiles }: CommittedSegment): readonly string[] {
  const live = liveGeneration === null ? [] : [liveDocsFileName(name, liveGeneration)];
  return [segmentFileName(name), ...live, ...extraFiles];
}

async function filesBesideMark(directory: Directory): Promise<readonly string[]> {
  return (await directory.list()).filter((name) => /^(_|segments_|translog)/.test(name));
}

function wordsOf(error: unknown): string {
  return (asShardError(error) as Error).message;
}
