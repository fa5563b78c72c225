/** Whose the files of a folder are: those of another shard, whole as they may be, are refused. */
export interface ShardIdentity {
  readonly indexUuid: string;
  readonly shardId: number;
}

export function isSameShard(a: ShardIdentity, b: ShardIdentity): boolean {
  return a.indexUuid === b.indexUuid && a.shardId === b.shardId;
}

/** `belongs to shard 0 of the index KQ…`: what is said of a file that is another shard's. */
export function belongsTo({ indexUuid, shardId }: ShardIdentity): string {
  return `belongs to shard ${shardId} of the index ${indexUuid}`;
}
