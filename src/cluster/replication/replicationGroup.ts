import { bug } from '../../common/index.ts';
import type { AppliedOperation, IndexShard, ShardOperation, WriteResult } from '../../shard/index.ts';
import { ReplicaChannel } from './replicaChannel.ts';

/** What a group asks of its index. Changes are durable when they resolve. */
export interface GroupHost {
  /** Allocations of the shard that have every acknowledged write. */
  inSync(): readonly string[];
  /** Takes a copy out of the in-sync set. Rejects when `primaryId` is not the shard's primary any more. */
  leave(primaryId: string, allocationId: string): Promise<void>;
  /** Takes a copy into the in-sync set if it `mayEnter` at that moment; otherwise rejects, as leave() does. */
  enter(primaryId: string, allocationId: string, mayEnter: () => boolean): Promise<void>;
  /** A tracked copy has failed, and is not in the in-sync set any more. */
  left(allocationId: string, error: Error): void;
  /** What a write gets that no primary takes, or that was not made durable on every copy: it may be tried again. */
  unavailable(): Error;
}

export interface GroupMember {
  readonly allocationId: string;
  readonly shard: IndexShard;
}

/** The time in which one copy is the primary, and the copies that follow it. */
interface Tenure {
  readonly primary: GroupMember;
  readonly channels: Map<string, ReplicaChannel>;
  readonly leaving: Map<string, Promise<void>>;
  /** No copy enters the in-sync set: it may have operations that the primary has lost. */
  isReopening: boolean;
  isOver: boolean;
}

/**
 * The started copies of a shard. The primary hands out each operation when it applies it; a write is acknowledged when
 * the primary and every tracked copy have made it durable. A copy that fails leaves the in-sync set before a write is
 * acknowledged that it misses. Writes hold no lock: the sequence numbers are the order.
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

  /** Starts the term of a primary; `replicas` have its very history. */
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
   * Ends the term of the primary; writes that come wait until the next begins, or there is none. Resolves when the
   * replicas have what was handed out to them, and do not change any more.
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

  /** There is no primary for the time being. */
  vacate(): void {
    this.#settle();
  }

  /** What is queued reaches the replicas that are tracked: the primary takes no more writes. */
  async drain(): Promise<void> {
    // A copy that is still being filled may never get a shard that could take it.
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

  /** The copy was taken out of the in-sync set by a change of the routing. */
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
    const seqNo = results.reduce((max, one) => (one instanceof Error ? max : Math.max(max, one.seqNo)), -1);
    if (seqNo === -1) return results;
    const tracked = [...tenure.channels.values()].filter(({ isTracked }) => isTracked);
    if (tracked.length > 0) await Promise.all(tracked.map((channel) => this.#await(tenure, channel, seqNo)));
    if (!tenure.isOver) this.#checkInSync(tenure, seqNo);
    // Applied when nobody listened any more: it counts if this copy is still one of those that decide.
    else if (tracked.length === 0 && !this.#host.inSync().includes(tenure.primary.allocationId)) {
      throw this.#host.unavailable();
    }
    return results;
  }

  /** Whether the copy gets what the primary applies. */
  follows(allocationId: string): boolean {
    return this.#tenure?.channels.has(allocationId) ?? false;
  }

  /** A copy that was to be filled is not; it is not in sync. */
  unsubscribe(channel: ReplicaChannel): void {
    if (this.#tenure?.channels.get(channel.allocationId) === channel) this.drop(channel.allocationId);
  }

  /** From now on the operations of the primary wait for a copy that is about to be filled. Null without a primary. */
  subscribe(allocationId: string): ReplicaChannel | null {
    const tenure = this.#tenure;
    return tenure && this.#channel(tenure, allocationId);
  }

  /**
   * A copy that was filled and attached catches up, then writes wait for it, then it is in sync. Rejects when it fails
   * or the primary's term ends before.
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
    const channel = new ReplicaChannel(allocationId, tenure.primary.shard.maxSeqNo, (error) => {
      // Without a write that waits it leaves as well; when that fails, the next write tries again.
      if (channel.isTracked) this.#leave(tenure, channel, error).catch(() => undefined);
      else if (tenure.channels.get(allocationId) === channel) tenure.channels.delete(allocationId);
    });
    tenure.channels.set(allocationId, channel);
    return channel;
  }

  async #await(tenure: Tenure, channel: ReplicaChannel, seqNo: number): Promise<void> {
    const settled = await channel.settled(seqNo);
    switch (settled) {
      case 'durable':
      case 'gone':
        return;
      case 'failed':
        return this.#leave(tenure, channel, channel.failure ?? this.#host.unavailable());
      case 'stopped':
        throw this.#host.unavailable();
    }
  }

  /** One attempt at a time, for all writes that wait for it. */
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

  /** No copy is in sync that misses what was acknowledged. */
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
