import { expect, it } from 'vitest';
import { mapping } from './fixture.ts';
import { aggregate } from './support.ts';

it('counts how far terms may be off when shards cut their lists', async () => {
  const shard = (counts: Record<string, number>) => [
    Object.entries(counts).flatMap(([city, n]) => Array.from({ length: n }, () => ({ city }))),
  ];
  const data = [shard({ a: 5, b: 4, c: 3 }), shard({ b: 6, c: 2, d: 4 })];
  const result = await aggregate(mapping, data, {
    t: { terms: { field: 'city', size: 2, shard_size: 2, show_term_doc_count_error: true } },
  });
  expect(result.t).toEqual({
    doc_count_error_upper_bound: 8,
    sum_other_doc_count: 9,
    buckets: [
      { key: 'b', doc_count: 10, doc_count_error_upper_bound: 0 },
      { key: 'a', doc_count: 5, doc_count_error_upper_bound: 4 },
    ],
  });
});
