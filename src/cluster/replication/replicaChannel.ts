import { bug } from '../../common/index.ts';
import type { AppliedOperation, IndexShard } from '../../shard/index.ts';

/** The most operations that a replica syncs with one fsync. */
const BATCH_OPERATIONS = 2048;
/** A replica that lags further behind fails. */
const MOST_QUEUED_BYTES = 256 * 1024 * 1024;

/**
 * The outcome of an operation on a replica. `failed`: the replica will never get it and must leave the
 * in-sync set. `gone`: the copy is no longer in the set. `stopped`: the primary is no longer the primary.
 */
export type Settled = 'durable' | 'failed' | 'gone' | 'stopped';

interface Waiter {
  readonly seqNo: number;
  readonly resolve: (settled: Settled) => void;
}

/**
 * Sends a primary's operations to one replica, in batches, in sequence number order and without gaps.
 * Operations are queued until a shard is attached, so that a recovering copy misses nothing.
 */
export class ReplicaChannel {
  readonly allocationId: string;
  /** Whether writes wait for the copy. */
  isTracked = false;
  readonly #onFailure: (error: Error) => void;
  readonly #waiters = new Set<Waiter>();
  #shard: IndexShard | null = null;
  #queue: AppliedOperation[] = [];
  #queuedBytes = 0;
  #received: number;
  /** The highest term that it has received, or will have with the files of a commit. */
  #primaryTerm: number;
  #durable: number;
  #end: Exclude<Settled, 'durable'> | null = null;
  #failure: Error | null = null;
  #sending: Promise<void> | null = null;

  /** Accepts operations after the primary's last one. */
  constructor(
    allocationId: string,
    primary: Pick<IndexShard, 'maxSeqNo' | 'primaryTerm'>,
    onFailure: (error: Error) => void,
  ) {
    this.allocationId = allocationId;
    this.#received = primary.maxSeqNo;
    this.#primaryTerm = primary.primaryTerm;
    this.#durable = -1;
    this.#onFailure = onFailure;
  }

  /** The replica has everything up to this number durably; -1 before a shard is attached. */
  get durableSeqNo(): number {
    return this.#durable;
  }

  get failure(): Error | null {
    return this.#failure;
  }

  /** Whether it still accepts operations. */
  get isLive(): boolean {
    return this.#end === null;
  }

  /** Call in the turn in which the primary applies the operation. Never throws: errors fail the replica. */
  accept(applied: AppliedOperation): void {
    if (this.#end !== null) return;
    const { operation } = applied;
    if (operation.seqNo !== this.#received + 1) {
      this.fail(bug(`operation ${operation.seqNo} was handed out after ${this.#received} ${this.#state()}`));
      return;
    }
    this.#received = operation.seqNo;
    this.#primaryTerm = Math.max(this.#primaryTerm, operation.primaryTerm);
    this.#queue.push(applied);
    this.#queuedBytes += operation.kind === 'index' ? operation.source.length : 0;
    if (this.#queuedBytes > MOST_QUEUED_BYTES) {
      this.fail(new Error(`the copy cannot keep up: ${this.#queuedBytes} bytes wait for it`));
    } else this.#send();
  }

  /**
   * Attaches the open replica, which has everything up to its maxSeqNo durably. Later operations are sent to
   * it.
   */
  attach(shard: IndexShard): void {
    const { maxSeqNo } = shard;
    this.#queue = this.#queue.filter(({ operation }) => operation.seqNo > maxSeqNo);
    const next = this.#queue[0]?.operation.seqNo ?? this.#received + 1;
    if (next !== maxSeqNo + 1) throw bug(`the copy ends at ${maxSeqNo}, ${next} follows ${this.#state()}`);
    this.#shard = shard;
    this.#durable = maxSeqNo;
    this.#send();
  }

  /**
   * Resolves when the outcome of the operation is known; never rejects. A term higher than any received
   * belongs to a primary that was reopened and reuses numbers: that operation was never sent here.
   */
  settled(seqNo: number, primaryTerm = this.#primaryTerm): Promise<Settled> {
    if (primaryTerm > this.#primaryTerm) return Promise.resolve(this.#end ?? 'stopped');
    if (this.#durable >= seqNo) return Promise.resolve('durable');
    if (this.#end !== null) return Promise.resolve(this.#end);
    return new Promise((resolve) => this.#waiters.add({ seqNo, resolve }));
  }

  /** Resolves when all operations accepted before the call are durable, or never will be. */
  drained(): Promise<Settled> {
    return this.settled(this.#received);
  }

  /** Marks the replica as failed; nothing more is sent to it. */
  fail(error: Error): void {
    if (this.#end !== null) return;
    this.#failure = error;
    this.#finish('failed');
    this.#onFailure(error);
  }

  /** The copy has durably left the in-sync set: writes no longer wait for it. */
  leave(): void {
    this.#finish('gone');
  }

  /** The primary's term is over. Resolves when no write to the replica is in progress. */
  async stop(): Promise<void> {
    this.#finish('stopped');
    await this.#sending;
  }

  #finish(end: Exclude<Settled, 'durable'>): void {
    this.#end ??= end;
    this.#queue = [];
    this.#queuedBytes = 0;
    for (const { resolve } of this.#waiters) resolve(this.#end);
    this.#waiters.clear();
  }

  /**
   * Sends batches until the queue is empty. Starts after the current turn, so that its operations share a
   * batch.
   */
  #send(): void {
    const shard = this.#shard;
    if (shard === null || this.#sending !== null || this.#queue.length === 0) return;
    this.#sending = new Promise((resolve) => setImmediate(resolve)).then(async () => {
      try {
        while (this.#end === null && this.#queue.length > 0) await this.#sendBatch(shard);
      } catch (error) {
        this.fail(error as Error);
      } finally {
        this.#sending = null;
      }
    });
  }

  async #sendBatch(shard: IndexShard): Promise<void> {
    const batch = this.#queue.splice(0, BATCH_OPERATIONS);
    for (const { operation } of batch) {
      this.#queuedBytes -= operation.kind === 'index' ? operation.source.length : 0;
    }
    await shard.replicate(batch);
    const { seqNo } = batch[batch.length - 1].operation;
    if (this.#end === null && shard.maxSeqNo !== seqNo) {
      throw bug(`the copy is at ${shard.maxSeqNo} after ${seqNo} ${this.#state()}`);
    }
    this.#durable = seqNo;
    for (const waiter of this.#waiters) {
      if (waiter.seqNo > seqNo) continue;
      this.#waiters.delete(waiter);
      waiter.resolve('durable');
    }
  }

  #state(): string {
    return `(copy ${this.allocationId}, received ${this.#received}, durable ${this.#durable}, queued ${this.#queue.length})`;
  }
}
