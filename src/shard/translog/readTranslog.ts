import { OpenSearchError } from '../../common/index.ts';
import { type Directory, NoSuchFileError } from '../../directory/index.ts';
import type { Commit } from '../commit.ts';
import { belongsTo, isSameShard, type ShardIdentity } from '../identity.ts';
import { decodeHeader, FRAME_HEADER_BYTES, frameEnd, HEADER_BYTES, hasFrameAfter } from './frame.ts';
import { decodeOperations, type TranslogOperation } from './operation.ts';
import { createGeneration, type OldGeneration, translogFileName } from './translog.ts';

/** A generation read back: its whole frames; a torn last one is cut off the file. */
export interface ReadGeneration extends OldGeneration {
  readonly operationsOf: () => Generator<TranslogOperation>;
}

/** Numbers of the generations in the folder, ascending. */
export async function listGenerations(directory: Directory): Promise<number[]> {
  const names = await directory.list();
  const numbers = names
    .map((name) => /^translog-(\d+)\.tlog$/.exec(name)?.[1])
    .filter((n) => n !== undefined);
  return numbers.map(Number).sort((a, b) => a - b);
}

/** Whose the log is. */
export interface TranslogOwner {
  readonly shard: ShardIdentity;
  /** A commit of format 1 has files of format 1 after it, which do not say whose they are. */
  readonly allowsOld: boolean;
}

/** The owner that a commit asks for; null: whoever wants to know has no shard in mind, and the commit names none. */
export function ownerOf(commit: Commit, shard: ShardIdentity | null): TranslogOwner | null {
  const owner = shard ?? commit.shard;
  return owner ? { shard: owner, allowsOld: commit.shard === undefined } : null;
}

/**
 * Reads the generations from `first` to the newest. Throws translog_corrupted_exception where a generation is missing
 * or a bad frame stands before a good one; the bad end of the last one was never acknowledged and is cut, or left as it
 * is by whoever only looks.
 */
export async function readTranslog(
  directory: Directory,
  first: number,
  owner: TranslogOwner | null,
  tornEnd: 'cut' | 'leave' = 'cut',
): Promise<ReadGeneration[]> {
  const numbers = (await listGenerations(directory)).filter((number) => number >= first);
  const last = Math.max(first, ...numbers);
  const read: ReadGeneration[] = [];
  let torn: string | null = null;
  for (let number = first; number <= last; number++) {
    const generation = await readGeneration(directory, number, owner, tornEnd);
    if (torn !== null && generation.operations > 0) throw corrupted(torn, 'followed by a newer generation');
    torn = generation.torn ? translogFileName(number) : torn;
    read.push(generation);
  }
  if (tornEnd === 'cut') {
    const lastWritten = read.findLastIndex(({ operations }) => operations > 0);
    for (const generation of read.slice(Math.max(0, lastWritten))) await writeAnew(directory, generation);
  }
  return read;
}

/**
 * The last frame, and the headers of generations after it, may be in the system's cache alone, and an fsync that has
 * failed once proves nothing later. What newer generations build on must last: the file is written again, and takes the
 * place of the old one.
 */
async function writeAnew(directory: Directory, { number, sizeBytes }: OldGeneration): Promise<void> {
  const name = translogFileName(number);
  const temporary = `pending_${name}`;
  const output = await directory.create(temporary);
  try {
    output.write((await directory.read(name)).subarray(0, sizeBytes));
    await output.sync();
  } finally {
    await output.close();
  }
  await directory.rename(temporary, name);
  await directory.syncFolder();
}

async function readGeneration(
  directory: Directory,
  number: number,
  owner: TranslogOwner | null,
  tornEnd: 'cut' | 'leave',
): Promise<ReadGeneration & { torn: boolean }> {
  const name = translogFileName(number);
  const file = await directory.read(name).catch((error) => {
    throw error instanceof NoSuchFileError ? corrupted(name, 'missing') : error;
  });
  const bounds: [number, number][] = [];
  let operations = 0;
  const header = decodeHeader(file);
  if (header === null) {
    // Torn while it was made: nothing was in it yet.
    if (file.length > HEADER_BYTES) throw corrupted(name, 'bad header');
    if (tornEnd === 'cut' && owner) {
      await (await createGeneration(directory, number, owner.shard)).output.close();
    }
    return {
      number,
      operations,
      sizeBytes: HEADER_BYTES,
      operationsOf: () => operationsIn(file, []),
      torn: true,
    };
  }
  if (header.generation !== number) throw corrupted(name, `is generation ${header.generation}`);
  if (owner) checkOwner(name, header.shard, owner);
  let at = header.sizeBytes;
  for (let end = frameEnd(file, at); end !== null; end = frameEnd(file, at)) {
    operations += new DataView(file.buffer, file.byteOffset + at).getUint32(8, true);
    bounds.push([at + FRAME_HEADER_BYTES, end]);
    at = end;
  }
  const torn = at < file.length;
  if (torn) {
    if (hasFrameAfter(file, at)) throw corrupted(name, `bad record at ${at}, with good ones after it`);
    if (tornEnd === 'cut') await directory.truncate(name, at);
  }
  return { number, operations, sizeBytes: at, operationsOf: () => operationsIn(file, bounds), torn };
}

function checkOwner(name: string, shard: ShardIdentity | null, owner: TranslogOwner): void {
  if (shard === null && !owner.allowsOld) throw corrupted(name, 'of an older format than its commit');
  if (shard !== null && !isSameShard(shard, owner.shard)) throw corrupted(name, belongsTo(shard));
}

function* operationsIn(file: Uint8Array, bounds: readonly [number, number][]): Generator<TranslogOperation> {
  for (const [from, to] of bounds) yield* decodeOperations(file.subarray(from, to));
}

function corrupted(file: string, what: string): OpenSearchError {
  return new OpenSearchError(
    'translog_corrupted_exception',
    `translog from source [${file}] is corrupted, ${what}`,
  );
}
