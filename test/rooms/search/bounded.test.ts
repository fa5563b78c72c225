import { describe, expect, it } from 'vitest';
import { FixedBitSet } from '../../../src/common/index.ts';
import type { LeafContext, ScoredDocs } from '../../../src/query/index.ts';
import { CollapseCollector } from '../../../src/search/shard/collapse.ts';
import { type ShardHit, TopHitsCollector } from '../../../src/search/shard/collector.ts';
import { docKey, scoreKey } from '../../../src/search/sort/simpleKeys.ts';
import { SteppingClock, turnsDuring } from '../../support/turns.ts';
import { createMapper, leavesOf } from '../query/shard.ts';
import { openService, openServiceAt } from './service.ts';

/** What a search keeps and looks at grows with what is asked for, not with what matches. */

const mapping = { properties: { n: { type: 'long' } } };

async function leafOf(count: number): Promise<LeafContext> {
  const documents = Array.from({ length: count }, (_, n) => ({ n }));
  return (await leavesOf(createMapper(mapping), documents))[0];
}

/** Counts how often the next document is asked for. */
class CountedBits extends FixedBitSet {
  looks = 0;

  override next(from: number): number {
    this.looks++;
    return super.next(from);
  }
}

describe('a scroll in the order of the index', () => {
  it('looks at the documents of its page only', async () => {
    const leaf = await leafOf(3000);
    const bits = new CountedBits(3000);
    for (let doc = 0; doc < 3000; doc += 2) bits.add(doc);
    const scored: ScoredDocs = { docs: { kind: 'bits', bits }, scores: null, constant: 1 };
    const sortKeys = [docKey('asc')];
    const found: number[] = [];
    let after: ShardHit | null = null;
    for (;;) {
      const collector: TopHitsCollector = new TopHitsCollector({
        limit: 100,
        sortKeys,
        searchAfter: null,
        after,
      });
      bits.looks = 0;
      collector.collect(leaf, scored);
      expect(bits.looks).toBeLessThanOrEqual(102);
      const hits = collector.hits();
      if (hits.length === 0) break;
      found.push(...hits.map(({ doc }) => doc));
      after = hits[hits.length - 1];
    }
    expect(found).toEqual(Array.from({ length: 1500 }, (_, i) => 2 * i));
  });
});

describe('a collapse', () => {
  it.each(['asc', 'desc'] as const)('of many groups keeps the best ones, by score %s', async (order) => {
    const leaf = await leafOf(5000);
    const field = createMapper(mapping).field('n');
    if (!field) throw new Error('no field');
    const sortKeys = [scoreKey(order)];
    const collector = new CollapseCollector({ limit: 10, sortKeys, searchAfter: null, after: null }, field);
    const scores = Float32Array.from({ length: 5000 }, (_, doc) => (doc * 7919) % 5000);
    const docs = { kind: 'all', maxDoc: 5000 } as const;
    collector.collect(leaf, { docs, scores, constant: 0 });
    expect(collector.held).toBeLessThanOrEqual(1000);
    const best = Array.from(scores).sort((a, b) => (order === 'asc' ? a - b : b - a));
    expect(collector.hits().map(({ score }) => score)).toEqual(best.slice(0, 10));
  });
});

describe('a sort by _id', () => {
  const documents = Array.from({ length: 2500 }, (_, n) => ({ n }));
  const index = { name: 'i', mapping, shards: [{ documents, segments: [1500, 1000] }] };

  it.each(['asc', 'desc'] as const)('%s finds its pages', async (order) => {
    const { search } = await openService(index);
    const ids = documents.map((_, n) => String(n)).sort();
    if (order === 'desc') ids.reverse();
    const found: string[] = [];
    let searchAfter: unknown[] | undefined;
    for (;;) {
      const source = { size: 700, sort: [{ _id: order }], ...(searchAfter && { search_after: searchAfter }) };
      const { hits } = (await search('i', source as never)).hits;
      if (hits.length === 0) break;
      found.push(...hits.map((hit) => String(hit._id)));
      searchAfter = hits[hits.length - 1].sort as unknown[];
    }
    expect(found.length).toBe(2500);
    expect(found).toEqual(ids);
  });

  it('gives turns while it puts the ids in order', async () => {
    const { search } = await openServiceAt(new SteppingClock(), index);
    expect(await turnsDuring(() => search('i', { sort: ['_id'] }))).toBeGreaterThan(5);
  });
});
