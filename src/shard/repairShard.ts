import { CorruptFileError, type Directory, NewerFormatError } from '../directory/index.ts';
import { checkSegment, liveDocsFileName, segmentFileName } from '../segment/index.ts';
import {
  type Commit,
  type CommittedSegment,
  checkIsCommitted,
  readNewestCommit,
  writeCommit,
} from './commit.ts';
import { clearDamage, markDamaged, readDamage } from './damageMarker.ts';
import type { ShardIdentity } from './identity.ts';
import { asShardError } from './shardErrors.ts';
import { ownerOf, readTranslog } from './translog/readTranslog.ts';
import { repairTranslog, type SetFilesAside } from './translog/repairTranslog.ts';

/** Prefix of the mark of a copy that lost data in a repair; details follow. */
const LOSS = 'repaired: ';
const UNFINISHED = 'a repair of this copy was begun and did not end; run `rockpool check --repair` again';

export interface ShardRepair {
  /** Each entry says what was wrong and what was done. */
  readonly done: readonly string[];
  /** Number of translog operations kept; `null` if the copy is unusable and was set aside entirely. */
  readonly operationsKept: number | null;
  /** Nothing is missing as far as can be told, and the mark was removed. */
  readonly isComplete: boolean;
}

/** Whether the mark says that a repair was interrupted before it found any loss. */
export function isRepairUnfinished(mark: string | null): boolean {
  return mark === UNFINISHED;
}

/**
 * Makes a damaged copy openable from its intact parts: damaged segments are removed from the commit, and the
 * translog is cut before its first bad record. The copy is marked as damaged before the first change. The
 * mark records each loss before it happens, so that an interrupted repair does not hide it from the next one.
 * It stays if something acknowledged may be missing; opening the copy then requires accepting the loss
 * (allocate_stale_primary). Throws NewerFormatError without changing anything.
 */
export async function repairShard(
  directory: Directory,
  shard: ShardIdentity,
  setAside: SetFilesAside,
): Promise<ShardRepair> {
  const files = await shardFiles(directory);
  // Nothing is left to repair; the mark, if any, says where the files went.
  if (files.length === 0) return { done: [], operationsKept: null, isComplete: false };
  const mark = (reason: string): Promise<void> => markDamaged(directory, reason, { replaces: true });
  const commit = await readCommit(directory, shard);
  if (typeof commit === 'string') {
    await mark(`${commit}; all files were set aside by a repair`);
    await setAside(files, commit);
    return {
      done: [`${commit}: all files of the copy were set aside`],
      operationsKept: null,
      isComplete: false,
    };
  }
  const before = await readDamage(directory);
  const lostBefore = before?.startsWith(LOSS) ? [before.slice(LOSS.length)] : [];
  if (lostBefore.length === 0) await mark(UNFINISHED);
  const losses = [...lostBefore];
  const beforeLoss = async (loss: string): Promise<void> => {
    losses.push(loss);
    await mark(LOSS + losses.join('; '));
  };
  const lostSegments = await dropSegments(directory, commit, setAside, beforeLoss);
  const log = await repairTranslog(directory, commit, shard, setAside, beforeLoss);
  const done = [...lostSegments, ...log.done];
  const isComplete = losses.length === 0;
  if (isComplete) await clearDamage(directory);
  else await mark(LOSS + [...lostBefore, ...done].join('; '));
  return { done, operationsKept: log.operations, isComplete };
}

/** The newest commit, or why it cannot be read. Throws NewerFormatError. */
async function readCommit(directory: Directory, shard: ShardIdentity): Promise<Commit | string> {
  try {
    const commit = await readNewestCommit(directory, shard);
    if (commit === null) throw new CorruptFileError('segments_N', 'missing');
    return commit;
  } catch (error) {
    if (error instanceof NewerFormatError) throw error;
    return `the commit cannot be read (${wordsOf(error)})`;
  }
}

/**
 * The highest sequence number of a copy including its translog; that of its commit if the translog is
 * unreadable; `null` if the commit is unreadable too.
 */
export async function lastSeqNo(directory: Directory, shard: ShardIdentity): Promise<number | null> {
  const commit = await readNewestCommit(directory, shard).catch(() => null);
  if (commit === null) return null;
  const log = await readTranslog(directory, commit, ownerOf(commit, shard), 'leave').catch(() => null);
  return log?.maxSeqNo ?? commit.maxSeqNo;
}

/** Removes damaged segments from the commit. */
async function dropSegments(
  directory: Directory,
  commit: Commit,
  setAside: SetFilesAside,
  beforeLoss: (loss: string) => Promise<void>,
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
  for (const loss of done) await beforeLoss(loss);
  // Before the new commit: until then, the old one names missing segments, which the next repair drops again.
  for (const [i, segment] of dropped.entries()) await setAside(filesOfSegment(segment), done[i]);
  await writeCommit(directory, { ...commit, generation: commit.generation + 1, segments: kept });
  return done;
}

function filesOfSegment({ name, liveGeneration, extraFiles }: CommittedSegment): readonly string[] {
  const live = liveGeneration === null ? [] : [liveDocsFileName(name, liveGeneration)];
  return [segmentFileName(name), ...live, ...extraFiles];
}

async function shardFiles(directory: Directory): Promise<readonly string[]> {
  return (await directory.list()).filter((name) => /^(_|segments_|translog)/.test(name));
}

function wordsOf(error: unknown): string {
  return (asShardError(error) as Error).message;
}
