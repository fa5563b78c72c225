export { adoptShard } from './adoptShard.ts';
export { checkShard, type ShardCheck } from './checkShard.ts';
export { createShard } from './createShard.ts';
export { openIndexShard, type ShardOptions } from './openIndexShard.ts';
export { openReopeningShard, type ReopeningOptions } from './reopeningShard.ts';
export { shardSettings } from './settings.ts';
export * from './types.ts';
