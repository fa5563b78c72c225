import { bug, loopTurns, Mutex } from '../../common/index.ts';
import type { Directory, IndexOutput } from '../../directory/index.ts';
import type { ShardIdentity } from '../identity.ts';
import { SharedTask } from '../sharedTask.ts';
import type { Checkpoint, CheckpointFile } from './checkpoint.ts';
import { encodeHeader, FRAME_HEADER_BYTES, HEADER_BYTES, sealFrame } from './frame.ts';
import { OperationBuffer, type TranslogOperation } from './operation.ts';

/** One file of the log. */
export interface TranslogGeneration {
  readonly number: number;
  readonly output: IndexOutput;
  readonly pending: OperationBuffer;
  operations: number;
}

/** A file is read as a whole when the shard opens, so longer ones are never written. */
export const LARGEST_GENERATION_BYTES = 2 ** 31;

/** What earlier generations contain, for statistics and trimming. */
export interface OldGeneration {
  readonly number: number;
  readonly operations: number;
  readonly sizeBytes: number;
}

export function translogFileName(generation: number): string {
  return `translog-${generation}.tlog`;
}

/** Creates an empty generation that survives a crash; not yet in use. */
export async function createGeneration(
  directory: Directory,
  number: number,
  shard: ShardIdentity,
): Promise<TranslogGeneration> {
  const output = await directory.create(translogFileName(number));
  output.write(encodeHeader(number, shard));
  await output.sync();
  await directory.syncFolder();
  return { number, output, pending: new OperationBuffer(FRAME_HEADER_BYTES), operations: 0 };
}

/** Writes that arrive together share a frame, and the disk works while earlier answers are sent. */
function atEndOfRound(start: () => void): void {
  loopTurns.atEndOfRound(start);
}

export interface TranslogParts {
  readonly shard: ShardIdentity;
  readonly current: TranslogGeneration;
  readonly old: readonly OldGeneration[];
  readonly checkpoint: CheckpointFile;
  /** The highest sequence number in the log and in the commit that it follows. */
  readonly maxSeqNo: number;
}

/**
 * Operations that no commit contains yet. append() only buffers; sync() makes everything buffered durable, as
 * one frame; concurrent callers share a frame and its fsync. Before they are answered, the new length of the
 * log is written to the checkpoint, so that a later loss is detected. A long generation is followed by the
 * next, independent of commits. The first failure ends the log for good.
 */
export class Translog {
  readonly #directory: Directory;
  readonly #shard: ShardIdentity;
  readonly #checkpoint: CheckpointFile;
  /** Generations are started one at a time, by a flush or here. */
  readonly #beginning = new Mutex();
  readonly #generationBytes: () => number;
  readonly #sync: SharedTask<void>;
  readonly #onFailure: (error: Error) => void;
  #current: TranslogGeneration;
  /** Generations that accept no more operations but may have unsynced ones. */
  #retiring: TranslogGeneration[] = [];
  #old: OldGeneration[];
  #failure: Error | null = null;
  #isClosed = false;
  /** The highest sequence number appended so far. */
  #maxSeqNo: number;

  constructor(
    directory: Directory,
    { shard, current, old, checkpoint, maxSeqNo }: TranslogParts,
    options: {
      /** The size at which a generation is full. */
      readonly generationBytes: () => number;
      readonly onFailure: (error: Error) => void;
    },
  ) {
    this.#directory = directory;
    this.#shard = shard;
    this.#generationBytes = options.generationBytes;
    this.#current = current;
    this.#old = [...old];
    this.#checkpoint = checkpoint;
    this.#maxSeqNo = maxSeqNo;
    this.#onFailure = options.onFailure;
    this.#sync = new SharedTask(new Mutex(), () => this.#writeFrames(), atEndOfRound);
  }

  get generation(): number {
    return this.#current.number;
  }

  get pendingBytes(): number {
    return this.#current.pending.sizeBytes;
  }

  get operations(): number {
    return this.#all().reduce((sum, generation) => sum + generation.operations, 0);
  }

  get sizeBytes(): number {
    return this.#all().reduce((sum, generation) => sum + generation.sizeBytes, 0);
  }

  append(operation: TranslogOperation): void {
    if (operation.seqNo !== this.#maxSeqNo + 1) {
      throw bug(`operation ${operation.seqNo} follows ${this.#maxSeqNo} in the translog`);
    }
    this.#maxSeqNo = operation.seqNo;
    this.#current.pending.append(operation);
    this.#current.operations++;
  }

