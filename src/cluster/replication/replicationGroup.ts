import { bug } from '../../common/index.ts';
import type { AppliedOperation, IndexShard, ShardOperation, WriteResult } from '../../shard/index.ts';
import { ReplicaChannel } from './replicaChannel.ts';

/** What a group needs of its index. Changes are durable when they resolve. */
export interface GroupHost {
  /** Allocations of the shard that have every acknowledged write. */
  inSync(): readonly string[];
  /** Removes a copy from the in-sync set. Rejects when `primaryId` is not the shard's primary any more. */
  leave(primaryId: string, allocationId: string): Promise<void>;
  /** Adds a copy to the in-sync set if `mayEnter` is true at that moment; otherwise rejects, as leave() does. */
  enter(primaryId: string, allocationId: string, mayEnter: () => boolean): Promise<void>;
  /** Called when a tracked copy has failed and left the in-sync set. */
  left(allocationId: string, error: Error): void;
  /** The error of a write that has no primary, or was not made durable on every copy: it may be retried. */
  unavailable(): Error;
}

export interface GroupMember {
  readonly allocationId: string;
  readonly shard: IndexShard;
}

/** One primary and the copies that follow it, for as long as it is the primary. */
interface Tenure {
  readonly primary: GroupMember;
  readonly channels: Map<string, ReplicaChannel>;
  readonly leaving: Map<string, Promise<void>>;
  /** No copy enters the in-sync set: it may have operations that the primary has lost. */
  isReopening: boolean;
  isOver: boolean;
}

/**
 * The started copies of a shard. The primary hands each operation to the replicas when it applies it. A write is
 * acknowledged when the primary and every tracked copy have made it durable; a copy that fails leaves the in-sync set
 * first. Writes take no lock: the sequence numbers give the order.
 */
export class ReplicationGroup {
  readonly #host: GroupHost;
  #tenure: Tenure | null = null;
  /** Pending while one primary takes over from another. */
  #changing: { readonly done: Promise<void>; readonly end: () => void } | null = null;

  constructor(host: GroupHost) {
    this.#host = host;
  }

  get primary(): GroupMember | null {
    return this.#tenure?.primary ?? null;
  }

  /** Starts the term of a primary; `replicas` have the same operations. */
  begin(primary: GroupMember, replicas: readonly GroupMember[]): void {
    if (this.#tenure !== null) {
      throw bug(`two primaries: ${this.#tenure.primary.allocationId} and ${primary.allocationId}`);
    }
    const tenure: Tenure = {
      primary,
      channels: new Map(),
      leaving: new Map(),
      isReopening: false,
      isOver: false,
    };
    const { maxSeqNo } = primary.shard;
    for (const { allocationId, shard } of replicas) {
      const channel = this.#channel(tenure, allocationId);
      if (shard.maxSeqNo !== maxSeqNo) {
        throw bug(`copy ${allocationId} is at ${shard.maxSeqNo}, its primary at ${maxSeqNo}`);
      }
      channel.attach(shard);
      channel.isTracked = true;
    }
    this.#tenure = tenure;
    this.#checkInSync(tenure, -1);
    this.#settle();
  }

  /**
   * Ends the term of the primary. New writes wait for begin() or vacate(). Resolves when the tracked replicas have all
   * that was handed to them, and nothing more is written to any replica.
   */
  async end(): Promise<void> {
    if (this.#changing === null) {
      let end = (): void => undefined;
      const done = new Promise<void>((resolve) => {
        end = resolve;
      });
      this.#changing = { done, end };
    }
    const tenure = this.#tenure;
    if (tenure === null) return;
    tenure.isOver = true;
    this.#tenure = null;
    await Promise.all(
      [...tenure.channels.values()].map(async (channel) => {
        if (channel.isTracked) await channel.drained();
        await channel.stop();
      }),
    );
  }

  /** Lets waiting writes go on; they fail while there is no primary. */
  vacate(): void {
    this.#settle();
  }

