import { describe, expect, it } from 'vitest';
import { type Directory, RamDirectory } from '../../../src/directory/index.ts';
import { checkShard, type SegmentListener } from '../../../src/shard/index.ts';
import { HEADER_BYTES } from '../../../src/shard/translog/frame.ts';
import { index, openShard, searchable, write } from './shards.ts';

/** A small limit stands for the 64 MB of the default. */
const SMALL = { 'index.translog.generation_threshold_size': '1kb' };

const GRAPHS_THAT_FAIL: SegmentListener = {
  segmentCreated: async () => {
    throw new Error('no graph');
  },
  segmentRemoved: () => undefined,
};

/** Of the generations with operations. */
async function logSizes(directory: Directory): Promise<readonly number[]> {
  const names = (await directory.list()).filter((name) => name.endsWith('.tlog'));
  const sizes = await Promise.all(names.map((name) => directory.sizeBytes(name)));
  return sizes.filter((size) => size > HEADER_BYTES);
}

describe('generations of the translog', () => {
  it('stay short though no flush succeeds, and all that is in them is found again', async () => {
    const directory = new RamDirectory();
    const shard = await openShard({ directory, config: SMALL, listener: GRAPHS_THAT_FAIL });
    for (let i = 0; i < 50; i++) {
      await write(shard, index(String(i), { text: 'x'.repeat(100) }));
      if (i === 5) await expect(shard.flush()).rejects.toThrow('no graph');
    }
    const sizes = await logSizes(directory);
    expect(Math.max(...sizes)).toBeLessThanOrEqual(1024);
    expect(shard.stats().translog).toMatchObject({
      operations: 50,
      sizeBytes: HEADER_BYTES + sizes.reduce((sum, size) => sum + size),
    });
    const crashed = directory.fork();
    expect((await checkShard(crashed)).problems).toEqual([]);
    const again = await openShard({ directory: crashed, config: SMALL });
    expect(searchable(again)).toHaveLength(50);
    expect(again.maxSeqNo).toBe(49);
    await again.flush();
    expect(await logSizes(crashed)).toEqual([]);
    await again.close();
  });

  it('take a record that is longer than one should be, each by itself', async () => {
    const directory = new RamDirectory();
    const shard = await openShard({ directory, config: SMALL });
    for (const id of ['1', '2', '3']) await write(shard, index(id, { text: 'x'.repeat(3000) }));
    expect(await logSizes(directory)).toHaveLength(3);
    expect(searchable(await openShard({ directory: directory.fork() }))).toHaveLength(3);
  });

  it('are begun by writes and flushes at once, each number once', async () => {
    const directory = new RamDirectory();
    const shard = await openShard({ directory, config: SMALL });
    const work: Promise<unknown>[] = [];
    for (let i = 0; i < 200; i++) {
      work.push(write(shard, index(String(i), { text: 'x'.repeat(400) })));
      if (i % 7 === 0) work.push(shard.flush());
      if (i % 3 === 0) await new Promise(setImmediate);
    }
    await Promise.all(work);
    const crashed = await openShard({ directory: directory.fork(), config: SMALL });
    expect(searchable(crashed)).toHaveLength(200);
    await shard.close();
  });

  it('follow a setting that is changed', async () => {
    const directory = new RamDirectory();
    const shard = await openShard({ directory });
    const writeTwo = async (): Promise<number> => {
      for (const id of ['1', '2']) await write(shard, index(id, { text: 'x'.repeat(800) }));
      return (await logSizes(directory)).length;
    };
    expect(await writeTwo()).toBe(1);
    shard.applySettings(new Map(Object.entries(SMALL)));
    expect(await writeTwo()).toBe(3);
  });
});
