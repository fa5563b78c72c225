import { describe, expect, it, vi } from 'vitest';
import { ManualClock, type OpenSearchError } from '../../../src/common/index.ts';
import { RamDirectory } from '../../../src/directory/index.ts';
import type { AppliedOperation } from '../../../src/shard/index.ts';
import { FaultDirectory } from '../../robustness/crash/faultDirectory.ts';
import { FakeMapper } from './fakeMapper.ts';
import { copyOf, index, openShard, remove, searchable, write } from './shards.ts';

const external = (version: number) => ({ version, versionType: 'external' }) as const;
const gte = (version: number) => ({ version, versionType: 'external_gte' }) as const;
const onlyIf = (ifSeqNo: number, ifPrimaryTerm = 1) => ({ ifSeqNo, ifPrimaryTerm });
const create = { opType: 'create' } as const;
const a = { a: 1 };

/** Steps on one shard: what is done, what is answered. Sequence numbers count from 0. */
const stories: Record<string, readonly (readonly [ReturnType<typeof index>, string])[]> = {
  'index, update, create': [
    [index('1', a), 'created v1 s0'],
    [index('1', a), 'updated v2 s1'],
    [index('1', a, create), '[1]: version conflict, document already exists (current version [2])'],
    [index('2', a, create), 'created v1 s2'],
  ],
  'deletions are remembered': [
    [remove('3'), 'not_found v1 s0'],
    [remove('3'), 'not_found v2 s1'],
    [index('3', a), 'created v3 s2'],
    [remove('3'), 'deleted v4 s3'],
    [index('3', a, create), 'created v5 s4'],
  ],
  'if_seq_no and if_primary_term': [
    [index('1', a), 'created v1 s0'],
    [index('1', a, onlyIf(0)), 'updated v2 s1'],
    [
      index('1', a, onlyIf(0)),
      '[1]: version conflict, required seqNo [0], primary term [1]. current document has seqNo [1] and primary term [1]',
    ],
    [
      remove('1', onlyIf(1, 2)),
      '[1]: version conflict, required seqNo [1], primary term [2]. current document has seqNo [1] and primary term [1]',
    ],
    [remove('1', onlyIf(1)), 'deleted v3 s2'],
    [
      index('1', a, onlyIf(2)),
      '[1]: version conflict, required seqNo [2], primary term [1]. but no document was found',
    ],
    [
      remove('9', onlyIf(0)),
      '[9]: version conflict, required seqNo [0], primary term [1]. but no document was found',
    ],
  ],
  'external versions': [
    [index('9', a, external(5)), 'created v5 s0'],
    [
      index('9', a, external(4)),
      '[9]: version conflict, current version [5] is higher or equal to the one provided [4]',
    ],
    [
      index('9', a, external(5)),
      '[9]: version conflict, current version [5] is higher or equal to the one provided [5]',
    ],
    [index('9', a, gte(5)), 'updated v5 s1'],
    [index('9', a, gte(4)), '[9]: version conflict, current version [5] is higher than the one provided [4]'],
    [remove('9', external(7)), 'deleted v7 s2'],
    [
      index('9', a, external(6)),
      '[9]: version conflict, current version [7] is higher or equal to the one provided [6]',
    ],
    [index('9', a), 'created v8 s3'],
  ],
  'a document that does not parse costs nothing': [
    [index('1', { bad: 1 }), 'failed to parse'],
    [index('1', a), 'created v1 s0'],
  ],
};

