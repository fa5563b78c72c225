import type { Mutant } from './mutants.ts';

const TEST = 'test/rooms/cluster/replication.test.ts';
const often = { REPLICATIONS: '150' };
const GROUP = 'src/cluster/replication/replicationGroup.ts';
const SHARD = 'src/cluster/replication/shardCopies.ts';
const RECOVERY = 'src/cluster/replication/copyRecoveries.ts';

/** Faults of the copies of a shard and of what they agree upon. */
export const replicationMutants: readonly Mutant[] = [
  {
    name: 'a write is acknowledged before the replicas are durable',
    file: GROUP,
    find: 'await Promise.all(tracked.map((channel) => this.#await(tenure, channel, last)));',
    replace: "tracked.map(() => 'durable');",
    test: TEST,
    catches: 'copies of a shard',
    env: often,
  },
  {
    name: 'a replica that has failed stays in the in-sync set',
    file: GROUP,
    find: `    const leaving = this.#host
      .leave(tenure.primary.allocationId, allocationId)
`,
    replace: '    const leaving = Promise.resolve()\n',
    test: TEST,
    catches: 'copies of a shard',
    env: often,
  },
  {
    name: 'a write is acknowledged before the failed replica has left the set',
    file: GROUP,
    find: '        await this.#leave(tenure, channel, channel.failure ?? this.#host.unavailable());',
    replace: '        void this.#leave(tenure, channel, this.#host.unavailable()).catch(() => 0);',
    test: TEST,
    catches: 'copies of a shard',
    env: often,
  },
  {
    name: 'a recovery listens only when the copy is filled',
    file: RECOVERY,
    find: '      channel.attach(shard);\n',
    replace:
      '      copies.group.unsubscribe(channel);\n' +
      '      channel = copies.group.subscribe(copy.allocationId) ?? channel;\n' +
      '      channel.attach(shard);\n',
    test: TEST,
    catches: 'copies of a shard',
    env: often,
  },
  {
    name: 'a copy that is not in sync is promoted',
    file: 'src/cluster/nodes/allocation.ts',
    find: 'shard.find((copy) => isInSync(copy) && canLead(copy))',
    replace: 'shard.find(canLead)',
    test: 'test/rooms/cluster/allocation.test.ts',
    catches: 'not in sync',
  },
  {
    name: 'a copy that lags behind the new primary stays in sync',
    file: SHARD,
    find: 'others.filter(({ shard }) => shard.maxSeqNo === maxSeqNo)',
    replace: 'others.filter(() => true)',
    test: TEST,
    catches: 'after every power failure',
    env: often,
  },
  {
    name: 'replicas stay in sync when their primary has lost what they have',
    file: SHARD,
    find: '        if (!isPrimary()) return;\n',
    replace: '        if (isPrimary() || !isPrimary()) return;\n',
    test: TEST,
    catches: 'copies of a shard',
    env: { REPLICATIONS: '360', PROPERTY_SEED: '1924787674' },
  },
  {
    name: 'a copy is in sync before it has caught up',
    file: GROUP,
    find: `    await channel.drained();
    channel.isTracked = true;
    // Writes that did not see it tracked have numbers up to this one.
    const settled = await channel.settled(tenure.primary.shard.maxSeqNo);
    if (settled !== 'durable') throw channel.failure ?? this.#host.unavailable();
`,
    replace: '',
    test: TEST,
    catches: 'copies of a shard',
    env: often,
  },
  {
    name: 'merges delete the files that a recovery reads',
    file: 'src/shard/committer.ts',
    find: '    this.#segments.retain(segments);\n    this.#readers.add(reader);\n',
    replace: '    this.#readers.add(reader);\n',
    test: 'test/rooms/shard/heldCommit.test.ts',
    catches: 'held',
  },
  {
    name: 'a copy that cannot be opened fails its index',
    file: SHARD,
    find: '      await this.#couldNotOpen(copy, error);\n    }\n',
    replace: '      throw error;\n    }\n',
    test: 'test/rooms/node/damagedCopies.test.ts',
    catches: 'replaced by another in-sync copy',
  },
];
