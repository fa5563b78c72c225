import { CorruptFileError, type Directory, NoSuchFileError, readAtMost } from '../../directory/index.ts';
import { CHECKPOINT_FORMAT, type Commit } from '../commit.ts';
import { belongsTo, isSameShard, type ShardIdentity } from '../identity.ts';
import {
  CHECKPOINT_FILE,
  type Checkpoint,
  translogCorrupted as corrupted,
  readCheckpoint,
  type StoredCheckpoint,
} from './checkpoint.ts';
import { decodeHeader, FRAME_HEADER_BYTES, frameEnd, HEADER_BYTES, hasFrameAfter } from './frame.ts';
import { decodeOperations, seqNosOf, type TranslogOperation } from './operation.ts';
import {
  createGeneration,
  LARGEST_GENERATION_BYTES,
  type OldGeneration,
  translogFileName,
} from './translog.ts';

/** A generation read back: its complete frames; a torn last one is cut off the file. */
export interface ReadGeneration extends OldGeneration {
  /** The first and last sequence number; `null` if there are no operations. */
  readonly seqNos: { readonly first: number; readonly last: number } | null;
  /** Where its last frame begins. */
  readonly lastFrameAt: number;
  /** Its operations, frame by frame. */
  readonly frames: () => AsyncGenerator<Iterable<TranslogOperation>>;
}

/** Log files are kept in memory until they are replayed, up to this total size; others are read again. */
const KEPT_BYTES = 256 * 1024 ** 2;

const EMPTY_GENERATION = {
  operations: 0,
  sizeBytes: HEADER_BYTES,
  lastFrameAt: 0,
  seqNos: null,
  frames: async function* (): AsyncGenerator<Iterable<TranslogOperation>> {},
};

/** The generations in the folder, ascending. */
export async function listGenerations(directory: Directory): Promise<number[]> {
  const names = await directory.list();
  const numbers = names
    .map((name) => /^translog-(\d+)\.tlog$/.exec(name)?.[1])
    .filter((n) => n !== undefined);
  return numbers.map(Number).sort((a, b) => a - b);
}

/** The shard that the log belongs to. */
export interface TranslogOwner {
  readonly shard: ShardIdentity;
  /** Files of format 1, which do not record the shard, may follow a commit of format 1. */
  readonly allowsOld: boolean;
}

/** The required owner of the log; `null` if neither the caller nor the commit names a shard. */
export function ownerOf(commit: Commit, shard: ShardIdentity | null): TranslogOwner | null {
  const owner = shard ?? commit.shard;
  return owner ? { shard: owner, allowsOld: commit.shard === undefined } : null;
}

/** The part of a commit that determines where the log starts. */
export type TranslogStart = Pick<Commit, 'format' | 'translogGeneration' | 'maxSeqNo'>;

export interface ReadTranslog {
  readonly generations: readonly ReadGeneration[];
  readonly checkpoint: StoredCheckpoint | null;
  /** The highest sequence number of the commit and the log. */
  readonly maxSeqNo: number;
}

/**
 * Reads the generations from the commit's to the newest. Throws translog_corrupted_exception if something
 * that was durable according to the checkpoint is missing or damaged, or if a bad frame is followed by a good
 * one. A bad end after the checkpoint was never acknowledged: it is cut off, or ignored by callers that only
 * read.
 */
