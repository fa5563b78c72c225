import { expect, it } from 'vitest';
import { NO_DOCS } from '../../../src/query/docSet.ts';
import { cachedFilter, keptFilter } from '../../../src/query/filterCache.ts';
import { clearQueryCache } from '../../../src/search/index.ts';
import type { IndexShard } from '../../../src/shard/index.ts';
import { createMapper, leavesOf } from '../query/shard.ts';

it('forgets the filters of all segments of a shard, and lets go of them', async () => {
  const mapper = createMapper({ properties: { n: { type: 'long' } } });
  const documents = Array.from({ length: 2048 }, (_, n) => ({ n }));
  const readers = (await leavesOf(mapper, documents, [1024, 1024])).map(({ reader }) => reader);
  for (const reader of readers) {
    for (let i = 0; i < 2; i++) cachedFilter(reader, 'nothing', () => NO_DOCS);
    expect(keptFilter(reader, 'nothing')).toBe(NO_DOCS);
  }
  let open = 0;
  const shard = {
    acquireSearcher: () => ({ leaves: readers, close: () => void open--, generation: ++open }),
  };
  clearQueryCache(shard as unknown as IndexShard);
  expect(readers.map((reader) => keptFilter(reader, 'nothing'))).toEqual([null, null]);
  expect(open).toBe(0);
});
