import type { Random } from '../../common/index.ts';
import { bug, randomUuid } from '../../common/index.ts';
import type { IndexMetadata, StoredCopy } from '../metadata/clusterState.ts';
import { allocationsOf } from '../metadata/clusterState.ts';
import type { VirtualNode } from './virtualNodes.ts';

/**
 * Where the copies of an index go: never two of one shard on a node, each on the node that has the fewest copies
 * (`load`); among equals primaries on the first, replicas on the next after their primary's. Copies that stay where they
 * are keep node and allocation id; so do those on nodes that are `held`: stopped, and expected back. A shard whose primary
 * is on a stopped node keeps all and gets no new ones: none of the others has what the primary has.
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

export const UNASSIGNED: StoredCopy = { nodeId: null, allocationId: null };

/** Whether there is a primary, on a node that does not run: a replica in sync would have taken its place. */
function isLost([primary]: readonly StoredCopy[], stopped: ReadonlySet<string>): boolean {
  return primary !== undefined && (primary.nodeId === null || stopped.has(primary.nodeId));
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

/**
 * An index whose copies go to the nodes that are started now, in sync before those that are not. A shard whose copies in
 * sync are all on nodes that are not started keeps them, and waits: none of the others has what was acknowledged.
 */
export function reopened(
  metadata: IndexMetadata,
  isStarted: (copy: StoredCopy) => boolean,
  allocateAgain: (current: readonly (readonly StoredCopy[])[]) => readonly (readonly StoredCopy[])[],
): IndexMetadata {
  const isInSync = inSyncOf(metadata);
  const rank = (copy: StoredCopy): number => (!isInSync(copy) ? 2 : isStarted(copy) ? 0 : 1);
  const copies = allocateAgain(metadata.copies.map((shard) => [...shard].sort((a, b) => rank(a) - rank(b))));
  return withCopies(metadata, copies);
}

/** An index of which these primaries (by default all) are about to start: each enters its next term. */
export function withNextTerms(
  metadata: IndexMetadata,
  starts: (shard: number) => boolean = () => true,
): IndexMetadata {
  const primaryTerms = metadata.primaryTerms.map((term, shard) => (starts(shard) ? term + 1 : term));
  return { ...metadata, primaryTerms };
}

/**
 * An index after a node has ended: its primaries there give way to replicas in sync that can lead. What has ended misses
 * what is written from now on; the last copy in sync stays it, and its shard waits for its node.
 */
export function withoutNode(
  metadata: IndexMetadata,
  nodeId: string,
  canLead: (copy: StoredCopy) => boolean,
): IndexMetadata {
  const isInSync = inSyncOf(metadata);
  const inSyncAllocations = new Set(metadata.inSyncAllocations);
  const copies = metadata.copies.map((shard) => {
    const left = shard.find((copy) => copy.nodeId === nodeId);
    const primary = left === shard[0] ? shard.find((copy) => isInSync(copy) && canLead(copy)) : shard[0];
    if (!left || !primary) return shard;
    // While the primary is away, or lost, others in sync may have to stand for it.
    if (left === shard[0] || canLead(shard[0])) inSyncAllocations.delete(left.allocationId ?? '');
    return [primary, ...shard.filter((copy) => copy !== primary)];
  });
  return withCopies({ ...metadata, inSyncAllocations }, copies);
}

/** A shard whose primary is that copy; of its copies these are in sync. The same metadata when nothing changes. */
export function withPrimary(
  metadata: IndexMetadata,
  shardId: number,
  allocationId: string,
  inSync: ReadonlySet<string>,
): IndexMetadata {
  const shard = metadata.copies[shardId];
  const primary = shard.find((copy) => copy.allocationId === allocationId);
  if (!primary) throw bug(`no copy ${allocationId} of shard ${shardId} of [${metadata.name}]`);
  const dropped = shard.flatMap(({ allocationId: id }) => (id === null || inSync.has(id) ? [] : [id]));
  const isChanged = shard[0] !== primary || dropped.some((id) => metadata.inSyncAllocations.has(id));
  if (!isChanged) return metadata;
  const inSyncAllocations = new Set(metadata.inSyncAllocations);
  for (const id of dropped) inSyncAllocations.delete(id);
  const copies = [...metadata.copies];
  copies[shardId] = [primary, ...shard.filter((copy) => copy !== primary)];
  return withCopies({ ...metadata, inSyncAllocations }, copies);
}

/** A shard whose history is from now on that of a new allocation: its primary, in sync alone, in a new term. */
export function withAllocation(metadata: IndexMetadata, shardId: number, primary: StoredCopy): IndexMetadata {
  const before = metadata.copies[shardId];
  const others = before.filter(({ nodeId }) => nodeId !== primary.nodeId).slice(0, before.length - 1);
  const inSyncAllocations = new Set(metadata.inSyncAllocations);
  for (const { allocationId } of before) inSyncAllocations.delete(allocationId ?? '');
  inSyncAllocations.add(primary.allocationId ?? '');
  const copies = [...metadata.copies];
  copies[shardId] = [primary, ...others];
  return withCopies({ ...metadata, inSyncAllocations }, copies);
}

/** One shard of the index has these copies, the primary first. */
export function withShardCopies(
  metadata: IndexMetadata,
  shardId: number,
  shard: readonly StoredCopy[],
): IndexMetadata {
  const copies = [...metadata.copies];
  copies[shardId] = shard;
  return withCopies(metadata, copies);
}

/** The same metadata when nothing changes. */
export function withInSync(metadata: IndexMetadata, allocationId: string, isInSync: boolean): IndexMetadata {
  const inSyncAllocations = new Set(metadata.inSyncAllocations);
  if (inSyncAllocations.has(allocationId) === isInSync) return metadata;
  if (isInSync) inSyncAllocations.add(allocationId);
  else inSyncAllocations.delete(allocationId);
  return { ...metadata, inSyncAllocations };
}

/** A shard whose primary is another one enters its next term; allocations that are gone are forgotten. */
function withCopies(metadata: IndexMetadata, copies: readonly (readonly StoredCopy[])[]): IndexMetadata {
  const allocations = allocationsOf(copies);
  return {
    ...metadata,
    copies,
    inSyncAllocations: new Set([...metadata.inSyncAllocations].filter((id) => allocations.has(id))),
    primaryTerms: metadata.primaryTerms.map((term, shard) =>
      copies[shard][0].allocationId === metadata.copies[shard][0].allocationId ? term : term + 1,
    ),
  };
}

function inSyncOf({ inSyncAllocations }: IndexMetadata): (copy: StoredCopy) => boolean {
  return ({ allocationId }) => allocationId !== null && inSyncAllocations.has(allocationId);
}