export async function readTranslog(
  directory: Directory,
  start: TranslogStart,
  owner: TranslogOwner | null,
  tornEnd: 'cut' | 'leave' = 'cut',
): Promise<ReadTranslog> {
  const checkpoint = await expectedCheckpoint(directory, start, owner);
  const first = start.translogGeneration;
  const numbers = (await listGenerations(directory)).filter((number) => number >= first);
  const last = Math.max(first, checkpoint?.generation ?? 0, ...numbers);
  const generations: ReadGeneration[] = [];
  let torn: string | null = null;
  let keptBytes = 0;
  for (let number = first; number <= last; number++) {
    const promised = promiseOf(number, checkpoint);
    const keeps = (sizeBytes: number): boolean => keptBytes + sizeBytes <= KEPT_BYTES;
    const generation = await readGeneration(directory, number, { owner, promised, tornEnd, keeps });
    if (keeps(generation.sizeBytes)) keptBytes += generation.sizeBytes;
    if (torn !== null && generation.operations > 0) throw corrupted(torn, 'followed by a newer generation');
    torn = generation.torn ? translogFileName(number) : torn;
    generations.push(generation);
  }
  const maxSeqNo = checkSequence(generations, start.maxSeqNo, checkpoint);
  if (tornEnd === 'cut') await makeDurable(directory, generations, checkpoint);
  return { generations, checkpoint, maxSeqNo };
}

/** Commits have had a checkpoint since format 3; older ones get one when the shard is opened. */
async function expectedCheckpoint(
  directory: Directory,
  { format }: TranslogStart,
  owner: TranslogOwner | null,
): Promise<StoredCheckpoint | null> {
  const isExpected = (format ?? 1) >= CHECKPOINT_FORMAT;
  try {
    const checkpoint = await readCheckpoint(directory, owner?.shard ?? null);
    if (checkpoint === null && isExpected) throw corrupted(CHECKPOINT_FILE, 'missing');
    return checkpoint;
  } catch (error) {
    if (isExpected) throw error;
    return null;
  }
}

/** What a generation must contain according to the checkpoint. */
interface Promised {
  /** Minimum number of bytes. */
  readonly bytes: number;
  /** The generation was complete, so every byte of the file must be good. */
  readonly isWhole: boolean;
}

function promiseOf(number: number, checkpoint: Checkpoint | null): Promised {
  if (checkpoint === null || number > checkpoint.generation) return { bytes: 0, isWhole: false };
  if (number < checkpoint.generation) return { bytes: 1, isWhole: true };
  return { bytes: checkpoint.lengthBytes, isWhole: false };
}

/** Throws if operations up to the checkpoint are missing. Returns the highest sequence number. */
function checkSequence(
  generations: readonly ReadGeneration[],
  committedSeqNo: number,
  checkpoint: Checkpoint | null,
): number {
  let last = committedSeqNo;
  let file = '';
  for (const { number, seqNos } of generations) {
    if (checkpoint !== null && seqNos !== null && seqNos.first > last + 1) {
      const gap = `operations ${last + 1} to ${seqNos.first - 1} are missing`;
      throw corrupted(file === '' ? translogFileName(number) : file, gap);
    }
    file = translogFileName(number);
    last = Math.max(last, seqNos?.last ?? -1);
  }
  if (checkpoint !== null && last < checkpoint.maxSeqNo) {
    throw corrupted(file, `operations ${last + 1} to ${checkpoint.maxSeqNo} are missing`);
  }
  return last;
}

/**
 * What was read after the checkpoint may only be in the system's cache, and an fsync after a failed one
 * proves nothing. So it is rewritten, and the checkpoint too, because newer generations rely on it.
 */
async function makeDurable(
  directory: Directory,
  generations: readonly ReadGeneration[],
  checkpoint: Checkpoint | null,
): Promise<void> {
  const newest =
    checkpoint?.generation ?? generations.findLast(({ operations }) => operations > 0)?.number ?? 0;
  for (const { number, sizeBytes, lastFrameAt } of generations) {
    if (number < newest) continue;
    const durableBytes = number > newest ? 0 : (checkpoint?.lengthBytes ?? lastFrameAt);
    if (durableBytes < sizeBytes) await directory.rewrite(translogFileName(number), durableBytes);
  }
  if (checkpoint !== null) await directory.rewrite(CHECKPOINT_FILE, 0);
  await directory.syncFolder();
}

