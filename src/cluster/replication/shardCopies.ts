import { createShard, markDamaged, readDamage } from '../../shard/index.ts';
import type { StoredCopy } from '../metadata/clusterState.ts';
import { noShardAvailable } from '../metadata/errors.ts';
import {
  withAllocation,
  withInSync,
  withNextTerms,
  withPrimary,
  withShardCopies,
} from '../nodes/allocation.ts';
import type { CopyEvents, OpenedShard } from '../types.ts';
import { failureDetails, isDamage } from './copyFailure.ts';
import { CopyRecoveries, type RecoveringCopies } from './copyRecoveries.ts';
import { type AssignedCopy, type IndexHost, isAssigned } from './indexHost.ts';
import { type GroupMember, ReplicationGroup } from './replicationGroup.ts';

/**
 * The copies of one shard: opens them, makes one of the in-sync copies the primary, and has the others
 * recovered from it. A copy that cannot be opened is unassigned with the reason; the others continue to
 * serve.
 */
export class ShardCopies implements RecoveringCopies {
  readonly shardId: number;
  readonly group: ReplicationGroup;
  /** The open copies, by allocation id. */
  readonly opened = new Map<string, OpenedShard>();
  /** Why copies could not be opened or recovered, by allocation id. */
  readonly failures = new Map<string, string>();
  readonly #host: IndexHost;
  readonly #recoveries: CopyRecoveries;
  readonly #errors = new Map<string, unknown>();
  #isClosed = true;

  constructor(shardId: number, host: IndexHost) {
    this.shardId = shardId;
    this.#host = host;
    this.group = new ReplicationGroup({
      inSync: () => this.#inSync().map(({ allocationId }) => allocationId),
      leave: (primaryId, id) => this.#changeInSync(primaryId, id, false, () => true),
      enter: (primaryId, id, mayEnter) => this.#changeInSync(primaryId, id, true, mayEnter),
      left: (id) => {
        host.copiesChanged();
        this.#recoveries.start(id);
      },
      unavailable: () => noShardAvailable(host.metadata.name, shardId),
    });
    this.#recoveries = new CopyRecoveries(this, host);
  }

  get stored(): readonly AssignedCopy[] {
    return this.#host.metadata.copies[this.shardId].filter(isAssigned);
  }

  /** The error of the copy that should be the primary; undefined if there is a primary. */
  get primaryError(): unknown {
    if (this.group.primary !== null) return undefined;
    const primary = this.#host.metadata.copies[this.shardId][0].allocationId;
    return primary === null ? undefined : this.#errors.get(primary);
  }

  /** Call it exclusively (see IndexHost). Retries copies that failed before. */
  async open(): Promise<void> {
    this.#isClosed = false;
    this.forgetFailures();
    await this.reconcile();
  }

  /** Lets the next reconcile() retry copies that could not be opened. */
  forgetFailures(): void {
    this.failures.clear();
    this.#errors.clear();
  }

  /** Ends the term of a primary on that node; call it before choosing another one. */
  async suspendOn(nodeId: string): Promise<void> {
    const primary = this.stored.find(({ allocationId }) => allocationId === this.group.primary?.allocationId);
    if (primary?.nodeId === nodeId) await this.group.end();
  }

