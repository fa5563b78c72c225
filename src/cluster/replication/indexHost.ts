import type { Clock } from '../../common/index.ts';
import type { Directory } from '../../directory/index.ts';
import type { IndexMetadata, StoredCopy } from '../metadata/clusterState.ts';
import type { CopyEvents, OpenedShard } from '../types.ts';

/** Quarantines the files of a damaged copy, which is then recovered from its primary. */
export interface CopyQuarantine {
  setCopyAside(
    copy: {
      readonly nodeId: string;
      readonly indexName: string;
      readonly indexUuid: string;
      readonly shardId: number;
    },
    reason: string,
  ): Promise<unknown>;
}

/** A copy with a node. */
export interface AssignedCopy extends StoredCopy {
  readonly nodeId: string;
  readonly allocationId: string;
}

export function isAssigned(copy: StoredCopy): copy is AssignedCopy {
  return copy.nodeId !== null && copy.allocationId !== null;
}

/** What the copies of a shard need from their index. */
export interface IndexHost {
  readonly clock: Clock;
  /** The current metadata. */
  readonly metadata: IndexMetadata;
  readonly quarantine: CopyQuarantine;
  /** Durable and visible when it resolves. */
  change(decide: (current: IndexMetadata) => IndexMetadata): Promise<void>;
  isNodeStarted(nodeId: string): boolean;
  folder(nodeId: string, shardId: number): Directory;
  openShard(copy: AssignedCopy, shardId: number, events: CopyEvents): Promise<OpenedShard>;
  /** Call when the copies, or the open shards, have changed. */
  copiesChanged(): void;
  /** Runs a task while no other one opens, closes or moves copies of the index. */
  exclusively<T>(task: () => Promise<T>): Promise<T>;
}
