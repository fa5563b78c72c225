import type { Directory } from '../directory/index.ts';
import { commitFileName, readNewestCommit } from './commit.ts';
import { CHECKPOINT_FILE, readCheckpoint } from './translog/checkpoint.ts';
import { HEADER_BYTES } from './translog/frame.ts';
import { translogFileName } from './translog/translog.ts';

const FIRST_COMMIT = commitFileName(1);
const FIRST_LOG = translogFileName(1);
const CREATED = new Set([FIRST_COMMIT, `pending_${FIRST_COMMIT}`, FIRST_LOG, CHECKPOINT_FILE]);

/**
 * Whether a folder contains no more than createShard() writes: the shard was never opened or written to. An
 * unreadable folder counts as used.
 */
export async function isUnused(directory: Directory): Promise<boolean> {
  const names = await directory.list();
  if ((await directory.listFolders()).length > 0 || names.some((name) => !CREATED.has(name))) return false;
  if (names.includes(FIRST_LOG) && (await directory.sizeBytes(FIRST_LOG)) > HEADER_BYTES) return false;
  const checkpoint = await readCheckpoint(directory, null).catch(() => 'unreadable' as const);
  const isFirst = checkpoint === null || (checkpoint !== 'unreadable' && checkpoint.maxSeqNo === -1);
  // createShard() writes the commit last: without one the checkpoint may be incomplete.
  if (!names.includes(FIRST_COMMIT)) return isFirst || checkpoint === 'unreadable';
  const commit = await readNewestCommit(directory, null).catch(() => null);
  return isFirst && commit !== null && commit.segments.length === 0 && commit.maxSeqNo === -1;
}
