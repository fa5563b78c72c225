import { expect, it } from 'vitest';
import { allocationsOf, type IndexMetadata } from '../../../src/cluster/metadata/clusterState.ts';
import type { AssignedCopy, IndexHost } from '../../../src/cluster/replication/indexHost.ts';
import { ShardCopies } from '../../../src/cluster/replication/shardCopies.ts';
import type { CopyEvents, OpenedShard } from '../../../src/cluster/types.ts';
import { Extensions, ManualClock } from '../../../src/common/index.ts';
import { RamDirectory } from '../../../src/directory/index.ts';
import { index, openShard } from '../shard/shards.ts';

const settled = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 5));

/** An index of one shard with a copy in sync on each node named, whose disks fail for as long as they are told. */
class Host implements IndexHost {
  isBroken = true;
  /** Called when a copy has been opened, before its index hears of it. */
  whenOpened: (nodeId: string) => Promise<void> = async () => undefined;
  readonly clock = new ManualClock();
  readonly folders: ReadonlyMap<string, RamDirectory>;
  readonly events = new Map<string, CopyEvents>();
  readonly quarantine = { setCopyAside: async () => null };
  metadata: IndexMetadata;

  constructor(...nodeIds: string[]) {
    this.folders = new Map(nodeIds.map((nodeId) => [nodeId, new RamDirectory()]));
    const copies = [nodeIds.map((nodeId) => ({ nodeId, allocationId: `on ${nodeId}` }))];
    const nothing = { settings: new Map(), aliases: new Map(), mapping: {}, creationDateMs: 0, damage: null };
    const inSyncAllocations = allocationsOf(copies);
    const routing = { state: 'open', copies, inSyncAllocations, primaryTerms: [1] } as const;
    this.metadata = { name: 'books', uuid: 'uuid', ...nothing, ...routing };
  }

  async change(decide: (current: IndexMetadata) => IndexMetadata): Promise<void> {
    this.metadata = decide(this.metadata);
  }

  async openShard({ nodeId }: AssignedCopy, _shardId: number, events: CopyEvents): Promise<OpenedShard> {
    if (this.isBroken) throw Object.assign(new Error('read'), { code: 'EIO' });
    const { onOperation } = events;
    const [primaryTerm] = this.metadata.primaryTerms;
    const shard = await openShard({ directory: this.folder(nodeId), primaryTerm, onOperation });
    this.events.set(nodeId, events);
    await this.whenOpened(nodeId);
    return { shard, extensions: Extensions.none, applySettings: () => undefined, release: () => undefined };
  }

  isNodeStarted = () => true;
  folder = (nodeId: string) => this.folders.get(nodeId) as RamDirectory;
  copiesChanged = () => undefined;
  exclusively = <T>(task: () => Promise<T>): Promise<T> => task();
}

it('opening a failed copy is retried, also if other copies change meanwhile', async () => {
  const host = new Host('n0');
  const copies = new ShardCopies(0, host);
  await copies.open();
  expect([...copies.failures.values()]).toEqual(['[books][0] nodes/n0/uuid/0: Input/output error']);
  host.isBroken = false;
  // As when a node stops that has another copy.
  await copies.reconcile();
  expect(copies.group.primary).toBeNull();
  host.clock.advance(1000);
  await settled();
  expect(copies.group.primary?.allocationId).toBe('on n0');
  await copies.close();
});

it('opening a failed copy is not retried once the index is closed', async () => {
  const host = new Host('n0');
  const copies = new ShardCopies(0, host);
  await copies.open();
  host.isBroken = false;
  await copies.close();
  host.clock.advance(1000);
  await settled();
  expect(copies.opened.size).toBe(0);
});

it('a copy that is recovering while its primary is reopened recovers again, without an error', async () => {
  const host = new Host('n0', 'n1');
  host.isBroken = false;
  // Only the first is in sync: the other one is recovered.
  host.metadata = { ...host.metadata, inSyncAllocations: new Set(['on n0']) };
  const copies = new ShardCopies(0, host);
  const attempts: string[] = [];
  host.whenOpened = async (nodeId) => {
    if (nodeId !== 'n1' || attempts.push(nodeId) > 1) return;
    // The channel of the copy queues this operation, and drops it when the primary is open again.
    await copies.group.write([index('a', { t: 'a' })]);
    await host.events.get('n0')?.beforeReopened();
    host.events.get('n0')?.onReopened();
  };
  await copies.open();
  await copies.recovered();
  expect([...copies.failures.values()]).toEqual([]);
  expect([...host.metadata.inSyncAllocations]).toEqual(['on n0']);
  host.clock.advance(1000);
  await settled();
  await copies.recovered();
  expect(attempts).toEqual(['n1', 'n1']);
  expect([...host.metadata.inSyncAllocations].sort()).toEqual(['on n0', 'on n1']);
  const [, replica] = copies.opened.values();
  expect((await replica.shard.get('a', true))?.seqNo).toBe(0);
  await copies.close();
});
