import { expect, it } from 'vitest';
import { type GroupMember, ReplicationGroup } from '../../src/cluster/replication/replicationGroup.ts';
import { openShard } from '../shard/shards.ts';

async function member(allocationId: string): Promise<GroupMember> {
  return { allocationId, shard: await openShard() };
}

it('a copy does not enter the in-sync set while its primary is being opened again', async () => {
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
