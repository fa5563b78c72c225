import { expect, it } from 'vitest';
import { allocationsOf, type IndexMetadata } from '../../src/cluster/metadata/clusterState.ts';
import type { IndexHost } from '../../src/cluster/replication/indexHost.ts';
import { ShardCopies } from '../../src/cluster/replication/shardCopies.ts';
import type { OpenedShard } from '../../src/cluster/types.ts';
import { Extensions, ManualClock } from '../../src/common/index.ts';
import { RamDirectory } from '../../src/directory/index.ts';
import { openShard } from '../shard/shards.ts';

const settled = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 5));

/** An index of one shard with one copy, whose disk fails for as long as it is told. */
class Host implements IndexHost {
  isBroken = true;
  readonly clock = new ManualClock();
  readonly directory = new RamDirectory();
  readonly quarantine = { setCopyAside: async () => null };
  metadata: IndexMetadata;

  constructor() {
    const copies = [[{ nodeId: 'n0', allocationId: 'A' }]];
    const nothing = { settings: new Map(), aliases: new Map(), mapping: {}, creationDateMs: 0, damage: null };
    const inSyncAllocations = allocationsOf(copies);
    const routing = { state: 'open', copies, inSyncAllocations, primaryTerms: [1] } as const;
    this.metadata = { name: 'books', uuid: 'uuid', ...nothing, ...routing };
  }

  async change(decide: (current: IndexMetadata) => IndexMetadata): Promise<void> {
    this.metadata = decide(this.metadata);
  }

  async openShard(): Promise<OpenedShard> {
    if (this.isBroken) throw Object.assign(new Error('read'), { code: 'EIO' });
    const shard = await openShard({ directory: this.directory });
    return { shard, extensions: Extensions.none, applySettings: () => undefined, release: () => undefined };
  }

  isNodeStarted = () => true;
  folder = () => this.directory;
  copiesChanged = () => undefined;
  exclusively = <T>(task: () => Promise<T>): Promise<T> => task();
}

it('a copy that could not be opened is tried again, also when other copies change meanwhile', async () => {
  const host = new Host();
  const copies = new ShardCopies(0, host);
  await copies.open();
  expect([...copies.failures.values()]).toEqual(['[books][0] nodes/n0/uuid/0: Input/output error']);
  host.isBroken = false;
  // As when a node stops that has another copy.
  await copies.reconcile();
  expect(copies.group.primary).toBeNull();
  host.clock.advance(1000);
  await settled();
  expect(copies.group.primary?.allocationId).toBe('A');
  await copies.close();
});

it('a copy that could not be opened is left alone once the index is closed', async () => {
  const host = new Host();
  const copies = new ShardCopies(0, host);
  await copies.open();
  host.isBroken = false;
  await copies.close();
  host.clock.advance(1000);
  await settled();
  expect(copies.opened.size).toBe(0);
});