async function readGeneration(
  directory: Directory,
  number: number,
  options: {
    readonly owner: TranslogOwner | null;
    readonly promised: Promised;
    readonly tornEnd: 'cut' | 'leave';
    /** Whether a file of that size is kept in memory. */
    readonly keeps: (sizeBytes: number) => boolean;
  },
): Promise<ReadGeneration & { torn: boolean }> {
  const { owner, promised, tornEnd } = options;
  const name = translogFileName(number);
  const file = await readAtMost(directory, name, LARGEST_GENERATION_BYTES).catch((error) => {
    if (error instanceof CorruptFileError) throw corrupted(name, error.message);
    const expected = promised.bytes > 1 ? `, expected ${promised.bytes} bytes` : '';
    throw error instanceof NoSuchFileError ? corrupted(name, `missing${expected}`) : error;
  });
  const header = decodeHeader(file);
  if (header === null) {
    checkPromise(name, file, 0, promised);
    // Torn while being created, so it was empty.
    if (file.length > HEADER_BYTES) throw corrupted(name, 'bad header');
    if (tornEnd === 'cut' && owner) {
      await (await createGeneration(directory, number, owner.shard)).output.close();
    }
    return { ...EMPTY_GENERATION, number, torn: true };
  }
  if (header.generation !== number) throw corrupted(name, `is generation ${header.generation}`);
  if (owner) checkOwner(name, header.shard, owner);
  const { bounds, operations, end } = framesOf(file, header.sizeBytes);
  const torn = end < file.length;
  if (torn && hasFrameAfter(file, end)) {
    throw corrupted(name, `bad record at ${end}, with good ones after it`);
  }
  checkPromise(name, file, end, promised);
  if (torn && tornEnd === 'cut') await directory.truncate(name, end);
  const payload = ([from, to]: readonly [number, number]) => seqNosOf(file.subarray(from, to));
  return {
    number,
    operations,
    sizeBytes: end,
    lastFrameAt: bounds.length > 0 ? bounds[bounds.length - 1][0] - FRAME_HEADER_BYTES : end,
    seqNos:
      bounds.length > 0
        ? { first: payload(bounds[0]).first, last: payload(bounds[bounds.length - 1]).last }
        : null,
    frames: framesIn(options.keeps(end) ? async () => file : () => directory.read(name), bounds),
    torn,
  };
}

/** The frames of a file up to the first incomplete one. */
function framesOf(file: Uint8Array, headerBytes: number) {
  const bounds: [number, number][] = [];
  let operations = 0;
  let at = headerBytes;
  for (let end = frameEnd(file, at); end !== null; end = frameEnd(file, at)) {
    operations += new DataView(file.buffer, file.byteOffset + at).getUint32(8, true);
    bounds.push([at + FRAME_HEADER_BYTES, end]);
    at = end;
  }
  return { bounds, operations, end: at };
}

/** `end`: where the good frames end. */
function checkPromise(name: string, file: Uint8Array, end: number, { bytes, isWhole }: Promised): void {
  if (end >= bytes && !(isWhole && end < file.length)) return;
  const expected = isWhole ? '' : `, expected ${bytes} bytes`;
  const what = end === 0 && file.length > 0 ? 'bad header' : `bad record at ${end}`;
  throw corrupted(name, `${file.length < bytes ? 'cut' : what}${expected}, found ${file.length}`);
}

function checkOwner(name: string, shard: ShardIdentity | null, owner: TranslogOwner): void {
  if (shard === null && !owner.allowsOld) throw corrupted(name, 'of an older format than its commit');
  if (shard !== null && !isSameShard(shard, owner.shard)) throw corrupted(name, belongsTo(shard));
}

function framesIn(read: () => Promise<Uint8Array>, bounds: readonly [number, number][]) {
  return async function* (): AsyncGenerator<Iterable<TranslogOperation>> {
    const file = await read();
    for (const [from, to] of bounds) yield decodeOperations(file.subarray(from, to));
  };
}
