import { bug } from '../../common/index.ts';
import type { Directory } from '../../directory/index.ts';
import type { Commit } from '../commit.ts';
import type { ShardIdentity } from '../identity.ts';
import { asShardError } from '../shardErrors.ts';
import { CHECKPOINT_FILE, type Checkpoint, CheckpointFile } from './checkpoint.ts';
import { decodeHeader, FRAME_HEADER_BYTES, frameEnd } from './frame.ts';
import { createTranslog } from './openTranslog.ts';
import { seqNosOf } from './operation.ts';
import { listGenerations, ownerOf, type ReadTranslog, readTranslog } from './readTranslog.ts';
import { translogFileName } from './translog.ts';

/** Moves files out of the shard's folder without overwriting or deleting anything. Skips missing files. */
export type SetFilesAside = (names: readonly string[], reason: string) => Promise<unknown>;

interface TranslogRepair {
  /** What was wrong and what was done; empty if nothing was wrong. */
  readonly done: readonly string[];
  /** Number of operations in the log after the commit. */
  readonly operations: number;
}

/** The good part of a generation. */
interface WholePart {
  readonly name: string;
  readonly bytes: Uint8Array;
  readonly wholeBytes: number;
  readonly operations: number;
  readonly maxSeqNo: number;
}

/**
 * Makes the log after a commit readable: rebuilds a damaged checkpoint if the log is complete, otherwise cuts
 * the log before its first bad record. Files are set aside before they are changed or removed; `beforeLoss`
 * is called before operations are lost.
 */
export async function repairTranslog(
  directory: Directory,
  commit: Commit,
  shard: ShardIdentity,
  setAside: SetFilesAside,
  beforeLoss: (loss: string) => Promise<void>,
): Promise<TranslogRepair> {
  const read = (start: Commit) => readTranslog(directory, start, ownerOf(commit, shard), 'leave');
  let why: string;
  try {
    return { done: [], operations: operationsOf(await read(commit)) };
  } catch (error) {
    why = (asShardError(error) as Error).message;
  }
  // Commits of format 2 need no checkpoint.
  const log = await read({ ...commit, format: 2 }).catch(() => null);
  if (log !== null && (await isWholeWithoutCheckpoint(directory, log))) {
    const operations = operationsOf(log);
    const done = [
      `the checkpoint of the translog was made anew (${why}): ${operations} operations are in the log`,
    ];
    const newest = log.generations[log.generations.length - 1];
    const { number: generation, sizeBytes: lengthBytes } = newest;
    await setAside([CHECKPOINT_FILE], done[0]);
    await writeCheckpoint(directory, shard, { generation, lengthBytes, maxSeqNo: log.maxSeqNo });
    return { done, operations };
  }
  const parts = await wholeParts(directory, commit);
  const operations = parts.reduce((sum, part) => sum + part.operations, 0);
  const loss = `the translog ends early (${why}): ${operations} of its operations were kept`;
  await beforeLoss(loss);
  await cutBehind(directory, commit, shard, parts, (names) => setAside(names, loss));
  return { done: [loss], operations };
}

/**
 * Whether every byte of the log is good. Without a checkpoint a bad end counts as damage, although a crash
 * may cause one.
 */
async function isWholeWithoutCheckpoint(
  directory: Directory,
  { generations }: ReadTranslog,
): Promise<boolean> {
  for (const { number, sizeBytes } of generations) {
    if ((await directory.sizeBytes(translogFileName(number))) !== sizeBytes) return false;
  }
  return true;
}

/** Cuts the log after the good parts. */
async function cutBehind(
  directory: Directory,
  commit: Commit,
  shard: ShardIdentity,
  parts: readonly WholePart[],
  setAside: (names: readonly string[]) => Promise<unknown>,
): Promise<void> {
  const end = commit.translogGeneration + parts.length;
  const last = parts.at(-1);
  const isCut = last !== undefined && last.wholeBytes < last.bytes.length;
  const beyond = (await listGenerations(directory)).filter((number) => number >= end);
  await setAside([CHECKPOINT_FILE, ...(isCut ? [last.name] : []), ...beyond.map(translogFileName)]);
  if (last === undefined) return createTranslog(directory, shard, commit, null);
  if (isCut) await writeLog(directory, last.name, last.bytes.subarray(0, last.wholeBytes));
  const { wholeBytes: lengthBytes, maxSeqNo } = last;
  await writeCheckpoint(directory, shard, { generation: end - 1, lengthBytes, maxSeqNo });
}

/** The generations after the commit up to the first bad record, or the first missing operation. */
async function wholeParts(directory: Directory, commit: Commit): Promise<readonly WholePart[]> {
  const numbers = new Set(await listGenerations(directory));
  const parts: WholePart[] = [];
  let { maxSeqNo } = commit;
  for (let number = commit.translogGeneration; numbers.has(number); number++) {
    const part = await wholePart(directory, number, maxSeqNo);
    if (part === null) break;
    parts.push(part);
    maxSeqNo = part.maxSeqNo;
    if (part.wholeBytes < part.bytes.length) break;
  }
  return parts;
}

async function wholePart(directory: Directory, number: number, before: number): Promise<WholePart | null> {
  const name = translogFileName(number);
  const bytes = await directory.read(name);
  const header = decodeHeader(bytes);
  if (header === null || header.generation !== number) return null;
  let wholeBytes = header.sizeBytes;
  let operations = 0;
  let maxSeqNo = before;
  for (let end = frameEnd(bytes, wholeBytes); end !== null; end = frameEnd(bytes, wholeBytes)) {
    const { first, last } = seqNosOf(bytes.subarray(wholeBytes + FRAME_HEADER_BYTES, end));
    if (first > maxSeqNo + 1) break;
    operations += new DataView(bytes.buffer, bytes.byteOffset + wholeBytes).getUint32(8, true);
    maxSeqNo = Math.max(maxSeqNo, last);
    wholeBytes = end;
  }
  return { name, bytes, wholeBytes, operations, maxSeqNo };
}

async function writeCheckpoint(directory: Directory, shard: ShardIdentity, to: Checkpoint): Promise<void> {
  if (await directory.exists(CHECKPOINT_FILE)) throw bug(`${CHECKPOINT_FILE} was not set aside`);
  await (await CheckpointFile.create(directory, shard, null, to)).close();
}

async function writeLog(directory: Directory, name: string, bytes: Uint8Array): Promise<void> {
  if (await directory.exists(name)) throw bug(`${name} was not set aside`);
  const temporary = `pending_${name}`;
  const output = await directory.create(temporary);
  try {
    output.write(bytes);
    await output.sync();
  } finally {
    await output.close();
  }
  await directory.rename(temporary, name);
  await directory.syncFolder();
}

function operationsOf({ generations }: ReadTranslog): number {
  return generations.reduce((sum, { operations }) => sum + operations, 0);
}
