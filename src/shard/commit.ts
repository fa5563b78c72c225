import { crc32 } from '../common/index.ts';
import { CorruptFileError, type Directory, NewerFormatError, readAtMost } from '../directory/index.ts';
import { type LeafReader, liveDocsChecksum, liveDocsFileName, segmentFileName } from '../segment/index.ts';
import { belongsTo, isSameShard, type ShardIdentity } from './identity.ts';
import { fatally } from './storageError.ts';

/** Far more than any commit needs, which names a few dozen segments. */
const LARGEST_COMMIT_BYTES = 64 * 1024 ** 2;

/** Format 1 did not record the shard's identity; format 2 had no translog checkpoint. */
export const COMMIT_FORMAT = 3;
/** The first format that requires a checkpoint. */
export const CHECKPOINT_FORMAT = 3;

/** The content of a commit: the segments of the shard, and where the translog continues. */
export interface Commit {
  /** Absent in format 1. */
  readonly format?: number;
  readonly shard?: ShardIdentity;
  readonly generation: number;
  readonly segments: readonly CommittedSegment[];
  /** All operations up to this number are in the segments. */
  readonly maxSeqNo: number;
  /** The first translog generation with operations that are not in the segments. */
  readonly translogGeneration: number;
  /** Segment names are never reused. */
  readonly nextSegment: number;
}

export interface CommittedSegment {
  readonly name: string;
  /** Checksum of the segment file; absent in the first versions. */
  readonly checksum?: number | null;
  readonly liveGeneration: number | null;
  /** Checksum of the live documents in that generation; absent in format 1. */
  readonly liveChecksum?: number | null;
  readonly extraFiles: readonly string[];
}

export function commitFileName(generation: number): string {
  return `segments_${generation.toString(36)}`;
}

/**
 * Durable and atomic: temporary name, fsync, rename, fsync of the folder. Throws FatalStorageError if it is
 * unknown whether the new commit is in effect; after any other error the old one is.
 */
export async function writeCommit(directory: Directory, commit: Commit): Promise<void> {
  const body = JSON.stringify(commit);
  const text = `${body}\n${crc32(Buffer.from(body)).toString(16)}\n`;
  const temporary = `pending_${commitFileName(commit.generation)}`;
  const output = await directory.create(temporary);
  try {
    output.write(Buffer.from(text));
    await output.sync();
  } finally {
    await output.close();
  }
  await fatally(async () => {
    await directory.rename(temporary, commitFileName(commit.generation));
    await directory.syncFolder();
  });
}

/** The newest commit of that shard; `null` in a folder without one. Throws CorruptFileError. */
export async function readNewestCommit(
  directory: Directory,
  identity: ShardIdentity | null,
): Promise<Commit | null> {
  const generations = (await directory.list())
    .map((name) => /^segments_([0-9a-z]+)$/.exec(name)?.[1])
    .filter((digits) => digits !== undefined)
    .map((digits) => Number.parseInt(digits, 36));
  if (generations.length === 0) return null;
  const file = commitFileName(Math.max(...generations));
  const [body, checksum, ...rest] = Buffer.from(await readAtMost(directory, file, LARGEST_COMMIT_BYTES))
    .toString()
    .split('\n');
  if (checksum !== crc32(Buffer.from(body)).toString(16) || rest.join('\n') !== '')
    throw new CorruptFileError(file, 'checksum mismatch');
  const commit = JSON.parse(body) as Commit;
  if ((commit.format ?? 1) > COMMIT_FORMAT) {
    throw new NewerFormatError(file, commit.format ?? 1, COMMIT_FORMAT);
  }
  if (identity && commit.shard && !isSameShard(commit.shard, identity)) {
    throw new CorruptFileError(file, belongsTo(commit.shard));
  }
  if (commitFileName(commit.generation) !== file) {
    throw new CorruptFileError(file, `is the commit ${commitFileName(commit.generation)}`);
  }
  return commit;
}

/** Checks that a segment's files are those of the commit. Throws CorruptFileError. */
export function checkIsCommitted(
  { name, checksum, liveGeneration, liveChecksum }: CommittedSegment,
  { core, liveDocs }: LeafReader,
): void {
  if (isAnother(checksum, core.checksum)) {
    throw new CorruptFileError(segmentFileName(name), 'not the segment that was committed');
  }
  if (liveGeneration !== null && liveDocs !== null && isAnother(liveChecksum, liveDocsChecksum(liveDocs))) {
    const file = liveDocsFileName(name, liveGeneration);
    throw new CorruptFileError(file, 'not the live documents that were committed');
  }
}

function isAnother(committed: number | null | undefined, found: number | null): boolean {
  return committed !== undefined && committed !== null && committed !== found;
}