  /**
   * Opens and closes copies to match the metadata and the started nodes. Call it exclusively. Errors of
   * single copies are recorded, not thrown.
   */
  async reconcile(): Promise<void> {
    if (this.#isClosed) return;
    const { group } = this;
    if (!this.#isPrimaryThere()) {
      await group.end();
      await this.#recoveries.cancel();
    }
    try {
      await this.#closeUnwanted();
      if (group.primary === null) {
        await this.#openInSync();
        await this.#begin();
      }
    } finally {
      group.vacate();
      this.#host.copiesChanged();
    }
    for (const { allocationId } of this.stored) this.#recoveries.start(allocationId);
  }

  get isClosed(): boolean {
    return this.#isClosed;
  }

  /** Resolves when the recoveries in progress have ended, successfully or not. */
  recovered(): Promise<void> {
    return this.#recoveries.idle();
  }

  /**
   * Commits and closes all copies. Call it exclusively. If a commit fails, it rejects after all are closed.
   */
  async close(): Promise<void> {
    this.#isClosed = true;
    await this.#recoveries.close();
    const { primary } = this.group;
    const errors: unknown[] = [];
    const close = (id: string) => this.closeCopy(id).catch((error) => errors.push(error));
    if (primary !== null) await close(primary.allocationId);
    // Let the replicas receive everything that the primary has applied, so that none has to be recovered
    // later.
    await this.group.drain();
    await this.group.end();
    this.group.vacate();
    await Promise.all([...this.opened.keys()].map(close));
    if (errors.length > 0) throw errors[0];
  }

  /**
   * Makes a copy the primary, whatever writes it has missed; its content becomes the shard's. Call it
   * exclusively.
   */
  async allocateStale(allocationId: string, newId: string): Promise<void> {
    await this.#replacePrimary(allocationId, async () => {
      const { nodeId } = this.stored.find((copy) => copy.allocationId === allocationId) as AssignedCopy;
      return { nodeId, allocationId: newId };
    });
  }

  /** Creates a new, empty primary on a node. Call it exclusively. */
  async allocateEmpty(nodeId: string, newId: string, quarantine: () => Promise<unknown>): Promise<void> {
    const there = this.stored.find((copy) => copy.nodeId === nodeId);
    await this.#replacePrimary(there?.allocationId ?? null, async () => {
      await quarantine();
      const { uuid } = this.#host.metadata;
      await createShard(this.#host.folder(nodeId, this.shardId), { indexUuid: uuid, shardId: this.shardId });
      return { nodeId, allocationId: newId };
    });
  }

  /** Sets the shard's copies, primary first; writes wait meanwhile. Call it exclusively. */
  async handOver(decide: (current: readonly StoredCopy[]) => readonly StoredCopy[]): Promise<void> {
    if (!this.#isClosed) await this.group.end();
    try {
      await this.#host.change((current) => {
        const copies = decide(current.copies[this.shardId]);
        // No acknowledged write may be lost: the new primary may have left the in-sync set since it was
        // chosen.
        const leads = current.inSyncAllocations.has(copies[0].allocationId ?? '');
        if (!leads) throw noShardAvailable(current.name, this.shardId);
        return withShardCopies(current, this.shardId, copies);
      });
    } finally {
      await this.reconcile();
    }
  }

  /** Closes the primary; writes wait for the next reconcile(), which may reopen it. Call it exclusively. */
  async closePrimary(): Promise<void> {
    if (this.#isClosed) return;
    const { primary } = this.group;
    await this.group.end();
    await this.#recoveries.cancel();
    if (primary !== null) await this.closeCopy(primary.allocationId);
  }

  async #replacePrimary(closedId: string | null, prepare: () => Promise<AssignedCopy>): Promise<void> {
    await this.group.end();
    await this.#recoveries.cancel();
    try {
      if (closedId !== null) await this.closeCopy(closedId).catch(() => undefined);
      const primary = await prepare();
      await this.#host.change((current) => withAllocation(current, this.shardId, primary));
    } finally {
      await this.reconcile();
    }
    if (this.primaryError !== undefined) throw this.primaryError;
  }

  /** Rejects if the copy cannot be opened. */
  async openCopy(copy: AssignedCopy): Promise<OpenedShard> {
    const opened = await this.#host.openShard(copy, this.shardId, this.#eventsOf(copy));
    this.opened.set(copy.allocationId, opened);
    return opened;
  }

  /** Closes a copy, if it is open. */
  async closeCopy(allocationId: string, options?: { readonly flush: boolean }): Promise<void> {
    const opened = this.opened.get(allocationId);
    if (!opened) return;
    this.opened.delete(allocationId);
    this.#host.copiesChanged();
    try {
      await opened.shard.close(options);
    } finally {
      opened.release();
    }
  }

  /** Removes a copy from the in-sync set, durably. Rejects without a primary. */
  leaveInSync(allocationId: string): Promise<void> {
    return this.#changeInSync(this.group.primary?.allocationId ?? '', allocationId, false, () => true);
  }

  /** Records why a copy is not open. */
  setFailure({ nodeId, allocationId }: AssignedCopy, error: unknown): void {
    const { name: indexName, uuid: indexUuid } = this.#host.metadata;
    const place = { indexName, indexUuid, shardId: this.shardId, nodeId };
    this.failures.set(allocationId, failureDetails(place, error));
    this.#errors.set(allocationId, error);
    this.#host.copiesChanged();
  }

  /** Whether the primary is open on a started node, or is being reopened after a failure. */
  #isPrimaryThere(): boolean {
    const [primary] = this.#host.metadata.copies[this.shardId];
    const { allocationId, nodeId } = primary;
    const leads = allocationId !== null && this.group.primary?.allocationId === allocationId;
    return leads && nodeId !== null && this.#host.isNodeStarted(nodeId) && this.opened.has(allocationId);
  }

  async #closeUnwanted(): Promise<void> {
    const known = new Map(this.stored.map((copy) => [copy.allocationId, copy]));
    for (const [allocationId, { shard }] of [...this.opened]) {
      const copy = known.get(allocationId);
      if (copy && this.#host.isNodeStarted(copy.nodeId)) continue;
      await this.#recoveries.cancel(allocationId);
      // If it cannot leave the in-sync set now, each write tries again.
      if (copy && this.#inSync().includes(copy))
        this.group.failed(allocationId, new Error('its node has stopped'));
      else this.group.drop(allocationId);
      const { directory } = shard;
      await this.closeCopy(allocationId).catch(() => undefined);
      if (!copy) await directory.deleteAll();
    }
  }

  async #openInSync(): Promise<void> {
    const missing = this.#inSync().filter(
      ({ allocationId, nodeId }) =>
        !this.opened.has(allocationId) &&
        !this.failures.has(allocationId) &&
        this.#host.isNodeStarted(nodeId),
    );
    await Promise.all(missing.map((copy) => this.#tryToOpen(copy)));
  }

  async #tryToOpen(copy: AssignedCopy): Promise<void> {
    const directory = this.#host.folder(copy.nodeId, this.shardId);
    try {
      const damage = this.#host.metadata.damage ?? (await readDamage(directory));
      if (damage !== null) this.setFailure(copy, new Error(damage));
      else await this.openCopy(copy);
    } catch (error) {
      await this.#couldNotOpen(copy, error);
    }
  }

  /** Records the reason; marks a damaged copy, so that it is not opened again before it is repaired. */
  async #couldNotOpen(copy: AssignedCopy, error: unknown): Promise<void> {
    this.setFailure(copy, error);
    const directory = this.#host.folder(copy.nodeId, this.shardId);
    const reason = error instanceof Error ? error.message : String(error);
    if (!isDamage(error)) this.#recoveries.retryLater(() => this.#retry(copy));
    // An empty folder has nothing to protect. If the marker cannot be written, the copy is just checked again
    // next time.
    else if ((await directory.list()).length > 0) await markDamaged(directory, reason).catch(() => undefined);
  }

  #retry({ allocationId }: AssignedCopy): void {
    const task = async () => {
      if (this.opened.has(allocationId)) return;
      this.forgetFailures();
      await this.reconcile();
    };
    this.#host.exclusively(task).catch(() => undefined);
  }

  /**
   * Starts the term of the first open in-sync copy as primary. Copies with other operations leave the in-sync
   * set.
   */
  async #begin(): Promise<void> {
    for (;;) {
      const [primary, ...others] = this.#candidates();
      if (!primary) return;
      const { maxSeqNo } = primary.shard;
      const replicas = others.filter(({ shard }) => shard.maxSeqNo === maxSeqNo);
      const inSync = new Set([primary, ...replicas].map(({ allocationId }) => allocationId));
      await this.#host.change((current) => withPrimary(current, this.shardId, primary.allocationId, inSync));
      const { copies, inSyncAllocations } = this.#host.metadata;
      // It may have left the in-sync set just before: then another copy is chosen.
      if (copies[this.shardId][0].allocationId !== primary.allocationId) continue;
      if (!inSyncAllocations.has(primary.allocationId)) continue;
      this.#startTerm();
      const following = replicas.filter(({ allocationId }) => inSyncAllocations.has(allocationId));
      return this.group.begin(primary, following);
    }
  }

  /** The open in-sync copies that have not failed. */
  #candidates(): readonly GroupMember[] {
    return this.#inSync().flatMap(({ allocationId }) => {
      const shard = this.opened.get(allocationId)?.shard;
      return shard && shard.failure === null ? [{ allocationId, shard }] : [];
    });
  }

  #startTerm(): void {
    const term = this.#host.metadata.primaryTerms[this.shardId];
    for (const { shard } of this.opened.values()) if (term > shard.primaryTerm) shard.startTerm(term);
  }

  #inSync(): readonly AssignedCopy[] {
    const { inSyncAllocations } = this.#host.metadata;
    return this.stored.filter(({ allocationId }) => inSyncAllocations.has(allocationId));
  }

  #changeInSync(primaryId: string, id: string, isInSync: boolean, mayChange: () => boolean): Promise<void> {
    return this.#host.change((current) => {
      const copies = current.copies[this.shardId];
      const isKnown = copies[0].allocationId === primaryId && id !== primaryId;
      if (isKnown && mayChange()) return withInSync(current, id, isInSync);
      throw noShardAvailable(current.name, this.shardId);
    });
  }

  #eventsOf(copy: AssignedCopy): CopyEvents {
    const { allocationId } = copy;
    const host = this.#host;
    const isPrimary = () => host.metadata.copies[this.shardId][0].allocationId === allocationId;
    return {
      onOperation: (applied) => this.group.applied(allocationId, applied),
      onFailed: (error) => {
        this.group.failed(allocationId, error);
        host.copiesChanged();
      },
      nextTerm: () => this.#nextTerm(allocationId),
      // The others may have operations that this copy has lost, under numbers that it will reuse.
      beforeReopened: async () => {
        if (!isPrimary()) return;
        if (this.group.primary?.allocationId === allocationId) this.group.reopening();
        // Its node may have stopped meanwhile, so that another copy is the primary when it is saved.
        await host.change((current) =>
          current.copies[this.shardId][0].allocationId === allocationId
            ? withPrimary(current, this.shardId, allocationId, new Set([allocationId]))
            : current,
        );
      },
      onReopened: () => {
        if (this.group.primary?.allocationId === allocationId) this.group.reopened();
        host.copiesChanged();
        // The shard may have been waiting for this copy.
        if (this.group.primary === null) host.exclusively(() => this.reconcile()).catch(() => undefined);
      },
      onReopenFailed: (error) => {
        if (!isDamage(error)) return false;
        const task = () => this.#lost(copy, error);
        host.exclusively(task).catch(() => undefined);
        return true;
      },
    };
  }

  /** Replaces an open copy that has failed with damaged files by another in-sync copy. */
  async #lost(copy: AssignedCopy, error: Error): Promise<void> {
    if (!this.opened.has(copy.allocationId)) return;
    await this.#couldNotOpen(copy, error);
    await this.closeCopy(copy.allocationId, { flush: false }).catch(() => undefined);
    await this.reconcile();
  }

  /**
   * The term of a copy that is reopened. A primary gets a new one, durably, before it accepts a write:
   * operations that it has lost may have been read, and their numbers are reused.
   */
  async #nextTerm(allocationId: string): Promise<number> {
    await this.#host.change((current) => {
      const isPrimary = current.copies[this.shardId][0].allocationId === allocationId;
      return isPrimary ? withNextTerms(current, (shard) => shard === this.shardId) : current;
    });
    this.#startTerm();
    return this.#host.metadata.primaryTerms[this.shardId];
  }
}
