import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../../src/common/index.ts';
import { aggregate, type Document, failureOf, type Mapping, type Shards } from './support.ts';

const mapping: Mapping = { n: 'integer' };

const numbers = (values: readonly number[]): Document[] => values.map((n) => ({ n }));

const run = async (shards: Shards, aggs: JsonObject) =>
  JSON.stringify((await aggregate(mapping, shards, { a: aggs })).a);

describe('variable_width_histogram', () => {
  it('puts buckets where values gather', async () => {
    const answer = await run([[numbers([1, 2, 3, 50, 51, 100])]], {
      variable_width_histogram: { field: 'n', buckets: 3 },
    });
    expect(JSON.parse(answer).buckets).toEqual([
      { min: 1, key: 2, max: 3, doc_count: 3 },
      { min: 50, key: 50.5, max: 51, doc_count: 2 },
      { min: 100, key: 100, max: 100, doc_count: 1 },
    ]);
  });

  it('merges the clusters of shards', async () => {
    const answer = await run([[numbers([1, 90])], [numbers([3, 94])]], {
      variable_width_histogram: { field: 'n', buckets: 2 },
    });
    expect(JSON.parse(answer).buckets).toEqual([
      { min: 1, key: 2, max: 3, doc_count: 2 },
      { min: 90, key: 92, max: 94, doc_count: 2 },
    ]);
  });

  it.each([
    [{ buckets: 0 }, /buckets must be greater than \[0\] for \[a\]/],
    [{ shard_size: 1 }, /shard_size must be greater than \[1\] for \[a\]/],
    [{ buckets: 5, initial_buffer: 2 }, /initial_buffer must be at least buckets but was \[2<5\] for \[a\]/],
    [{ buckets: 5, shard_size: 6 }, /3\/4 of shard_size must be at least buckets but was \[4<5\] for \[a\]/],
  ])('refuses %j', async (options, words) => {
    const aggs = { a: { variable_width_histogram: { field: 'n', ...options } } };
    expect(await failureOf(mapping, [[numbers([1])]], JSON.stringify(aggs))).toMatch(words);
  });
});
