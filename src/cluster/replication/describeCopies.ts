import { Extensions } from '../../common/index.ts';
import type { IndexMetadata, StoredCopy } from '../metadata/clusterState.ts';
import type { OpenedShard, ShardHandle, ShardRouting, UnassignedInfo, UnassignedReason } from '../types.ts';
import { failureDetails } from './copyFailure.ts';

/** A copy in the metadata, with its open shard if any. */
export type Copy = ShardHandle;

/** The open copies of a shard by allocation id, and the failures. */
interface ShardSeen {
  readonly opened: ReadonlyMap<string, OpenedShard>;
  /** Why copies could not be opened. */
  readonly failures: ReadonlyMap<string, string>;
}

type Problem = Pick<UnassignedInfo, 'reason' | 'details'>;

/**
 * Describes the copies of an index, shard by shard, primary first. Remembers since when, and why, each is
 * unassigned.
 */
export class CopiesDescription {
  readonly #nowMs: () => number;
  #known = new Map<string, UnassignedInfo>();
  /** The reason for copies that lose their node from now on. */
  reason: UnassignedReason;

  constructor(nowMs: () => number, reason: UnassignedReason) {
    this.#nowMs = nowMs;
    this.reason = reason;
  }

  describe(
    metadata: IndexMetadata,
    shards: readonly ShardSeen[],
    isStarted: (nodeId: string) => boolean,
  ): readonly Copy[] {
    const infos = new Map<string, UnassignedInfo>();
    const described = metadata.copies.flatMap((copies, shardId) => {
      const seen = shards[shardId];
      const problems = copies.map((copy) => this.#problemOf(copy, seen, isStarted));
      return copies.map((copy, i): Copy => {
        const key = `${shardId}/${copy.allocationId ?? `unassigned ${i}`}`;
        const info = (problem: Problem) => this.#info(key, problem, infos);
        // A replica without a primary is unassigned too, as it may have missed writes.
        const problem = problems[i] ?? (problems[0] === null ? null : { ...problems[0], details: null });
        const place = { shardId, primary: i === 0 };
        if (problem !== null) return unassigned(place, copy, info(problem));
        const opened = seen.opened.get(copy.allocationId ?? '') ?? null;
        const routing = assigned(place, copy, metadata, opened, info);
        return { routing, shard: opened?.shard ?? null, extensions: opened?.extensions ?? Extensions.none };
      });
    });
    this.#known = infos;
    return described;
  }

  #problemOf(
    { nodeId, allocationId }: StoredCopy,
    { failures }: ShardSeen,
    isStarted: (nodeId: string) => boolean,
  ): Problem | null {
    if (nodeId === null || allocationId === null) return { reason: this.reason, details: null };
    if (!isStarted(nodeId)) return { reason: 'NODE_LEFT', details: null };
    const failure = failures.get(allocationId);
    return failure === undefined ? null : { reason: 'ALLOCATION_FAILED', details: failure };
  }

  /** Keeps the time and reason while a copy stays without a node, or its problem stays the same. */
  #info(key: string, { reason, details }: Problem, infos: Map<string, UnassignedInfo>): UnassignedInfo {
    const known = this.#known.get(key);
    const isSame = known !== undefined && known.details === details;
    const stays = isSame && (known.reason === reason || key.includes('unassigned'));
    const info = stays ? known : { reason, sinceMs: this.#nowMs(), details };
    infos.set(key, info);
    return info;
  }
}

type Place = Pick<ShardRouting, 'shardId' | 'primary'>;

function unassigned(place: Place, { nodeId }: StoredCopy, info: UnassignedInfo): Copy {
  const left = nodeId !== null && info.reason === 'NODE_LEFT' ? { leftWith: nodeId } : {};
  const nowhere = { nodeId: null, allocationId: null, state: 'UNASSIGNED' } as const;
  return {
    routing: { ...place, ...nowhere, ...left, unassigned: info },
    shard: null,
    extensions: Extensions.none,
  };
}

function assigned(
  place: Place,
  { nodeId, allocationId }: StoredCopy,
  { name, uuid, inSyncAllocations }: IndexMetadata,
  opened: OpenedShard | null,
  info: (problem: Problem) => UnassignedInfo,
): ShardRouting {
  const base = { ...place, nodeId, allocationId };
  const failure = opened?.shard.failure ?? null;
  if (failure === null || nodeId === null) {
    return { ...base, state: inSyncAllocations.has(allocationId ?? '') ? 'STARTED' : 'INITIALIZING' };
  }
  const where = { indexName: name, indexUuid: uuid, shardId: place.shardId, nodeId };
  const details = failureDetails(where, failure, 'engine is closed: ');
  return { ...base, state: 'INITIALIZING', unassigned: info({ reason: 'ALLOCATION_FAILED', details }) };
}