  /** Resolves when everything appended before the call would survive a crash. */
  sync(): Promise<void> {
    if (this.#failure !== null) return Promise.reject(this.#failure);
    return this.#sync.run();
  }

  /** Makes the checkpoint durable, without syncing the log itself. */
  async syncCheckpoint(): Promise<void> {
    if (this.#failure !== null) throw this.#failure;
    await this.#checkpoint.sync().catch((error) => this.#fail(error));
  }

  /**
   * Switches to a new generation. `atSwitch` runs in the turn of the switch, which separates earlier from
   * later operations exactly.
   */
  begin<T>(atSwitch: (generation: number) => T): Promise<T> {
    return this.#beginning.run(async () => {
      const next = await createGeneration(this.#directory, this.#current.number + 1, this.#shard);
      this.#retiring.push(this.#current);
      this.#current = next;
      return atSwitch(next.number);
    });
  }

  /** Deletes generations below `minimum`, whose operations are all in a commit. */
  async trim(minimum: number): Promise<void> {
    await this.sync();
    const trimmed = this.#old.filter((generation) => generation.number < minimum);
    this.#old = this.#old.filter((generation) => generation.number >= minimum);
    // Files that cannot be deleted now are deleted when the shard is opened again.
    for (const { number } of trimmed)
      await this.#directory.delete(translogFileName(number)).catch(() => undefined);
  }

  /** Anything not durable by now never will be: another shard may read the files. */
  async close(): Promise<void> {
    this.#isClosed = true;
    for (const { output } of [...this.#retiring, this.#current]) await output.close().catch(() => undefined);
    if (this.#failure === null) await this.#checkpoint.sync().catch(() => undefined);
    await this.#checkpoint.close();
  }

  async #writeFrames(): Promise<void> {
    if (this.#failure !== null) throw this.#failure;
    if (this.#isClosed) throw new Error('the translog is closed');
    try {
      if (this.#isCurrentLong()) await this.#roll();
      while (this.#retiring.length > 0) {
        const retiring = this.#retiring[0];
        await writeFrame(retiring);
        await retiring.output.close();
        this.#old.push(summary(retiring));
        this.#retiring.shift();
      }
      const current = this.#current;
      const maxSeqNo = this.#maxSeqNo;
      await writeFrame(current);
      // After the fsync, because the checkpoint must not cover unsynced data, and before the callers are
      // answered.
      await this.#writeCheckpoint({
        generation: current.number,
        lengthBytes: current.output.position,
        maxSeqNo,
      });
    } catch (error) {
      this.#fail(error as Error);
    }
  }

  #isCurrentLong(): boolean {
    const { output, pending } = this.#current;
    const isLong = output.position + pending.sizeBytes > this.#generationBytes();
    return isLong && output.position > HEADER_BYTES && pending.count > 0;
  }

  /** Pending operations go to a new generation. */
  async #roll(): Promise<void> {
    await this.#beginning.run(async () => {
      // A flush may have started one meanwhile.
      if (!this.#isCurrentLong()) return;
      const next = await createGeneration(this.#directory, this.#current.number + 1, this.#shard);
      const { pending, operations, ...full } = this.#current;
      const fresh = new OperationBuffer(FRAME_HEADER_BYTES);
      this.#retiring.push({ ...full, pending: fresh, operations: operations - pending.count });
      this.#current = { ...next, pending, operations: pending.count };
    });
  }

  async #writeCheckpoint(next: Checkpoint): Promise<void> {
    const { generation, lengthBytes } = this.#checkpoint.last;
    if (next.generation !== generation || next.lengthBytes !== lengthBytes)
      await this.#checkpoint.write(next);
  }

  #fail(error: Error): never {
    if (this.#failure === null) {
      this.#failure = error;
      this.#onFailure(error);
    }
    throw error;
  }

  #all(): OldGeneration[] {
    return [...this.#old, ...this.#retiring.map(summary), summary(this.#current)];
  }
}

async function writeFrame(generation: TranslogGeneration): Promise<void> {
  const { output, pending } = generation;
  if (pending.count === 0) return;
  const frame = pending.bytes();
  if (output.position + frame.length > LARGEST_GENERATION_BYTES) {
    throw bug(`${translogFileName(generation.number)} would be ${output.position + frame.length} bytes long`);
  }
  sealFrame(frame, pending.count, output.position);
  output.write(frame);
  pending.clear();
  await output.sync();
}

function summary(generation: TranslogGeneration): OldGeneration {
  const { number, operations, output } = generation;
  return { number, operations, sizeBytes: output.position };
}
