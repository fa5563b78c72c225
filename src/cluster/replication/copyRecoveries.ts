import type { Timer } from '../../common/index.ts';
import { fillFromCommit, readDamage } from '../../shard/index.ts';
import type { OpenedShard } from '../types.ts';
import type { AssignedCopy, IndexHost } from './indexHost.ts';
import type { ReplicaChannel } from './replicaChannel.ts';
import type { GroupMember, ReplicationGroup } from './replicationGroup.ts';

const FIRST_WAIT_MS = 1000;
const LONGEST_WAIT_MS = 60_000;

/** A shard's copies as seen by recovery. */
export interface RecoveringCopies {
  readonly shardId: number;
  /** No new recovery may start. */
  readonly isClosed: boolean;
  readonly group: ReplicationGroup;
  readonly stored: readonly AssignedCopy[];
  readonly failures: Map<string, string>;
  leaveInSync(allocationId: string): Promise<void>;
  openCopy(copy: AssignedCopy): Promise<OpenedShard>;
  closeCopy(allocationId: string, options?: { readonly flush: boolean }): Promise<void>;
  setFailure(copy: AssignedCopy, error: unknown): void;
}

/** The recovery of one copy. */
interface Recovery {
  readonly done: Promise<void>;
  isCancelled: boolean;
}

class RecoveryCancelledError extends Error {}

/**
 * Recovers copies from their primary while writes continue: first the primary's new operations are queued,
 * then the copy gets the files of a commit, then the queued operations. Failed recoveries are retried later.
 */
export class CopyRecoveries {
  readonly #copies: RecoveringCopies;
  readonly #host: IndexHost;
  readonly #running = new Map<string, Recovery>();
  #timer: Timer | null = null;
  #waitMs = FIRST_WAIT_MS;

  constructor(copies: RecoveringCopies, host: IndexHost) {
    this.#copies = copies;
    this.#host = host;
  }

  /** Starts recovering a replica that does not follow its primary; does nothing otherwise. */
  start(allocationId: string): void {
    const { group, stored, isClosed } = this.#copies;
    if (isClosed) return;
    const copy = stored.find((one) => one.allocationId === allocationId);
    if (!copy || !this.#host.isNodeStarted(copy.nodeId) || this.#running.has(allocationId)) return;
    const { primary } = group;
    if (primary === null || primary.allocationId === allocationId || group.follows(allocationId)) return;
    const channel = group.subscribe(allocationId);
    if (channel === null) return;
    const recovery: Recovery = {
      isCancelled: false,
      done: Promise.resolve()
        .then(() => this.#fill(copy, primary, channel, recovery))
        .then(
          () => {
            this.#waitMs = FIRST_WAIT_MS;
          },
          (error) => this.#failed(copy, recovery, error),
        )
        .finally(() => {
          this.#running.delete(allocationId);
          this.#host.copiesChanged();
        }),
    };
    this.#running.set(allocationId, recovery);
    this.#copies.failures.delete(allocationId);
  }

  /**
   * Cancels the recovery of a copy, or of all. Resolves when they have ended; scheduled retries stay
   * scheduled.
   */
  async cancel(allocationId: string | null = null): Promise<void> {
    const ended = [...this.#running].filter(([id]) => allocationId === null || id === allocationId);
    for (const [, recovery] of ended) recovery.isCancelled = true;
    await Promise.all(ended.map(([, { done }]) => done));
  }

  /** Cancels all recoveries and retries. */
  async close(): Promise<void> {
    this.#timer?.cancel();
    await this.cancel();
  }

  async idle(): Promise<void> {
    await Promise.all([...this.#running.values()].map(({ done }) => done));
  }

  /** Runs the task after a delay that doubles each time; replaces a waiting task. */
  retryLater(task: () => void): void {
    this.#timer?.cancel();
    this.#timer = this.#host.clock.schedule(this.#waitMs, task);
    this.#waitMs = Math.min(LONGEST_WAIT_MS, this.#waitMs * 2);
  }

  async #fill(
    copy: AssignedCopy,
    primary: GroupMember,
    channel: ReplicaChannel,
    recovery: Recovery,
  ): Promise<void> {
    const copies = this.#copies;
    const check = () => {
      if (recovery.isCancelled || !channel.isLive) throw channel.failure ?? new RecoveryCancelledError();
    };
    try {
      // Before deleting its files: an incomplete copy must not be in sync.
      await copies.leaveInSync(copy.allocationId);
      await copies.closeCopy(copy.allocationId, { flush: false }).catch(() => undefined);
      check();
      await this.#fillFolder(copy, primary, check);
      check();
      const { shard } = await copies.openCopy(copy);
      // A channel that has ended meanwhile does not queue operations for the copy.
      check();
      channel.attach(shard);
      this.#host.copiesChanged();
      // Documents refreshed on the primary meanwhile must be searchable here too.
      await copies.group.admit(channel, () => shard.refresh());
    } catch (error) {
      copies.group.unsubscribe(channel);
      await copies.closeCopy(copy.allocationId, { flush: false }).catch(() => undefined);
      throw error;
    }
  }

  async #fillFolder({ nodeId }: AssignedCopy, primary: GroupMember, check: () => void): Promise<void> {
    const { shardId } = this.#copies;
    const { name: indexName, uuid: indexUuid } = this.#host.metadata;
    const folder = () => this.#host.folder(nodeId, shardId);
    const damage = await readDamage(folder());
    if (damage === null) await folder().deleteAll();
    else await this.#host.quarantine.setCopyAside({ nodeId, indexName, indexUuid, shardId }, damage);
    check();
    const held = await primary.shard.acquireCommit();
    try {
      const shard = { indexUuid, shardId };
      await fillFromCommit(primary.shard.directory, held, folder(), { how: 'link', shard, check });
    } finally {
      held.release();
    }
  }

  #failed(copy: AssignedCopy, recovery: Recovery, error: unknown): void {
    if (recovery.isCancelled || this.#copies.group.primary === null) return;
    if (!(error instanceof RecoveryCancelledError)) this.#copies.setFailure(copy, error);
    this.retryLater(() => {
      for (const { allocationId } of this.#copies.stored) this.start(allocationId);
    });
  }
}
