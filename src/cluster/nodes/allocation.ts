import type { Random } from '../../common/index.ts';
import { randomUuid } from '../../common/index.ts';
import type { StoredCopy } from '../metadata/stateStore.ts';
import type { VirtualNode } from './virtualNodes.ts';

/**
 * Where the copies of an index go: never two of one shard on a node, each on the node that has the fewest copies
 * (`load`), earlier nodes first. Copies that stay where they are keep node and allocation id.
 */
export function allocate(
  shards: number,
  replicas: number,
  nodes: readonly VirtualNode[],
  load: ReadonlyMap<string, number>,
  current: readonly (readonly StoredCopy[])[],
  random: Random,
): readonly (readonly StoredCopy[])[] {
  const counts = new Map(nodes.map((node) => [node.id, load.get(node.id) ?? 0]));
  const kept = Array.from({ length: shards }, (_, shard) =>
    keptCopies(current[shard] ?? [], replicas, counts),
  );
  // Primaries first, so that they are spread over the nodes, too.
  for (let copy = 0; copy <= replicas; copy++) {
    for (const copies of kept) if (copies.length <= copy) copies.push(place(copies, nodes, counts, random));
  }
  return kept;
}

function place(
  copies: readonly StoredCopy[],
  nodes: readonly VirtualNode[],
  counts: Map<string, number>,
  random: Random,
): StoredCopy {
  const free = nodes.filter((node) => !copies.some(({ nodeId }) => nodeId === node.id));
  const best = free.reduce<VirtualNode | null>(
    (least, node) => (least && count(counts, least) <= count(counts, node) ? least : node),
    null,
  );
  if (!best) return { nodeId: null, allocationId: null };
  counts.set(best.id, count(counts, best) + 1);
  return { nodeId: best.id, allocationId: randomUuid(random) };
}

/** The assigned copies on nodes that exist, at most one primary and `replicas` others; the primary stays first. */
function keptCopies(
  copies: readonly StoredCopy[],
  replicas: number,
  counts: ReadonlyMap<string, number>,
): StoredCopy[] {
  return copies.filter((copy) => copy.nodeId !== null && counts.has(copy.nodeId)).slice(0, replicas + 1);
}

function count(counts: ReadonlyMap<string, number>, node: VirtualNode): number {
  return counts.get(node.id) ?? 0;
}
