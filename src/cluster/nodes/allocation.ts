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
  for (const copies of kept) {
    while (copies.length < replicas + 1) {
      const free = nodes.filter((node) => !copies.some((copy) => copy.nodeId === node.id));
      const best = free.reduce<VirtualNode | null>(
        (least, node) => (least && count(counts, least) <= count(counts, node) ? least : node),
        null,
      );
      if (best) counts.set(best.id, count(counts, best) + 1);
      copies.push({ nodeId: best?.id ?? null, allocationId: best ? randomUuid(random) : null });
    }
  }
  return kept;
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
