/**
 * The hash that assigns documents to shards: MurmurHash3 (x86, 32 bits, seed 0) over the UTF-16LE bytes of
 * the routing.
 */

export function murmurHash3(text: string): number {
  const length = text.length * 2;
  let hash = 0;
  const pairs = text.length & ~1;
  for (let i = 0; i < pairs; i += 2) {
    hash ^= mix(text.charCodeAt(i) | (text.charCodeAt(i + 1) << 16));
    hash = (hash << 13) | (hash >>> 19);
    hash = (Math.imul(hash, 5) + 0xe6546b64) | 0;
  }
  if (pairs < text.length) hash ^= mix(text.charCodeAt(pairs));
  hash ^= length;
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return (hash ^ (hash >>> 16)) | 0;
}

function mix(block: number): number {
  const k = Math.imul(block, 0xcc9e2d51);
  return Math.imul((k << 15) | (k >>> 17), 0x1b873593);
}

/** The original's default number of routing shards: the largest power-of-two multiple up to 1024. */
export function defaultRoutingShards(shards: number): number {
  return shards * 2 ** Math.max(1, 10 - Math.ceil(Math.log2(shards)));
}

/** The shard of a document by its routing value (by default its `_id`). */
export function shardForRouting(routing: string, shards: number, routingShards: number): number {
  const hash = murmurHash3(routing);
  const slot = ((hash % routingShards) + routingShards) % routingShards;
  return Math.floor(slot / (routingShards / shards));
}
