import { describe, expect, it } from 'vitest';
import { RamDirectory } from '../../../src/directory/index.ts';
import { fillFromCommit } from '../../../src/shard/index.ts';
import { index, openShard, remove, searchable, write } from './shards.ts';

const shard = { indexUuid: 'uuid', shardId: 0 };

describe('a commit that is held', () => {
  it('keeps its files held through merges and flushes, until it is released', async () => {
    const directory = new RamDirectory();
    const primary = await openShard({ directory });
    for (const id of ['1', '2', '3']) {
      await write(primary, index(id, { a: id }));
      await primary.flush();
    }
    await write(primary, remove('1'));
    const held = await primary.acquireCommit();
    const there = async () => {
      const names = new Set(await directory.list());
      return held.files.filter((name) => names.has(name)).length;
    };
    await write(primary, remove('2'), index('4', { a: '4' }));
    await primary.forceMerge({ maxNumSegments: 1, onlyExpungeDeletes: false });
    await primary.flush();
    await primary.refresh();
    expect([held.files.length, await there()]).toEqual([held.files.length, held.files.length]);
    held.release();
    held.release();
    expect(await there()).toBe(0);
    expect(searchable(primary)).toHaveLength(2);
    await primary.close();
  });

  it('is a shard of its own, linked or copied, with what was written before the call', async () => {
    const directory = new RamDirectory();
    const primary = await openShard({ directory });
    await write(primary, index('1', { a: 1 }), index('2', { a: 2 }));
    await primary.flush();
    await write(primary, remove('1'), index('3', { a: 3 }));
    const held = await primary.acquireCommit();
    await write(primary, index('4', { a: 4 }));
    for (const how of ['link', 'copy'] as const) {
      const target = new RamDirectory();
      await fillFromCommit(directory, held, target, { how, shard });
      const copy = await openShard({ directory: target });
      expect([searchable(copy), copy.maxSeqNo]).toEqual([['2:{"a":2}', '3:{"a":3}'], 3]);
      expect(await write(copy, index('5', { a: 5 }))).toEqual(['created v1 s4']);
      await copy.close();
    }
    held.release();
    await primary.close();
  });

  it('that is cut short leaves a folder without a commit', async () => {
    const primary = await openShard({ directory: new RamDirectory() });
    await write(primary, index('1', { a: 1 }));
    const held = await primary.acquireCommit();
    const target = new RamDirectory();
    const check = () => {
      throw new Error('cancelled');
    };
    await expect(
      fillFromCommit(primary.directory, held, target, { how: 'link', shard, check }),
    ).rejects.toThrow('cancelled');
    expect((await target.list()).filter((name) => name.startsWith('segments_'))).toEqual([]);
    held.release();
    await primary.close();
  });
});
