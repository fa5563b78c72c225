import { bug } from '../../common/index.ts';
import type { AppliedOperation, IndexShard } from '../../shard/index.ts';

/** Operations of a batch that a replica makes durable with one fsync. */
const BATCH_OPERATIONS = 2048;
/** A replica that lags behind by more than this cannot keep up. */
const MOST_QUEUED_BYTES = 256 * 1024 * 1024;

/**
 * How it stands with an operation on a replica. `failed`: it will never be there, the copy must leave the in-sync set.
 * `gone`: the copy is not in the set any more. `stopped`: the primary is not the primary any more.
 */
export type Settled = 'durable' | 'failed' | 'gone' | 'stopped';

interface Waiter {
  readonly seqNo: number;
  readonly resolve: (settled: Settled) => void;
}

/**
 * The operations of a primary on their way to one replica: in the order of their sequence numbers, without gaps, in
 * batches. Without a shard they wait; so a copy that is being filled misses nothing.
 */
export class ReplicaChannel {
  readonly allocationId: string;
  /** Writes wait for the copy. */
  isTracked = false;
  readonly #onFailure: (error: Error) => void;
  readonly #waiters = new Set<Waiter>();
  #shard: IndexShard | null = null;
  #queue: AppliedOperation[] = [];
  #queuedBytes = 0;
  #received: number;
  #durable: number;
  #end: Exclude<Settled, 'durable'> | null = null;
  #failure: Error | null = null;
  #sending: Promise<void> | null = null;

  /** Takes the operations after `seqNo`. */
  constructor(allocationId: string, seqNo: number, onFailure: (error: Error) => void) {
    this.allocationId = allocationId;
    this.#received = seqNo;
    this.#durable = -1;
    this.#onFailure = onFailure;
  }

  /** Up to here the replica has everything, durably; -1 before it is open. */
  get durableSeqNo(): number {
    return this.#durable;
  }

  get failure(): Error | null {
    return this.#failure;
  }

  /** Whether it still takes operations. */
  get isLive(): boolean {
    return this.#end === null;
  }

  /** In the turn in which the primary applies the operation. Never throws: what is wrong fails the replica. */
  accept(applied: AppliedOperation): void {
    if (this.#end !== null) return;
    const { operation } = applied;
    if (operation.seqNo !== this.#received + 1) {
      this.fail(bug(`operation ${operation.seqNo} was handed out after ${this.#received} ${this.#state()}`));
      return;
    }
    this.#received = operation.seqNo;
    this.#queue.push(applied);
    this.#queuedBytes += operation.kind === 'index' ? operation.source.length : 0;
    if (this.#queuedBytes > MOST_QUEUED_BYTES) {
      this.fail(new Error(`the copy cannot keep up: ${this.#queuedBytes} bytes wait for it`));
    } else this.#send();
  }

  /** The replica is open, with everything up to its maxSeqNo durable; what waits and it has not follows. */
  attach(shard: IndexShard): void {
    const { maxSeqNo } = shard;
    this.#queue = this.#queue.filter(({ operation }) => operation.seqNo > maxSeqNo);
    const next = this.#queue[0]?.operation.seqNo ?? this.#received + 1;
    if (next !== maxSeqNo + 1) throw bug(`the copy ends at ${maxSeqNo}, ${next} follows ${this.#state()}`);
    this.#shard = shard;
    this.#durable = maxSeqNo;
    this.#send();
  }

  /** Never rejects. */
  settled(seqNo: number): Promise<Settled> {
    if (this.#durable >= seqNo) return Promise.resolve('durable');
    if (this.#end !== null) return Promise.resolve(this.#end);
    return new Promise((resolve) => this.#waiters.add({ seqNo, resolve }));
  }

  /** Resolves when what was accepted before the call is durable, or never will be. */
  drained(): Promise<Settled> {
    return this.settled(this.#received);
  }

  /** The replica has failed: nothing more is sent to it. */
  fail(error: Error): void {
    if (this.#end !== null) return;
    this.#failure = error;
    this.#finish('failed');
    this.#onFailure(error);
  }

  /** The copy is not in the in-sync set, durably: nobody waits for it. */
  leave(): void {
    this.#finish('gone');
  }

  /** The term of the primary is over. Resolves when the replica does not change any more. */
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

  /** A batch is what was applied until the replica is ready for it: later in this turn at the earliest. */
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
