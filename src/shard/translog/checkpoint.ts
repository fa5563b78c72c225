import { bug, crc32, Mutex, OpenSearchError } from '../../common/index.ts';
import {
  CorruptFileError,
  type Directory,
  NoSuchFileError,
  readAtMost,
  type Slot,
} from '../../directory/index.ts';
import type { ShardIdentity } from '../identity.ts';

/**
 * How much of the log is durable. Anything missing or damaged before this point may have been acknowledged.
 */
export interface Checkpoint {
  /** The newest durable generation, up to `lengthBytes`; earlier ones are completely durable. */
  readonly generation: number;
  /** Durable bytes of that generation, including its header. */
  readonly lengthBytes: number;
  /** The highest sequence number up to this point, including commits. */
  readonly maxSeqNo: number;
}

export interface StoredCheckpoint extends Checkpoint {
  readonly sequence: number;
  readonly slot: number;
}

export const CHECKPOINT_FILE = 'translog.ckp';

/**
 * The file has two slots. The valid one with the higher sequence counts:
 *
 * slot = magic (8), sequence (8), generation (8), length (8), max sequence number (8), CRC32 of the owner
 *     (4),
 * CRC32 of these (4)
 *
 * A slot is written in place. Only one of them is written between two fsyncs, so that the other survives a
 * power failure; they are in different disk blocks.
 */
const MAGIC = Buffer.from('RPTRCKP1', 'latin1');
const SLOT_BYTES = 48;
const SLOT_DISTANCE_BYTES = 4096;
const LARGEST_FILE_BYTES = SLOT_DISTANCE_BYTES + SLOT_BYTES;

/** `translog_corrupted_exception`, in the original's words. */
export function translogCorrupted(file: string, what: string): OpenSearchError {
  return new OpenSearchError(
    'translog_corrupted_exception',
    `translog from source [${file}] is corrupted, ${what}`,
  );
}

/** The checkpoint in a shard's folder; `null` if there is none. Throws translog_corrupted_exception. */
export async function readCheckpoint(
  directory: Directory,
  owner: ShardIdentity | null,
): Promise<StoredCheckpoint | null> {
  let bytes: Uint8Array;
  try {
    bytes = await readAtMost(directory, CHECKPOINT_FILE, LARGEST_FILE_BYTES);
  } catch (error) {
    if (error instanceof NoSuchFileError) return null;
    if (error instanceof CorruptFileError) throw translogCorrupted(CHECKPOINT_FILE, error.message);
    throw error;
  }
  const slots = [0, 1].flatMap((slot) => decodeSlot(bytes, slot) ?? []);
  const newest = slots.sort((a, b) => b.sequence - a.sequence)[0];
  if (newest === undefined)
    throw translogCorrupted(CHECKPOINT_FILE, 'neither of its two checkpoints is whole');
  if (owner !== null && newest.owner !== checksumOf(owner)) {
    throw translogCorrupted(CHECKPOINT_FILE, 'belongs to another shard');
  }
  return newest;
}

/** The checkpoint of an open shard. */
export class CheckpointFile {
  readonly #slot: Slot;
  readonly #owner: number;
  readonly #mutex = new Mutex();
  #sequence: number;
  /** The slot known to be synced. */
  #durableSlot: number;
  #isDirty = false;
  #last: Checkpoint;

  private constructor(slot: Slot, owner: ShardIdentity, stored: StoredCheckpoint | null, first: Checkpoint) {
    this.#last = first;
    this.#slot = slot;
    this.#owner = checksumOf(owner);
    this.#sequence = stored?.sequence ?? 0;
    this.#durableSlot = stored?.slot ?? 1;
  }

  /**
   * Opens the file and writes `first`, durably. `stored` is its durable content; `null` if it has no valid
   * content.
   */
  static async create(
    directory: Directory,
    owner: ShardIdentity,
    stored: StoredCheckpoint | null,
    first: Checkpoint,
  ): Promise<CheckpointFile> {
    const slot = await directory.openSlot(CHECKPOINT_FILE);
    const file = new CheckpointFile(slot, owner, stored, first);
    try {
      await file.write(first);
      await file.sync();
      await directory.syncFolder();
      return file;
    } catch (error) {
      await file.close();
      throw error;
    }
  }

  get last(): Checkpoint {
    return this.#last;
  }

  /**
   * What it covers must already be durable. Survives the end of the process, but a power failure only after
   * sync().
   */
  write(checkpoint: Checkpoint): Promise<void> {
    return this.#mutex.run(async () => {
      this.#checkOrder(checkpoint);
      const slot = 1 - this.#durableSlot;
      const bytes = encodeSlot(++this.#sequence, checkpoint, this.#owner);
      this.#isDirty = true;
      await this.#slot.write(bytes, slot * SLOT_DISTANCE_BYTES);
      this.#last = checkpoint;
    });
  }

  /** Makes everything written survive a power failure. */
  sync(): Promise<void> {
    return this.#mutex.run(async () => {
      if (!this.#isDirty) return;
      await this.#slot.sync();
      this.#isDirty = false;
      this.#durableSlot = 1 - this.#durableSlot;
    });
  }

  async close(): Promise<void> {
    await this.#mutex.run(() => this.#slot.close()).catch(() => undefined);
  }

  #checkOrder(next: Checkpoint): void {
    const last = this.#last;
    const isForward =
      next.maxSeqNo >= last.maxSeqNo &&
      (next.generation > last.generation ||
        (next.generation === last.generation && next.lengthBytes >= last.lengthBytes));
    if (!isForward) throw bug(`the translog goes back: ${JSON.stringify({ last, next })}`);
  }
}

function encodeSlot(sequence: number, checkpoint: Checkpoint, owner: number): Uint8Array {
  const bytes = Buffer.alloc(SLOT_BYTES);
  MAGIC.copy(bytes);
  bytes.writeDoubleLE(sequence, 8);
  bytes.writeDoubleLE(checkpoint.generation, 16);
  bytes.writeDoubleLE(checkpoint.lengthBytes, 24);
  bytes.writeDoubleLE(checkpoint.maxSeqNo, 32);
  bytes.writeUInt32LE(owner, 40);
  bytes.writeUInt32LE(crc32(bytes.subarray(0, 44)), 44);
  return bytes;
}

function decodeSlot(file: Uint8Array, slot: number): (StoredCheckpoint & { readonly owner: number }) | null {
  const at = slot * SLOT_DISTANCE_BYTES;
  const bytes = Buffer.from(file.buffer, file.byteOffset, file.byteLength).subarray(at, at + SLOT_BYTES);
  if (bytes.length < SLOT_BYTES || !MAGIC.equals(bytes.subarray(0, 8))) return null;
  if (crc32(bytes.subarray(0, 44)) !== bytes.readUInt32LE(44)) return null;
  const [sequence, generation, lengthBytes, maxSeqNo] = [8, 16, 24, 32].map((offset) =>
    bytes.readDoubleLE(offset),
  );
  return { slot, sequence, generation, lengthBytes, maxSeqNo, owner: bytes.readUInt32LE(40) };
}

function checksumOf({ indexUuid, shardId }: ShardIdentity): number {
  return crc32(Buffer.from(`${indexUuid}/${shardId}`));
}
