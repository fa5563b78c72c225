/** Identifies the shard that files belong to; intact files of another shard are rejected. */
export interface ShardIdentity {
  readonly indexUuid: string;
  readonly shardId: number;
}

export function isSameShard(a: ShardIdentity, b: ShardIdentity): boolean {
  return a.indexUuid === b.indexUuid && a.shardId === b.shardId;
}

/** `belongs to shard 0 of the index KQ…`: the error for another shard's file. */
export function belongsTo({ indexUuid, shardId }: ShardIdentity): string {
  return `belongs to shard ${shardId} of the index ${indexUuid}`;
}
