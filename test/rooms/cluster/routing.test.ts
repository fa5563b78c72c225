import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { murmurHash3, shardForRouting } from '../../../src/cluster/index.ts';

/** Text → hash, as published for the original's routing function. */
const hashes: readonly (readonly [string, number])[] = [
  ['hell', 0x5a0cb7c3],
  ['hello', 0xd7c31989],
  ['hello w', 0x22ab2984],
  ['hello wo', 0xdf0ca123],
  ['hello wor', 0xe7744d61],
  ['The quick brown fox jumps over the lazy dog', 0xe07db09c],
  ['The quick brown fox jumps over the lazy cog', 0x4e63d2ad],
];

describe('routing', () => {
  for (const [text, hash] of hashes) {
    it(`hashes [${text}]`, () => expect(murmurHash3(text)).toBe(hash | 0));
  }

  it('finds a shard for every text, the same after a split', () => {
    fc.assert(
      fc.property(fc.string(), fc.constantFrom(1, 2, 3, 5, 8), (text, shards) => {
        const slots = shards * 64;
        const shard = shardForRouting(text, shards, slots);
        expect(shard).toBeGreaterThanOrEqual(0);
        expect(shard).toBeLessThan(shards);
        // Twice the shards over the same slots: each shard's documents go to two of the new ones.
        expect(Math.floor(shardForRouting(text, shards * 2, slots) / 2)).toBe(shard);
      }),
    );
  });
});