  /** Resolves when the tracked replicas have all that was handed to them. The primary must not take writes any more. */
  async drain(): Promise<void> {
    // A copy that is being recovered may never get a shard.
    const tracked = [...(this.#tenure?.channels.values() ?? [])].filter(({ isTracked }) => isTracked);
    await Promise.all(tracked.map((channel) => channel.drained()));
  }

  /** To be called with each operation in the turn in which a copy has decided it. */
  applied(allocationId: string, operation: AppliedOperation): void {
    const tenure = this.#tenure;
    if (tenure?.primary.allocationId !== allocationId) return;
    for (const channel of tenure.channels.values()) channel.accept(operation);
  }

  /** The primary is about to be opened again. To be called before the others are taken out of the in-sync set. */
  reopening(): void {
    if (this.#tenure !== null) this.#tenure.isReopening = true;
  }

  /**
   * The primary was opened again, with what was durable. The others may have more, and were taken out of the in-sync
   * set, durably.
   */
  reopened(): void {
    const tenure = this.#tenure;
    if (tenure === null) return;
    tenure.isReopening = false;
    const channels = [...tenure.channels.values()];
    tenure.channels.clear();
    for (const channel of channels) channel.leave();
    this.#checkInSync(tenure, -1);
    for (const channel of channels) {
      if (channel.isTracked) this.#host.left(channel.allocationId, new Error('the primary was opened again'));
    }
  }

  /** The engine of a replica has closed itself. */
  failed(allocationId: string, error: Error): void {
    this.#tenure?.channels.get(allocationId)?.fail(error);
  }

  /** A change of the routing has removed the copy from the in-sync set. */
  drop(allocationId: string): void {
    const channel = this.#tenure?.channels.get(allocationId);
    this.#tenure?.channels.delete(allocationId);
    channel?.leave();
  }

  /** Resolves when all are durable on the primary and on every tracked copy. */
  async write(operations: readonly ShardOperation[]): Promise<readonly (WriteResult | Error)[]> {
    while (this.#changing !== null) await this.#changing.done;
    const tenure = this.#tenure;
    if (tenure === null) throw this.#host.unavailable();
    const results = await tenure.primary.shard.write(operations);
    const last = lastOf(results);
    if (last === null) return results;
    const tracked = [...tenure.channels.values()].filter(({ isTracked }) => isTracked);
    const copies = await Promise.all(tracked.map((channel) => this.#await(tenure, channel, last)));
    if (!tenure.isOver) this.#checkInSync(tenure, last.seqNo);
    // It may have been applied after the end of the term. Where no other copy has it, it counts only if this one is
    // still in sync.
    else if (!copies.includes('durable') && !this.#host.inSync().includes(tenure.primary.allocationId)) {
      throw this.#host.unavailable();
    }
    return results;
  }

  /** Whether the operations of the primary are sent to the copy. */
  follows(allocationId: string): boolean {
    return this.#tenure?.channels.has(allocationId) ?? false;
  }

  /** The recovery of a copy, which is not in sync, was given up. */
  unsubscribe(channel: ReplicaChannel): void {
    if (this.#tenure?.channels.get(channel.allocationId) === channel) this.drop(channel.allocationId);
  }

  /** Queues the operations of the primary from now on, for a copy whose recovery begins. Null without a primary. */
  subscribe(allocationId: string): ReplicaChannel | null {
    const tenure = this.#tenure;
    return tenure && this.#channel(tenure, allocationId);
  }

  /**
   * Brings a recovered and attached copy into the in-sync set: it catches up, then it is tracked by writes, then it
   * enters the set. Rejects when it fails or the primary's term ends before.
   */
  async admit(channel: ReplicaChannel, beforeEntry: () => Promise<unknown>): Promise<void> {
    const tenure = this.#tenure;
    const { allocationId } = channel;
    if (tenure?.channels.get(allocationId) !== channel) throw this.#host.unavailable();
    await channel.drained();
    channel.isTracked = true;
    // Writes that did not see it tracked are below this number.
    const settled = await channel.settled(tenure.primary.shard.maxSeqNo);
    if (settled !== 'durable') throw channel.failure ?? this.#host.unavailable();
    await beforeEntry();
    const isCurrent = () =>
      !tenure.isOver &&
      !tenure.isReopening &&
      tenure.channels.get(allocationId) === channel &&
      channel.isLive;
    await this.#host.enter(tenure.primary.allocationId, allocationId, isCurrent);
  }

  #channel(tenure: Tenure, allocationId: string): ReplicaChannel {
    if (tenure.channels.has(allocationId) || allocationId === tenure.primary.allocationId) {
      throw bug(`copy ${allocationId} follows twice`);
    }
    const channel = new ReplicaChannel(allocationId, tenure.primary.shard, (error) => {
      // It leaves even if no write waits for it. When that fails, the next write tries again.
      if (channel.isTracked) this.#leave(tenure, channel, error).catch(() => undefined);
      else if (tenure.channels.get(allocationId) === channel) tenure.channels.delete(allocationId);
    });
    tenure.channels.set(allocationId, channel);
    return channel;
  }

  /** Resolves when the copy has the operation, or has left the in-sync set. */
  async #await(
    tenure: Tenure,
    channel: ReplicaChannel,
    { seqNo, primaryTerm }: OperationNumber,
  ): Promise<'durable' | 'gone'> {
    const settled = await channel.settled(seqNo, primaryTerm);
    switch (settled) {
      case 'durable':
      case 'gone':
        return settled;
      case 'failed':
        await this.#leave(tenure, channel, channel.failure ?? this.#host.unavailable());
        return 'gone';
      case 'stopped':
        throw this.#host.unavailable();
    }
  }

  /** Removes a failed copy from the in-sync set. Concurrent writes share one attempt. */
  #leave(tenure: Tenure, channel: ReplicaChannel, error: Error): Promise<void> {
    const { allocationId } = channel;
    if (tenure.channels.get(allocationId) !== channel) return Promise.resolve();
    const known = tenure.leaving.get(allocationId);
    if (known) return known;
    const leaving = this.#host
      .leave(tenure.primary.allocationId, allocationId)
      .then(() => {
        if (tenure.channels.get(allocationId) !== channel) return;
        tenure.channels.delete(allocationId);
        channel.leave();
        if (!tenure.isOver) this.#host.left(allocationId, error);
      })
      .finally(() => tenure.leaving.delete(allocationId));
    tenure.leaving.set(allocationId, leaving);
    return leaving;
  }

  /** Throws a bug when a copy in sync misses an acknowledged operation. */
  #checkInSync({ primary, channels }: Tenure, seqNo: number): void {
    for (const allocationId of this.#host.inSync()) {
      if (allocationId === primary.allocationId) continue;
      const channel = channels.get(allocationId);
      if (channel?.isTracked && channel.durableSeqNo >= seqNo) continue;
      const at = channel ? `durable up to ${channel.durableSeqNo}` : 'not followed';
      throw bug(`copy ${allocationId} is in sync, but ${at}; acknowledged up to ${seqNo}`);
    }
  }

  #settle(): void {
    const changing = this.#changing;
    this.#changing = null;
    changing?.end();
  }
}

type OperationNumber = Pick<WriteResult, 'seqNo' | 'primaryTerm'>;

/** The last operation of a write; null: it has made none. */
function lastOf(results: readonly (WriteResult | Error)[]): OperationNumber | null {
  let last: OperationNumber | null = null;
  for (const result of results) {
    if (!(result instanceof Error) && (last === null || result.seqNo > last.seqNo)) last = result;
  }
  return last;
}
