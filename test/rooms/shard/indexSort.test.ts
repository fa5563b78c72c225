import { describe, expect, it } from 'vitest';
import type { SegmentListener } from '../../../src/shard/index.ts';
import { index, openShard, remove, searchable, write } from './shards.ts';

const config = { 'index.sort.field': 'n', 'index.sort.order': 'desc' };
const toOne = { maxNumSegments: 1, onlyExpungeDeletes: false };

describe('index.sort', () => {
  it('orders the documents of a refresh and of a merge', async () => {
    const shard = await openShard({ config });
    await write(shard, index('a', { n: 1 }), index('b', { n: 3 }), index('c', {}), index('d', { n: 2 }));
    await write(shard, index('b', { n: 0 }), remove('d'));
    await shard.refresh();
    expect(searchable(shard)).toEqual(['a:{"n":1}', 'b:{"n":0}', 'c:{}']);
    await write(shard, index('e', { n: 0 }), index('f', { n: 5 }), index('a', { n: 4 }));
    await shard.refresh();
    await shard.forceMerge(toOne);
    await shard.refresh();
    expect(searchable(shard)).toEqual(['f:{"n":5}', 'a:{"n":4}', 'b:{"n":0}', 'e:{"n":0}', 'c:{}']);
    await shard.close();
  });

  it('deletes the right documents while a segment is being written', async () => {
    let meanwhile: (() => Promise<unknown>) | null = null;
    const listener: SegmentListener = {
      segmentCreated: async () => {
        const run = meanwhile;
        meanwhile = null;
        await run?.();
        return [];
      },
      segmentRemoved: () => undefined,
    };
    const shard = await openShard({ config, listener });
    await write(shard, index('a', { n: 1 }), index('b', { n: 2 }), index('c', { n: 3 }));
    meanwhile = () => write(shard, remove('a'));
    await shard.refresh();
    await shard.refresh();
    expect(searchable(shard)).toEqual(['c:{"n":3}', 'b:{"n":2}']);
    await write(shard, index('d', { n: 9 }));
    await shard.refresh();
    meanwhile = () => write(shard, remove('c'));
    await shard.forceMerge(toOne);
    await shard.refresh();
    expect(searchable(shard)).toEqual(['d:{"n":9}', 'b:{"n":2}']);
    await shard.close();
  });
});