describe('write', () => {
  for (const [name, story] of Object.entries(stories)) {
    it.each(['buffer', 'segments'])(`${name} (in the %s)`, async (where) => {
      const shard = await openShard();
      for (const [operation, expected] of story) {
        expect(await write(shard, operation)).toEqual([expected]);
        if (where === 'segments') await shard.refresh();
      }
      await shard.close();
    });
    it(`${name} (in one request)`, async () => {
      const shard = await openShard();
      expect(await write(shard, ...story.map(([operation]) => operation))).toEqual(
        story.map(([, text]) => text),
      );
    });
  }

  it('names the shard in a conflict', async () => {
    const shard = await openShard({ shardId: 3 });
    await write(shard, index('1', a));
    const [error] = await shard.write([index('1', a, create)]);
    expect((error as OpenSearchError).type).toBe('version_conflict_engine_exception');
    expect((error as OpenSearchError).metadata).toEqual({ index: 'books', shard: '3', index_uuid: 'uuid' });
  });

  it('refuses terms that are too long, as Lucene does', async () => {
    const shard = await openShard();
    const [short, long] = ['é'.repeat(16_383), 'é'.repeat(16_384)];
    const results = await shard.write([index('1', { a: short }), index('2', { a: long })]);
    expect(results[0]).toMatchObject({ result: 'created' });
    const error = results[1] as OpenSearchError;
    expect(error.reason).toMatch(
      /^Document contains at least one immense term in field="a" .* is: '\[-61, -87, .*\]\.\.\.', original message: bytes can/,
    );
    expect(error.causedBy?.reason).toBe('bytes can be at most 32766 in length; got 32768');
  });

  it('gives no sequence number twice: one that failed in the index keeps its own, over a restart too', async () => {
    const directory = new RamDirectory();
    const tooLong = { a: 'x'.repeat(32_767) };
    const shard = await openShard({ directory });
    await shard.write([index('1', a), index('2', tooLong)]);
    expect(await write(shard, index('3', a))).toEqual(['created v1 s2']);
    await shard.write([index('1', tooLong)]);
    await shard.close({ flush: false });
    const again = await openShard({ directory });
    expect(again.maxSeqNo).toBe(3);
    expect(await write(again, index('1', a))).toEqual(['updated v2 s4']);
  });

  it('does on a replica what the primary did, whatever the replica would have decided', async () => {
    const handedOut: AppliedOperation[] = [];
    const primary = await openShard({ onOperation: (applied) => handedOut.push(applied) });
    const replica = await openShard();
    const replicate = async (...operations: ReturnType<typeof index>[]): Promise<void> => {
      const from = handedOut.length;
      await primary.write(operations);
      await replica.replicate(handedOut.slice(from));
    };
    const tooLong = { a: 'x'.repeat(32_767) };
    await replicate(index('1', a), index('2', tooLong), index('3', a));
    await replicate(index('1', a, create), remove('3'), index('4', tooLong));
    for (const id of ['1', '2', '3', '4']) {
      expect(await replica.get(id, true)).toEqual(await primary.get(id, true));
    }
    // All but the conflict, which changed nothing, and in this order; failures in the index keep their number.
    expect(handedOut.map(({ operation: { kind, seqNo, id } }) => `${seqNo} ${kind} ${id}`)).toEqual([
      '0 index 1',
      '1 noop 2',
      '2 index 3',
      '3 delete 3',
      '4 noop 4',
    ]);
    expect(replica.maxSeqNo).toBe(primary.maxSeqNo);
    // What it has not seen it cannot build upon.
    await primary.write([index('5', a)]);
    await expect(replicate(index('6', a))).rejects.toThrow('operation 6 of the primary does not follow 4');
    expect(await replica.get('6', true)).toBeNull();
  });

  it('forgets deletions after index.gc_deletes', async () => {
    const clock = new ManualClock();
    const shard = await openShard({ clock, config: { 'index.gc_deletes': '10s' } });
    await write(shard, index('1', a), remove('1'));
    clock.advance(9_000);
    await shard.refresh();
    expect(await write(shard, remove('1'))).toEqual(['not_found v3 s2']);
    clock.advance(11_000);
    await shard.refresh();
    expect(await write(shard, remove('1'))).toEqual(['not_found v1 s3']);
  });

  it('adds new fields to the mapping before the document', async () => {
    const mapper = new FakeMapper([]);
    const updates: unknown[] = [];
    const onMappingUpdate = async (update: Parameters<FakeMapper['merge']>[0]) => {
      updates.push(update);
      mapper.merge(update);
    };
    const shard = await openShard({ mapper, onMappingUpdate });
    expect(await write(shard, index('1', { a: 1, b: 'x' }), index('2', { b: 'y' }))).toEqual([
      'created v1 s0',
      'created v1 s1',
    ]);
    expect(updates).toEqual([{ properties: { a: {}, b: {} } }]);
  });

  it('fails one operation when the mapping refuses its fields, not the others', async () => {
    const refuse = async () => Promise.reject(new Error('limit of total fields'));
    const shard = await openShard({ mapper: new FakeMapper(['a']), onMappingUpdate: refuse });
    expect(await write(shard, index('1', { z: 1 }), index('2', a))).toEqual([
      'limit of total fields',
      'created v1 s0',
    ]);
  });
});

