import { describe, expect, it, vi } from 'vitest';
import { RamDirectory } from '../../../src/directory/index.ts';
import type { IndexShard, SegmentListener } from '../../../src/shard/index.ts';
import { index, openShard, remove, searchable, write } from './shards.ts';

const a = { a: 1 };
const toOne = { maxNumSegments: 1, onlyExpungeDeletes: false };

async function fill(shard: IndexShard, segments: number): Promise<void> {
  for (let i = 0; i < segments; i++) {
    await write(shard, index(`${i}a`, { n: i }), index(`${i}b`, { n: i }));
    await shard.refresh();
  }
}

const names = (shard: IndexShard) => shard.segments().map(({ reader }) => reader.name);

describe('merges', () => {
  it('are searchable after the next refresh, and keep the order of the documents', async () => {
    const shard = await openShard();
    await fill(shard, 4);
    await write(shard, remove('1a'), index('2b', { n: 9 }));
    await shard.refresh();
    const before = searchable(shard);
    await shard.forceMerge(toOne);
    expect(names(shard)).toEqual(['_5']);
    expect(shard.segments().map(({ search }) => search)).toEqual([false]);
    const old = shard.acquireSearcher();
    expect(old.leaves.map((leaf) => leaf.name)).toEqual(['_0', '_1', '_2', '_3', '_4']);
    expect(await shard.refresh()).toBe(true);
    expect(searchable(shard)).toEqual(before);
    expect(shard.acquireSearcher().leaves.map((leaf) => leaf.name)).toEqual(['_5']);
    expect(shard.stats().merges).toMatchObject({ total: 1, current: 0, docs: 7 });
  });

  it('happen by themselves when a tier is full', async () => {
    const shard = await openShard();
    await fill(shard, 11);
    await vi.waitFor(() => expect(names(shard).length).toBeLessThan(11));
    await shard.refresh();
    expect(searchable(shard)).toHaveLength(22);
  });

  it('carry over what is deleted while they run', async () => {
    let deleting: (() => Promise<unknown>) | null = null;
    const listener: SegmentListener = {
      segmentCreated: async ({ cause }) => {
        if (cause === 'merge') await deleting?.();
        return [];
      },
      segmentRemoved: () => undefined,
    };
    const shard = await openShard({ listener });
    await fill(shard, 3);
    deleting = () => write(shard, remove('0a'), index('2b', { n: 7 }));
    await shard.forceMerge(toOne);
    await shard.refresh();
    expect(searchable(shard)).toEqual(['0b:{"n":0}', '1a:{"n":1}', '1b:{"n":1}', '2a:{"n":2}', '2b:{"n":7}']);
    expect(await shard.get('0a', true)).toBeNull();
  });

  it('may leave nothing', async () => {
    const shard = await openShard();
    await fill(shard, 2);
    await write(shard, remove('0a'), remove('0b'), remove('1a'), remove('1b'));
    await shard.forceMerge(toOne);
    await shard.refresh();
    expect(names(shard)).toEqual([]);
    await shard.flush();
    expect(shard.stats().segments.count).toBe(0);
  });

  it('expunge deletes where there are many', async () => {
    const shard = await openShard();
    await fill(shard, 2);
    await write(shard, remove('1a'));
    await shard.refresh();
    await shard.forceMerge({ maxNumSegments: null, onlyExpungeDeletes: true });
    expect(names(shard)).toEqual(['_0', '_2']);
    expect(shard.stats().docs).toEqual({ count: 3, deleted: 0 });
  });

  it('to one segment rewrite a single one only for its deletions', async () => {
    const shard = await openShard();
    await fill(shard, 1);
    await shard.forceMerge(toOne);
    expect(names(shard)).toEqual(['_0']);
    await write(shard, remove('0a'));
    await shard.refresh();
    await shard.forceMerge(toOne);
    expect(names(shard)).toEqual(['_1']);
  });

  it.each([
    [5, 2],
    [5, 4],
    [3, 3],
  ])('of %i segments leave at most %i', async (made, left) => {
    const shard = await openShard();
    await fill(shard, made);
    await shard.forceMerge({ maxNumSegments: left, onlyExpungeDeletes: false });
    expect(names(shard)).toHaveLength(left);
    await shard.refresh();
    expect(searchable(shard)).toHaveLength(2 * made);
  });
});

