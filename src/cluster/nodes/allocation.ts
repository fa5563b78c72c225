import type { Random } from '../../common/index.ts';
import { randomUuid } from '../../common/index.ts';
import type { IndexMetadata, StoredCopy } from '../metadata/stateStore.ts';
import type { VirtualNode } from './virtualNodes.ts';

/**
 * Where the copies of an index go: never two of one shard on a node, each on the node that has the fewest copies
 * (`load`); among equals primaries on the first, replicas on the next after their primary's. Copies that stay where they
 * are keep node and allocation id; so do those on nodes that are `held`: stopped, and expected back. A shard all of whose
 * copies are on stopped nodes gets no new ones: they would be empty.
 */
export function allocate(
  shards: number,
  replicas: number,
  nodes: readonly VirtualNode[],
  load: ReadonlyMap<string, number>,
  current: readonly (readonly StoredCopy[])[],
  random: Random,
  stopped: ReadonlySet<string> = new Set(),
  held: ReadonlySet<string> = stopped,
): readonly (readonly StoredCopy[])[] {
  const counts = new Map(nodes.map((node) => [node.id, load.get(node.id) ?? 0]));
  const kept = Array.from({ length: shards }, (_, shard) =>
    keptCopies(current[shard] ?? [], replicas, counts, stopped, held),
  );
  // Primaries first, so that they are spread over the nodes, too.
  for (let copy = 0; copy <= replicas; copy++) {
    for (const copies of kept) {
      if (copies.length > copy) continue;
      copies.push(isLost(copies, stopped) ? UNASSIGNED : place(copies, nodes, counts, random));
    }
  }
  return kept;
}

const UNASSIGNED: StoredCopy = { nodeId: null, allocationId: null };

/** Whether there are copies, and all of them are on nodes that do not run. */
function isLost(copies: readonly StoredCopy[], stopped: ReadonlySet<string>): boolean {
  return copies.length > 0 && copies.every(({ nodeId }) => nodeId === null || stopped.has(nodeId));
}

function place(
  copies: readonly StoredCopy[],
  nodes: readonly VirtualNode[],
  counts: Map<string, number>,
  random: Random,
): StoredCopy {
  const after = nodes.findIndex(({ id }) => id === copies.at(-1)?.nodeId) + 1;
  const inTurn = [...nodes.slice(after), ...nodes.slice(0, after)];
  const free = inTurn.filter((node) => !copies.some(({ nodeId }) => nodeId === node.id));
  const best = free.reduce<VirtualNode | null>(
    (least, node) => (least && count(counts, least) <= count(counts, node) ? least : node),
    null,
  );
  if (!best) return UNASSIGNED;
  counts.set(best.id, count(counts, best) + 1);
  return { nodeId: best.id, allocationId: randomUuid(random) };
}

/** The assigned copies on nodes that exist, at most one primary and `replicas` others; the primary stays first. */
function keptCopies(
  copies: readonly StoredCopy[],
  replicas: number,
  counts: ReadonlyMap<string, number>,
  stopped: ReadonlySet<string>,
  held: ReadonlySet<string>,
): StoredCopy[] {
  const lost = isLost(copies, stopped);
  const stays = ({ nodeId }: StoredCopy): boolean =>
    nodeId !== null && (counts.has(nodeId) || held.has(nodeId) || (lost && stopped.has(nodeId)));
  return copies.filter(stays).slice(0, replicas + 1);
}

function count(counts: ReadonlyMap<string, number>, node: VirtualNode): number {
  return counts.get(node.id) ?? 0;
}

/** How many copies each node has. */
export function loadOf(copies: readonly StoredCopy[]): ReadonlyMap<string, number> {
  const load = new Map<string, number>();
  for (const { nodeId } of copies) {
    if (nodeId !== null) load.set(nodeId, (load.get(nodeId) ?? 0) + 1);
  }
  return load;
}

/** Fewer nodes than before may leave a shard without a copy: better no start than an empty shard. */
export function checkPrimaries(metadata: IndexMetadata, copies: readonly (readonly StoredCopy[])[]): void {
  metadata.copies.forEach((stored, shard) => {
    const known = new Set(stored.flatMap(({ allocationId }) => allocationId ?? []));
    if (known.size === 0 || known.has(copies[shard][0].allocationId ?? '')) return;
    throw new Error(
      `shard ${shard} of the index [${metadata.name}] lies on a node that is not started; start with more --nodes`,
    );
  });
}

export function storedAllocations({ copies }: IndexMetadata): ReadonlySet<string> {
  return new Set(copies.flat().flatMap(({ allocationId }) => allocationId ?? []));
}