describe('the translog', () => {
  it('makes the writes that come in together durable with one fsync', async () => {
    const directory = new FaultDirectory(null);
    const shard = await openShard({ directory });
    let syncs = 0;
    directory.watch((_call, sort) => {
      if (sort === 'sync') syncs++;
    });
    await Promise.all(['1', '2', '3', '4'].map((id) => write(shard, index(id, a))));
    expect(syncs).toBe(1);
    await Promise.all(['5', '6'].map((id) => write(shard, index(id, a))));
    expect(syncs).toBe(2);
    await shard.close({ flush: false });
  });
});

describe('an async translog', () => {
  const config = { 'index.translog.durability': 'async', 'index.translog.sync_interval': '5s' };

  it('is synced every index.translog.sync_interval, and when the shard is closed', async () => {
    const clock = new ManualClock();
    const directory = new RamDirectory();
    const shard = await openShard({ directory, clock, config });
    const found = async () => searchable(await openShard({ directory: await copyOf(directory) })).length;
    await write(shard, index('1', a));
    expect(await found()).toBe(0);
    clock.advance(5000);
    await vi.waitFor(async () => expect(await found()).toBe(1));
    await write(shard, index('2', a));
    await shard.close();
    expect(await found()).toBe(2);
  });

  it('becomes one of requests when the setting changes', async () => {
    const directory = new RamDirectory();
    const shard = await openShard({ directory, config });
    shard.applySettings(new Map([['index.translog.durability', 'REQUEST']]));
    await write(shard, index('1', a));
    expect(searchable(await openShard({ directory: await copyOf(directory) }))).toHaveLength(1);
  });

  it('is one or the other', async () => {
    await expect(openShard({ config: { 'index.translog.durability': 'maybe' } })).rejects.toThrow(
      'No enum constant',
    );
  });
});

describe('get', () => {
  it('sees at once what is written, or only what searches see', async () => {
    const shard = await openShard();
    await write(shard, index('1', a, { routing: 'r' }), index('2', a));
    expect(await shard.get('1', false)).toBeNull();
    expect(await shard.get('1', true)).toMatchObject({
      id: '1',
      routing: 'r',
      version: 1,
      seqNo: 0,
      primaryTerm: 1,
    });
    await shard.refresh();
    await write(shard, index('1', { a: 2 }), remove('2'));
    expect(Buffer.from((await shard.get('1', true))!.source).toString()).toBe('{"a":2}');
    expect(Buffer.from((await shard.get('1', false))!.source).toString()).toBe('{"a":1}');
    expect(await shard.get('2', true)).toBeNull();
    expect(await shard.get('2', false)).not.toBeNull();
    await shard.refresh();
    expect(await shard.get('2', false)).toBeNull();
    expect(shard.stats().get).toEqual({ total: 7, exists: 4 });
  });
});

describe('refresh', () => {
  it('shows what was written until then, to searchers acquired afterwards', async () => {
    const shard = await openShard();
    await write(shard, index('1', a), index('2', a), index('1', { a: 2 }));
    expect(searchable(shard)).toEqual([]);
    expect(await shard.refresh()).toBe(true);
    expect(await shard.refresh()).toBe(false);
    expect(searchable(shard)).toEqual(['2:{"a":1}', '1:{"a":2}']);
    const before = shard.acquireSearcher();
    await write(shard, remove('2'));
    expect(searchable(shard)).toEqual(['2:{"a":1}', '1:{"a":2}']);
    await shard.refresh();
    expect(searchable(shard)).toEqual(['1:{"a":2}']);
    expect(before.leaves[0].numDocs).toBe(2);
    before.close();
  });

  it('happens by itself every index.refresh_interval', async () => {
    const clock = new ManualClock();
    const shard = await openShard({ clock, config: { 'index.refresh_interval': '1s' } });
    await write(shard, index('1', a));
    clock.advance(1000);
    await vi.waitFor(() => expect(searchable(shard)).toEqual(['1:{"a":1}']));
    const { generation } = shard.acquireSearcher();
    shard.applySettings(new Map([['index.refresh_interval', '-1']]));
    await write(shard, index('2', a));
    clock.advance(10_000);
    expect(shard.acquireSearcher().generation).toBe(generation);
  });
});
