import { describe, expect, it } from 'vitest';
import { type DocBlock, SubAggregators } from '../../../src/aggregation/framework/aggregator.ts';
import { KeyedBuckets } from '../../../src/aggregation/framework/keyedBuckets.ts';
import { BucketAccount } from '../../../src/aggregation/index.ts';
import type { KeySource } from '../../../src/aggregation/values/keys.ts';
import { type JsonObject, limits, type Reservation } from '../../../src/common/index.ts';
import { aggregate, leavesOf, mapperOf } from './support.ts';

/** Buckets are counted while they are made: an aggregation stops before it has made all. */

class Memory implements Reservation {
  bytes = 0;
  readonly #limit: number;

  constructor(limit: number) {
    this.#limit = limit;
  }

  grow(bytes: number): void {
    this.bytes += bytes;
    if (this.bytes > this.#limit) throw new Error('too much');
  }

  release(): void {
    this.bytes = 0;
  }
}

const mapping = { n: 'long', k: 'keyword', g: 'long', d: 'date' };
const documents = Array.from({ length: 20_000 }, (_, n) => ({
  n,
  k: `k${n}`,
  g: n % 100,
  d: n * 86_400_000,
}));
const shards = [[documents.slice(0, 10_000), documents.slice(10_000)]];
const LIMIT_BYTES = 100_000;

const many: readonly JsonObject[] = [
  { terms: { field: 'n' } },
  { terms: { field: 'k' } },
  { composite: { sources: [{ a: { terms: { field: 'n' } } }] } },
  { composite: { sources: [{ a: { terms: { field: 'g' } } }, { b: { terms: { field: 'k' } } }] } },
  { histogram: { field: 'n', interval: 1 } },
  { date_histogram: { field: 'd', fixed_interval: '1d' } },
  { terms: { field: 'g' }, aggs: { b: { terms: { field: 'n' } } } },
  { rare_terms: { field: 'n' } },
  { multi_terms: { terms: [{ field: 'g' }, { field: 'n' }] } },
];

describe('buckets', () => {
  it.each(many)('take no more memory than there is: %j', async (a) => {
    const memory = new Memory(LIMIT_BYTES);
    await expect(aggregate(mapping, shards, { a }, { memory })).rejects.toThrow('too much');
    // Far less than all of them take: what is made between two looks, at most a block of documents.
    expect(memory.bytes).toBeLessThan(LIMIT_BYTES + 2 * 10_000 * 16);
  });

  it('of a result count as soon as they are built', async () => {
    const memory = new Memory(Number.POSITIVE_INFINITY);
    const few = documents.slice(0, 2000);
    await aggregate(mapping, [[few]], { a: { histogram: { field: 'n', interval: 1 } } }, { memory });
    expect(memory.bytes).toBeGreaterThan(2000 * 200);
  });

  it('are few where documents share their keys', async () => {
    const memory = new Memory(LIMIT_BYTES);
    await aggregate(mapping, shards, { a: { terms: { field: 'g' } } }, { memory });
    expect(memory.bytes).toBeLessThan(LIMIT_BYTES);
  });

  it('that must all be answered end the search once they are far too many', async () => {
    const mapper = mapperOf(mapping);
    const [leaf] = await leavesOf(mapper, [[{ n: 1 }]]);
    const children = new SubAggregators([], [], new BucketAccount(10, null));
    const keys = new EndlessKeys();
    const buckets = new KeyedBuckets(keys, { children: () => children, singleOwner: true });
    buckets.answerAll();
    const collector = buckets.leaf(leaf);
    const collect = (): void => {
      while (keys.size < 1_000_000) collector.collect(blockOf(1024));
    };
    expect(collect).toThrow('Must be less than or equal to: [10] but was [');
    expect(keys.size).toBeLessThan(100_000);
  });

  it('of one search have a limit, even if there is no other search', () => {
    const account = new BucketAccount(10, null);
    const most = limits.bucketBytes.value / 16;
    account.counted(most / 2, 2);
    expect(() => account.counted(1, 1)).toThrow(
      '[request] Data too large, data for [allocated_buckets] would be [268435472/256mb], ' +
        'which is larger than the limit of [268435456/256mb]',
    );
  });

  it('that the order leaves out are no reason to stop', async () => {
    const answer = await aggregate(
      mapping,
      shards,
      { a: { terms: { field: 'n', size: 2 } } },
      { maxBuckets: 2 },
    );
    expect(answer).toMatchObject({ a: { sum_other_doc_count: 19_998 } });
  });

  it('of a composite page may not be more than an answer may have', async () => {
    const a = { composite: { size: 11, sources: [{ s: { terms: { field: 'n' } } }] } };
    await expect(aggregate(mapping, shards, { a }, { maxBuckets: 10 })).rejects.toThrow('[10] but was [11]');
  });
});

/** A new key for each document. */
class EndlessKeys implements KeySource {
  size = 0;

  leaf(): ReturnType<KeySource['leaf']> {
    return {
      read: ({ count }) => {
        const ids = Uint32Array.from({ length: count }, () => this.size++);
        return { ids, positions: ids, count, dense: true };
      },
    };
  }

  key(id: number): number {
    return id;
  }

  addAll(): void {}
}

function blockOf(count: number): DocBlock {
  const docs = Uint32Array.from({ length: count }, (_, doc) => doc);
  const owners = new Uint32Array(count);
  return { docs, owners, scores: null, count, ownerBound: 1, contiguous: true };
}
