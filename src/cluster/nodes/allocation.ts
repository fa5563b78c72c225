import type { Random } from '../../common/index.ts';
import { bug, randomUuid } from '../../common/index.ts';
import type { IndexMetadata, StoredCopy } from '../metadata/clusterState.ts';
import { allocationsOf } from '../metadata/clusterState.ts';
import type { VirtualNode } from './virtualNodes.ts';

/**
 * Allocates the copies of an index: never two of one shard on a node, each to the node with the fewest copies
 * (`load`); on ties, primaries to the first node, replicas to the next one after their primary's. Copies that
 * stay keep their node and allocation id; so do copies on `held` nodes, which are stopped but expected back.
 * A shard whose primary is on a stopped node keeps all its copies and gets no new ones, since none of the
 * others is complete.
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
  // Primaries first, so that they are spread evenly too.
  for (let copy = 0; copy <= replicas; copy++) {
    for (const copies of kept) {
      if (copies.length > copy) continue;
      copies.push(isLost(copies, stopped) ? UNASSIGNED : place(copies, nodes, counts, random));
    }
  }
  return kept;
}

export const UNASSIGNED: StoredCopy = { nodeId: null, allocationId: null };

/** Whether the primary is on a stopped node and no in-sync replica could replace it. */
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

/** The assigned copies on existing nodes: the primary first, and at most `replicas` others. */
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

/** The number of copies on each node. */
export function loadOf(copies: readonly StoredCopy[]): ReadonlyMap<string, number> {
  const load = new Map<string, number>();
  for (const { nodeId } of copies) {
    if (nodeId !== null) load.set(nodeId, (load.get(nodeId) ?? 0) + 1);
  }
  return load;
}

/**
 * An index after a restart: its copies go to the nodes started now, in-sync copies first. A shard whose
 * in-sync copies are all on nodes that are not started keeps them and waits, since no other copy has every
 * acknowledged write.
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

/** Raises the terms of primaries that are about to start, by default of all. */
export function withNextTerms(
  metadata: IndexMetadata,
  starts: (shard: number) => boolean = () => true,
): IndexMetadata {
  const primaryTerms = metadata.primaryTerms.map((term, shard) => (starts(shard) ? term + 1 : term));
  return { ...metadata, primaryTerms };
}

/**
 * An index after a node has stopped: its primaries there are replaced by eligible in-sync replicas. The
 * stopped copies miss later writes and leave the in-sync set, except for a shard's last one: the shard waits
 * for the node.
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
    // Without an eligible primary, this copy may be needed to replace it.
    if (left === shard[0] || canLead(shard[0])) inSyncAllocations.delete(left.allocationId ?? '');
    return [primary, ...shard.filter((copy) => copy !== primary)];
  });
  return withCopies({ ...metadata, inSyncAllocations }, copies);
}

/**
 * Makes a copy the primary of its shard; only copies in `inSync` stay in sync. Returns the same metadata if
 * nothing changes, or if the copy is not in sync: it may have missed acknowledged writes.
 */
export function withPrimary(
  metadata: IndexMetadata,
  shardId: number,
  allocationId: string,
  inSync: ReadonlySet<string>,
): IndexMetadata {
  const shard = metadata.copies[shardId];
  const primary = shard.find((copy) => copy.allocationId === allocationId);
  if (!primary) throw bug(`no copy ${allocationId} of shard ${shardId} of [${metadata.name}]`);
  if (!metadata.inSyncAllocations.has(allocationId)) return metadata;
  const dropped = shard.flatMap(({ allocationId: id }) => (id === null || inSync.has(id) ? [] : [id]));
  const isChanged = shard[0] !== primary || dropped.some((id) => metadata.inSyncAllocations.has(id));
  if (!isChanged) return metadata;
  const inSyncAllocations = new Set(metadata.inSyncAllocations);
  for (const id of dropped) inSyncAllocations.delete(id);
  const copies = [...metadata.copies];
  copies[shardId] = [primary, ...shard.filter((copy) => copy !== primary)];
  return withCopies({ ...metadata, inSyncAllocations }, copies);
}

/**
 * Makes a new allocation the primary, in a new term and as the only in-sync copy; its content becomes the
 * shard's.
 */
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

/** Sets the copies of one shard, primary first. */
export function withShardCopies(
  metadata: IndexMetadata,
  shardId: number,
  shard: readonly StoredCopy[],
): IndexMetadata {
  const copies = [...metadata.copies];
  copies[shardId] = shard;
  return withCopies(metadata, copies);
}

/** Adds an allocation to the in-sync set or removes it. Returns the same metadata if nothing changes. */
export function withInSync(metadata: IndexMetadata, allocationId: string, isInSync: boolean): IndexMetadata {
  const inSyncAllocations = new Set(metadata.inSyncAllocations);
  if (inSyncAllocations.has(allocationId) === isInSync) return metadata;
  if (isInSync) inSyncAllocations.add(allocationId);
  else inSyncAllocations.delete(allocationId);
  return { ...metadata, inSyncAllocations };
}

/**
 * Sets the copies. A shard with a new primary enters its next term; allocations that no longer exist leave
 * the in-sync set.
 */
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
