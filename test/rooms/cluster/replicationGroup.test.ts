import { expect, it } from 'vitest';
import { type GroupMember, ReplicationGroup } from '../../../src/cluster/replication/replicationGroup.ts';
import type { IndexShard } from '../../../src/shard/index.ts';
import { index, openShard } from '../shard/shards.ts';

async function member(allocationId: string): Promise<GroupMember> {
  return { allocationId, shard: await openShard() };
}

it('a copy does not enter the in-sync set while its primary is being reopened', async () => {
  const inSync = new Set(['primary']);
  const group = new ReplicationGroup({
    inSync: () => [...inSync],
    leave: async (_primary, id) => void inSync.delete(id),
    enter: async (_primary, id, mayEnter) => {
      if (!mayEnter()) throw new Error('refused');
      inSync.add(id);
    },
    left: () => undefined,
    unavailable: () => new Error('no primary'),
  });
  const [primary, copy] = [await member('primary'), await member('copy')];
  group.begin(primary, []);
  const channel = group.subscribe('copy');
  if (channel === null) throw new Error('no channel');
  channel.attach(copy.shard);
  // The change that takes the others out of the set is being saved; the entry would follow it.
  group.reopening();
  await expect(group.admit(channel, async () => undefined)).rejects.toThrow('refused');
  group.reopened();
  expect([...inSync]).toEqual(['primary']);
  const again = group.subscribe('copy');
  if (again === null) throw new Error('no channel');
  again.attach(copy.shard);
  await group.admit(again, async () => undefined);
  expect([...inSync]).toEqual(['primary', 'copy']);
});

it('a sequence number reused by a primary in a new term does not count as an operation that a copy already has', async () => {
  const inSync = new Set(['primary', 'copy']);
  const group = new ReplicationGroup({
    inSync: () => [...inSync],
    leave: async () => undefined,
    enter: async () => undefined,
    left: () => undefined,
    unavailable: () => new Error('no primary'),
  });
  const copy = await member('copy');
  await copy.shard.write([index('a', { t: 'old' })]);
  let reopened = (): void => undefined;
  const isReopened = new Promise<void>((resolve) => {
    reopened = resolve;
  });
  // It has lost operation 0 and opens itself again, in the next term, while a write waits for that.
  const shard = {
    maxSeqNo: 0,
    primaryTerm: 1,
    write: async () => {
      await isReopened;
      return [{ result: 'created', seqNo: 0, primaryTerm: 2, version: 1 }];
    },
  } as unknown as IndexShard;
  group.begin({ allocationId: 'primary', shard }, [copy]);
  const writing = group.write([index('b', { t: 'new' })]);
  const refused = expect(writing).rejects.toThrow('no primary');
  await group.end();
  inSync.delete('primary');
  reopened();
  await refused;
});
