import { describe, expect, it } from 'vitest';
import { type Directory, RamDirectory } from '../../../src/directory/index.ts';
import { adoptShard, checkShard } from '../../../src/shard/index.ts';
import { index, openShard, remove, searchable, write } from './shards.ts';

const a = { a: 1 };

/** The shard is left as a crash leaves it: what is on the directory counts. */
async function crashed(
  fill: (shard: Awaited<ReturnType<typeof openShard>>) => Promise<unknown>,
): Promise<RamDirectory> {
  const directory = new RamDirectory();
  await fill(await openShard({ directory }));
  return directory;
}

async function change(
  directory: Directory,
  name: string,
  edit: (bytes: Uint8Array) => Uint8Array,
): Promise<void> {
  const bytes = edit(await directory.read(name));
  const output = await directory.create(name);
  output.write(bytes);
  await output.close();
}

const flip = (at: number) => (bytes: Uint8Array) => {
  bytes[at < 0 ? bytes.length + at : at] ^= 0xff;
  return bytes;
};

async function newest(directory: Directory, pattern: RegExp): Promise<string> {
  return (await directory.list()).filter((name) => pattern.test(name)).at(-1) as string;
}

describe('a shard that is opened again', () => {
  it('has what was acknowledged, from commit and translog, with versions and numbers', async () => {
    const directory = await crashed(async (shard) => {
      await write(shard, index('1', a), index('2', a), index('3', a, { routing: 'é' }), index('4', a));
      await shard.flush();
      await write(
        shard,
        index('1', { a: 2 }),
        remove('2'),
        index('5', a, { version: 9, versionType: 'external' }),
      );
    });
    const shard = await openShard({ directory });
    expect(searchable(shard)).toEqual(['3:{"a":1}', '4:{"a":1}', '1:{"a":2}', '5:{"a":1}']);
    expect(shard.maxSeqNo).toBe(6);
    expect((await shard.get('3', true))?.routing).toBe('é');
    expect(await write(shard, index('1', a), index('2', a), index('5', a), remove('4'))).toEqual([
      'updated v3 s7',
      'created v3 s8',
      'updated v10 s9',
      'deleted v2 s10',
    ]);
  });

  it('is the same after a commit, after a crash, and after a crash of the opened one', async () => {
    const directory = await crashed(async (shard) => {
      for (let i = 0; i < 40; i++) {
        await write(shard, index(String(i % 17), { a: i }), remove(String((i * 3) % 19)));
        if (i % 7 === 0) await shard.refresh();
        if (i % 11 === 0) await shard.flush();
      }
    });
    const first = searchable(await openShard({ directory }));
    const second = await openShard({ directory });
    expect(searchable(second).sort()).toEqual(first.sort());
    await second.close();
    const third = await openShard({ directory });
    expect(searchable(third).sort()).toEqual(first);
    expect(third.stats().translog.operations).toBe(0);
  });

  it('keeps no file that it does not need', async () => {
    const directory = await crashed(async (shard) => {
      for (let i = 0; i < 5; i++) {
        await write(shard, index(String(i), a), index('x', a));
        await shard.flush();
      }
      await shard.forceMerge({ maxNumSegments: 1, onlyExpungeDeletes: false });
      await shard.refresh();
    });
    for (const name of ['_zz.seg', '_9_1.liv', 'pending_segments_9', 'other']) {
      await (await directory.create(name)).close();
    }
    const shard = await openShard({ directory });
    await shard.close();
    const names = await directory.list();
    expect(
      names.filter(
        (name) => !/^(_\w+\.seg|_\w+\.liv|segments_\w+|translog-\d+\.tlog|translog\.ckp)$/.test(name),
      ),
    ).toEqual(['other']);
    expect(names.filter((name) => name.startsWith('segments_'))).toHaveLength(1);
    expect(names.filter((name) => name.startsWith('translog-'))).toHaveLength(1);
    expect(names.filter((name) => name.endsWith('.seg'))).toHaveLength(shard.segments().length);
  });

  it('cuts a torn last record, which was never acknowledged', async () => {
    const directory = await crashed(async (shard) => {
      await write(shard, index('1', a));
      await write(shard, index('2', a));
    });
    const translog = await newest(directory, /^translog-/);
    // Half of the first record once more, as if another one had been on its way.
    await change(directory, translog, (bytes) => Buffer.concat([bytes, bytes.subarray(64, 100)]));
    expect((await checkShard(directory)).problems).toEqual([]);
    expect(searchable(await openShard({ directory }))).toEqual(['1:{"a":1}', '2:{"a":1}']);
    const again = await openShard({ directory });
    expect(await write(again, index('3', a))).toEqual(['created v1 s2']);
    expect(searchable(await openShard({ directory }))).toHaveLength(3);
  });

  it('can be opened after a crash while a translog was made', async () => {
    const directory = await crashed((shard) => write(shard, index('1', a)));
    const number = Number(/\d+/.exec(await newest(directory, /^translog-/))?.[0]) + 1;
    const output = await directory.create(`translog-${number}.tlog`);
    output.write(Buffer.from('RPTR'));
    await output.close();
    const shard = await openShard({ directory });
    await write(shard, index('2', a));
    expect(searchable(await openShard({ directory }))).toHaveLength(2);
  });

  const threeWrites = () =>
    crashed(async (shard) => {
      await write(shard, index('1', a));
      await write(shard, index('2', a));
      await write(shard, index('3', a));
    });
  const twoCommits = () =>
    crashed(async (shard) => {
      await write(shard, index('1', a), index('2', a));
      await shard.flush();
      await write(shard, remove('1'));
      await shard.flush();
    });

  const damages: [string, () => Promise<RamDirectory>, RegExp, (bytes: Uint8Array) => Uint8Array, RegExp][] =
    [
      [
        'a record before good ones',
        threeWrites,
        /^translog-/,
        flip(100),
        /^translog from source \[translog-2.tlog\] is corrupted, bad record at 64/,
      ],
      [
        'a record length before good ones',
        threeWrites,
        /^translog-/,
        flip(69),
        /corrupted, bad record at 64/,
      ],
      ['the head of a translog', threeWrites, /^translog-/, flip(3), /corrupted, bad header/],
      ['a segment', twoCommits, /^_0.seg/, flip(100), /^_0.seg: checksum mismatch/],
      ['a cut segment', twoCommits, /^_0.seg/, (bytes) => bytes.slice(0, -7), /^_0.seg: cut off/],
      ['an empty segment', twoCommits, /^_0.seg/, () => new Uint8Array(0), /^_0.seg: not a segment file/],
      ['live docs', twoCommits, /\.liv/, flip(-1), /^_0_1.liv: checksum mismatch/],
      ['cut live docs', twoCommits, /\.liv/, (bytes) => bytes.slice(0, -1), /^_0_1.liv: 15 bytes, not 16/],
      ['the commit', twoCommits, /^segments_/, flip(20), /^segments_3: checksum mismatch/],
    ];
  it.each(damages)('refuses damage to %s, by name', async (_what, make, pattern, edit, message) => {
    const directory = await make();
    expect((await checkShard(directory)).problems).toEqual([]);
    await change(directory, await newest(directory, pattern), edit);
    expect((await checkShard(directory)).problems).toEqual([expect.stringMatching(message)]);
    await expect(openShard({ directory })).rejects.toThrow(message);
  });

  const losses: [string, RegExp, RegExp][] = [
    ['translog', /^translog-/, /^translog from source \[translog-4.tlog\] is corrupted, missing/],
    ['segment', /^_0.seg/, /no such file: _0.seg/],
    ['commit', /^segments_/, /^no segments_N file found/],
  ];
  it.each(losses)('refuses to go on without its %s', async (_what, pattern, message) => {
    const directory = await twoCommits();
    await directory.delete(await newest(directory, pattern));
    expect((await checkShard(directory)).problems).toEqual([expect.stringMatching(message)]);
    await expect(openShard({ directory })).rejects.toThrow(message);
  });

  /** A file of one folder in the place of its namesake, or of an older one, in another. */
  const exchanges: [string, RegExp, { shardId: number } | 'older', RegExp][] = [
    [
      'commit of another shard',
      /^segments_3/,
      { shardId: 1 },
      /^segments_3: belongs to shard 1 of the index uuid/,
    ],
    [
      'translog of another shard',
      /^translog-4/,
      { shardId: 1 },
      /\[translog-4.tlog\] is corrupted, belongs to shard 1 of the index uuid/,
    ],
    ['older commit', /^segments_/, 'older', /^segments_3: is the commit segments_2/],
    ['older translog', /^translog-/, 'older', /\[translog-4.tlog\] is corrupted, is generation 3/],
    ['older live docs', /\.liv$/, 'older', /^_0_2.liv: not the live documents that were committed/],
  ];
  it.each(exchanges)('refuses an %s, whole as it is', async (_what, pattern, from, message) => {
    const fill = async (shardId: number, flushes: number): Promise<RamDirectory> => {
      const directory = new RamDirectory();
      const shard = await openShard({ directory, shardId });
      await write(shard, index('1', a), index('2', a), index('3', a));
      for (let i = 1; i <= flushes; i++) {
        await shard.flush();
        await write(shard, remove(String(i)));
      }
      await shard.flush();
      return directory;
    };
    const isLive = pattern.source.includes('liv');
    const directory = await fill(0, isLive ? 2 : 1);
    const name = await newest(directory, pattern);
    const source = from === 'older' ? await fill(0, isLive ? 1 : 0) : await fill(from.shardId, 1);
    const bytes = await source.read(await newest(source, pattern));
    await change(directory, name, () => bytes);
    const identity = { indexUuid: 'uuid', shardId: 0 };
    expect((await checkShard(directory, identity)).problems).toEqual([expect.stringMatching(message)]);
    await expect(openShard({ directory })).rejects.toThrow(message);
  });

  it('makes the files of another shard its own, when it is told to', async () => {
    const directory = await crashed(async (shard) => {
      await write(shard, index('1', a), index('2', a));
      await shard.flush();
    });
    await adoptShard(directory, { indexUuid: 'another', shardId: 2 });
    await expect(openShard({ directory })).rejects.toThrow('belongs to shard 2 of the index another');
    const shard = await openShard({ directory, indexUuid: 'another', shardId: 2 });
    expect(searchable(shard)).toEqual(['1:{"a":1}', '2:{"a":1}']);
  });
});