describe('files of a segment', () => {
  it('stay while a searcher or a commit holds them', async () => {
    const directory = new RamDirectory();
    const removed: string[] = [];
    const listener: SegmentListener = {
      segmentCreated: async ({ segment }) => {
        await (await directory.create(`${segment.name}.graph`)).close();
        return [`${segment.name}.graph`];
      },
      segmentRemoved: (name) => removed.push(name),
    };
    const shard = await openShard({ directory, listener });
    await fill(shard, 2);
    await shard.flush();
    await write(shard, remove('0a'));
    await shard.refresh();
    await shard.flush();
    expect(await directory.exists('_0_1.liv')).toBe(true);
    const searcher = shard.acquireSearcher();
    await shard.forceMerge(toOne);
    await shard.refresh();
    await shard.flush();
    expect(removed).toEqual([]);
    expect(await directory.exists('_0.seg')).toBe(true);
    expect(searcher.leaves[0].id(0)).toBe('0a');
    searcher.close();
    searcher.close();
    expect(removed).toEqual(['_0', '_1']);
    const files = (await directory.list()).filter((name) => name.startsWith('_'));
    expect(files).toEqual(['_2.graph', '_2.seg']);
  });

  it('go at a clean close when neither a commit nor a searcher holds them', async () => {
    const directory = new RamDirectory();
    const shard = await openShard({ directory });
    await fill(shard, 3);
    await shard.flush();
    const segmentFiles = async () => (await directory.list()).filter((name) => name.endsWith('.seg'));
    await shard.forceMerge(toOne);
    await shard.flush();
    // The view of the last refresh still shows them.
    expect(await segmentFiles()).toEqual(['_0.seg', '_1.seg', '_2.seg', '_3.seg']);
    await shard.close();
    expect(await segmentFiles()).toEqual(['_3.seg']);

    const again = await openShard({ directory });
    await fill(again, 1);
    const searcher = again.acquireSearcher();
    await again.forceMerge(toOne);
    await again.close();
    expect(await segmentFiles()).toEqual(['_3.seg', '_4.seg', '_5.seg']);
    searcher.close();
    await (await openShard({ directory })).close();
    expect(await segmentFiles()).toEqual(['_5.seg']);
  });

  it('go at a close without a flush when they belong to no commit', async () => {
    const directory = new RamDirectory();
    const shard = await openShard({ directory });
    await fill(shard, 2);
    await shard.close({ flush: false });
    expect((await directory.list()).filter((name) => name.endsWith('.seg'))).toEqual([]);
    expect(searchable(await openShard({ directory }))).toHaveLength(4);
  });

  it('are announced before the segment is visible, at refresh, merge and recovery', async () => {
    const events: string[] = [];
    const listener: SegmentListener = {
      segmentCreated: async ({ segment, cause }) => {
        events.push(`${cause} ${segment.name} ${segment.numDocs}`);
        return [];
      },
      segmentRemoved: (name) => events.push(`removed ${name}`),
    };
    const directory = new RamDirectory();
    const shard = await openShard({ directory, listener });
    await fill(shard, 2);
    await shard.forceMerge(toOne);
    await shard.refresh();
    await shard.flush();
    await write(shard, index('x', a));
    await openShard({ directory, listener });
    expect(events).toEqual([
      'refresh _0 2',
      'refresh _1 2',
      'merge _2 4',
      'removed _0',
      'removed _1',
      'recovery _2 4',
      'refresh _3 1',
    ]);
  });

  it('are a cache: a shard opens, commits and merges without them', async () => {
    const directory = new RamDirectory();
    const listener: SegmentListener = {
      segmentCreated: async ({ segment, cause }) => {
        const file = `${segment.name}_v.graph`;
        if (cause !== 'recovery') await (await directory.create(file)).close();
        return [file];
      },
      segmentRemoved: () => undefined,
    };
    const shard = await openShard({ directory, listener });
    await fill(shard, 2);
    await shard.flush();
    await shard.close();
    await directory.delete('_0_v.graph');
    // Built since then, for another field.
    await (await directory.create('_1_w.graph')).close();
    const again = await openShard({ directory, listener });
    expect((await directory.list()).filter((name) => name.endsWith('graph'))).toEqual([
      '_1_v.graph',
      '_1_w.graph',
    ]);
    await write(again, remove('0a'));
    await again.flush();
    expect(again.stats().flush.total).toBe(1);
    await again.forceMerge(toOne);
    await again.refresh();
    await again.close();
    expect(searchable(await openShard({ directory, listener }))).toHaveLength(3);
  });

  it('a listener that fails fails the refresh, which can be tried again', async () => {
    let fails = true;
    const listener: SegmentListener = {
      segmentCreated: async () => (fails ? Promise.reject(new Error('no graph')) : []),
      segmentRemoved: () => undefined,
    };
    const shard = await openShard({ listener });
    await write(shard, index('1', a), index('2', a));
    await expect(shard.refresh()).rejects.toThrow('no graph');
    expect(searchable(shard)).toEqual([]);
    await write(shard, remove('1'), index('3', a));
    expect(await shard.get('2', true)).not.toBeNull();
    fails = false;
    await shard.refresh();
    expect(searchable(shard)).toEqual(['2:{"a":1}', '3:{"a":1}']);
  });
});

describe('commit', () => {
  it('is told apart from what is only searchable, and from what is neither', async () => {
    const shard = await openShard();
    await fill(shard, 1);
    await shard.flush();
    await write(shard, index('x', a));
    await shard.refresh();
    expect(shard.segments().map(({ committed, search }) => [committed, search])).toEqual([
      [true, true],
      [false, true],
    ]);
    await write(shard, index('y', a));
    await shard.flush();
    expect(shard.segments().map(({ committed, search }) => [committed, search])).toEqual([
      [true, true],
      [true, true],
      [true, false],
    ]);
    expect(shard.stats().translog).toMatchObject({ operations: 0, uncommittedOperations: 0 });
    expect(shard.stats().flush.total).toBe(2);
    await shard.flush();
    expect(shard.stats().flush.total).toBe(2);
  });

  it('is made by itself when the translog is long', async () => {
    const shard = await openShard({ config: { 'index.translog.flush_threshold_size': '1kb' } });
    await write(shard, index('1', { a: 'x'.repeat(2000) }));
    await vi.waitFor(() => expect(shard.stats().flush.total).toBe(1));
  });
});

describe('a closed shard', () => {
  it('acknowledges nothing that was on its way when it was closed without a commit', async () => {
    const shard = await openShard();
    const writing = shard.write([index('1', a)]);
    const refused = expect(writing).rejects.toThrow('engine is closed');
    await shard.close({ flush: false });
    await refused;
  });

  it('takes and gives nothing', async () => {
    const shard = await openShard();
    await shard.close();
    await shard.close();
    await expect(shard.write([index('1', a)])).rejects.toThrow('engine is closed');
    expect(() => shard.get('1', true)).toThrow('engine is closed');
    await expect(shard.refresh()).rejects.toThrow('engine is closed');
    expect(() => shard.acquireSearcher()).toThrow('engine is closed');
  });
});
