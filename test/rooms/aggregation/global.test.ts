import { expect, it } from 'vitest';
import { docs, mapping } from './fixture.ts';
import { aggregate } from './support.ts';

it('is over all documents for global, whatever collects', async () => {
  const result = await aggregate(mapping, [[docs.slice(0, 3)]], {
    g: { global: {}, aggs: { n: { value_count: { field: 'city' } } } },
  });
  expect(result).toEqual({ g: { doc_count: 3, n: { value: 4 } } });
});
