import { expect, it } from 'vitest';
import { mapping, shards } from './fixture.ts';
import { aggregate } from './support.ts';

it('takes the hits of all shards for top_hits', async () => {
  const result = await aggregate(mapping, shards, { h: { top_hits: { size: 2, from: 1, sort: ['age'] } } });
  expect(result.h).toEqual({
    hits: {
      total: { value: 6, relation: 'eq' },
      max_score: null,
      hits: [
        { _id: '1-0', sort: [0] },
        { _id: '0-1', sort: [1] },
      ],
    },
  });
});
