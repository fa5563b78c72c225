import { describe, expect, it } from 'vitest';
import type { IndexMetadata } from '../../../src/cluster/metadata/clusterState.ts';
import { allocate, withoutNode, withPrimary } from '../../../src/cluster/nodes/allocation.ts';
import { createVirtualNodes } from '../../../src/cluster/nodes/virtualNodes.ts';
import { SeededRandom } from '../../../src/common/index.ts';

const random = new SeededRandom(1);
const none = new Map<string, number>();
const nodesOf = (count: number) =>
  createVirtualNodes(
    Array.from({ length: count }, (_, i) => `n${i + 1}`),
    random,
  );
const placed = (shards: number, replicas: number, count: number) =>
  allocate(shards, replicas, nodesOf(count), none, [], random).map((copies) =>
    copies.map(({ nodeId }) => nodeId ?? '-').join(' '),
  );

/** Shards, replicas and nodes → where each shard's copies go, the primary first. */
const table = `
  1 1 1 → n1 -
  1 1 2 → n1 n2
  3 1 2 → n1 n2 | n2 n1 | n1 n2
  3 1 3 → n1 n2 | n2 n3 | n3 n1
  2 2 3 → n1 n3 n2 | n2 n3 n1
  1 3 2 → n1 n2 - -
`;

function check(shards: number, replicas: number, count: number): void {
  const copies = allocate(shards, replicas, nodesOf(count), none, [], random);
  const loads = new Map<string, number>();
  for (const shard of copies) {
    const used = shard.flatMap(({ nodeId }) => nodeId ?? []);
    expect(new Set(used).size).toBe(used.length);
    expect(used).toHaveLength(Math.min(replicas + 1, count));
    for (const id of used) loads.set(id, (loads.get(id) ?? 0) + 1);
  }
  const counts = nodesOf(count).map(({ id }) => loads.get(id) ?? 0);
  expect([shards, replicas, count, Math.max(...counts) - Math.min(...counts) <= 1]).toEqual([
    shards,
    replicas,
    count,
    true,
  ]);
}

describe('allocation', () => {
  it.each(
    table
      .trim()
      .split('\n')
      .map((line) => line.trim()),
  )('%s', (line) => {
    const [numbers, expected] = line.split(' → ');
    const [shards, replicas, nodes] = numbers.split(' ').map(Number);
    expect(placed(shards, replicas, nodes).join(' | ')).toBe(expected);
  });

  it('never puts two copies of a shard on a node, assigns every copy it can, and is balanced', () => {
    const upTo = (max: number) => Array.from({ length: max }, (_, i) => i + 1);
    for (const shards of upTo(8)) {
      for (const replicas of [0, ...upTo(5)]) for (const count of upTo(6)) check(shards, replicas, count);
    }
  });

  it('keeps held copies, and creates no empty copy of a lost shard', () => {
    const [, n2, n3] = nodesOf(3);
    const copy = (nodeId: string | null) => ({ nodeId, allocationId: nodeId && `at ${nodeId}` });
    const current = [[copy('n2'), copy('n1')], [copy('n1')]];
    const stopped = new Set(['n1']);
    const held = allocate(2, 1, [n2, n3], none, current, random, stopped);
    expect(held.map((shard) => shard.map(({ nodeId }) => nodeId))).toEqual([
      ['n2', 'n1'],
      ['n1', null],
    ]);
    const replaced = allocate(2, 1, [n2, n3], none, current, random, stopped, new Set());
    expect(replaced.map((shard) => shard.map(({ nodeId }) => nodeId))).toEqual([
      ['n2', 'n3'],
      ['n1', null],
    ]);
  });

  it('never promotes a copy that is not in sync when a node leaves', () => {
    const copies = [['n1', 'n2', 'n3'].map((nodeId) => ({ nodeId, allocationId: `on ${nodeId}` }))];
    const metadata = {
      ...({} as IndexMetadata),
      copies,
      inSyncAllocations: new Set(['on n1', 'on n3']),
      primaryTerms: [4],
    };
    const left = withoutNode(metadata, 'n1', ({ nodeId }) => nodeId !== 'n1');
    expect(left.copies[0].map(({ nodeId }) => nodeId)).toEqual(['n3', 'n1', 'n2']);
    expect([[...left.inSyncAllocations], left.primaryTerms]).toEqual([['on n3'], [5]]);
    // A copy that left the set does not become the primary, even if it asked for that before it left.
    expect(withPrimary(left, 0, 'on n1', new Set(['on n1']))).toBe(left);
    // The last one in sync stays it, and its shard waits for it.
    const waiting = withoutNode(left, 'n3', ({ nodeId }) => nodeId !== 'n3');
    expect(waiting.copies[0][0].nodeId).toBe('n3');
    expect([[...waiting.inSyncAllocations], waiting.primaryTerms]).toEqual([['on n3'], [5]]);
  });
});
