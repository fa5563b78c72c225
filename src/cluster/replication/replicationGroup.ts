import { bug } from '../../common/index.ts';
import type { AppliedOperation, IndexShard, ShardOperation, WriteResult } from '../../shard/index.ts';
import { ReplicaChannel } from './replicaChannel.ts';

/** What a group needs from its index. Changes are durable when they resolve. */
export interface GroupHost {
  /** The shard's allocations with every acknowledged write. */
  inSync(): readonly string[];
  /** Removes a copy from the in-sync set. Rejects if `primaryId` is no longer the shard's primary. */
  leave(primaryId: string, allocationId: string): Promise<void>;
  /**
   * Adds a copy to the in-sync set if `mayEnter` returns true at that moment; otherwise rejects, as leave()
   * does.
   */
  enter(primaryId: string, allocationId: string, mayEnter: () => boolean): Promise<void>;
  /** Called when a tracked copy has failed and left the in-sync set. */
  left(allocationId: string, error: Error): void;
  /** The error of a write that has no primary, or is not durable on every copy; the client may retry it. */
  unavailable(): Error;
}

export interface GroupMember {
  readonly allocationId: string;
  readonly shard: IndexShard;
}

/** A primary and the copies that follow it, for the duration of its term. */
interface Tenure {
  readonly primary: GroupMember;
  readonly channels: Map<string, ReplicaChannel>;
  readonly leaving: Map<string, Promise<void>>;
  /** No copy may enter the in-sync set now: it may have operations that the primary has lost. */
  isReopening: boolean;
  isOver: boolean;
}

/**
 * The started copies of a shard. The primary passes each operation to the replicas when it applies it. A
 * write is acknowledged once the primary and every tracked copy have made it durable; a copy that fails
 * leaves the in-sync set first. Writes take no lock: sequence numbers define the order.
 */
export class ReplicationGroup {
  readonly #host: GroupHost;
  #tenure: Tenure | null = null;
  /** Pending during a change of primary. */
  #changing: { readonly done: Promise<void>; readonly end: () => void } | null = null;

  constructor(host: GroupHost) {
    this.#host = host;
  }

  get primary(): GroupMember | null {
    return this.#tenure?.primary ?? null;
  }

  /** Starts a primary's term; `replicas` have the same operations. */
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
   * Ends the primary's term. New writes wait for begin() or vacate(). Resolves when the tracked replicas have
   * everything passed to them, and no write to a replica is in progress.
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

  /** Releases waiting writes; they fail while there is no primary. */
  vacate(): void {
    this.#settle();
  }

  /**
   * Resolves when the tracked replicas have everything passed to them. The primary must not accept writes any
   * more.
   */
  async drain(): Promise<void> {
    // Untracked copies are recovering and may never get a shard.
    const tracked = [...(this.#tenure?.channels.values() ?? [])].filter(({ isTracked }) => isTracked);
    await Promise.all(tracked.map((channel) => channel.drained()));
  }

  /** Call with each operation, in the turn in which a copy applies it as primary. */
  applied(allocationId: string, operation: AppliedOperation): void {
    const tenure = this.#tenure;
    if (tenure?.primary.allocationId !== allocationId) return;
    for (const channel of tenure.channels.values()) channel.accept(operation);
  }

  /** The primary is about to be reopened. Call it before the other copies leave the in-sync set. */
  reopening(): void {
    if (this.#tenure !== null) this.#tenure.isReopening = true;
  }

  /**
   * The primary was reopened with what was durable. The other copies may have more; they have durably left
   * the in-sync set.
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

  /** The engine of a replica has failed and closed. */
  failed(allocationId: string, error: Error): void {
    this.#tenure?.channels.get(allocationId)?.fail(error);
  }

  /** A routing change has removed the copy from the in-sync set. */
  drop(allocationId: string): void {
    const channel = this.#tenure?.channels.get(allocationId);
    this.#tenure?.channels.delete(allocationId);
    channel?.leave();
  }

  /** Resolves when all operations are durable on the primary and on every tracked copy. */
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
    // It may have been applied after the end of the term. If no other copy has it, it counts only if this one
    // is still in sync.
    else if (!copies.includes('durable') && !this.#host.inSync().includes(tenure.primary.allocationId)) {
      throw this.#host.unavailable();
    }
    return results;
  }

  /** Whether the copy receives the primary's operations. */
  follows(allocationId: string): boolean {
    return this.#tenure?.channels.has(allocationId) ?? false;
  }

  /** Ends the subscription of a copy whose recovery was given up. */
  unsubscribe(channel: ReplicaChannel): void {
    if (this.#tenure?.channels.get(channel.allocationId) === channel) this.drop(channel.allocationId);
  }

  /** Starts queueing the primary's operations for a copy about to be recovered. `null` without a primary. */
  subscribe(allocationId: string): ReplicaChannel | null {
    const tenure = this.#tenure;
    return tenure && this.#channel(tenure, allocationId);
  }

  /**
   * Brings a recovered and attached copy into the in-sync set: it catches up, writes start to wait for it,
   * then it enters the set. Rejects if it fails or the primary's term ends first.
   */
  async admit(channel: ReplicaChannel, beforeEntry: () => Promise<unknown>): Promise<void> {
    const tenure = this.#tenure;
    const { allocationId } = channel;
    if (tenure?.channels.get(allocationId) !== channel) throw this.#host.unavailable();
    await channel.drained();
    channel.isTracked = true;
    // Writes that did not see it tracked have numbers up to this one.
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
      // It must leave even if no write waits for it. If that fails, the next write tries again.
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

  /** Throws a bug if an in-sync copy lacks an acknowledged operation. */
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

/** The last operation of a write; `null` if there was none. */
function lastOf(results: readonly (WriteResult | Error)[]): OperationNumber | null {
  let last: OperationNumber | null = null;
  for (const result of results) {
    if (!(result instanceof Error) && (last === null || result.seqNo > last.seqNo)) last = result;
  }
  return last;
}
