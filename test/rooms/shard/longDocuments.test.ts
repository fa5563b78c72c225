import { describe, expect, it } from 'vitest';
import { createAnalysisRegistry } from '../../../src/analysis/index.ts';
import { RamDirectory } from '../../../src/directory/index.ts';
import { createMapperService, type MapperService } from '../../../src/mapper/index.ts';
import type { AppliedOperation } from '../../../src/shard/index.ts';
import { SteppingClock, turnsDuring } from '../../support/turns.ts';
import { copyOf, index, openShard, remove, searchable, write } from './shards.ts';

const settings = new Map([['index.mapping.total_fields.limit', '100000']]);

function mapperService(): MapperService {
  const analysis = createAnalysisRegistry(settings);
  return createMapperService({ indexName: 'books', analysis, settings: () => settings });
}

function wide(fields: number, value: unknown = 'a'): Record<string, unknown> {
  return Object.fromEntries(Array.from({ length: fields }, (_, i) => [`field_${i}`, value]));
}

/** A shard of a clock that lets others run as often as it can, and the operations as it decides them. */
async function slowShard(directory = new RamDirectory()) {
  const decided: AppliedOperation['operation'][] = [];
  const shard = await openShard({
    directory,
    mapper: mapperService(),
    clock: new SteppingClock(),
    onOperation: ({ operation }) => decided.push(operation),
  });
  return { shard, directory, decided };
}

describe('a long document', () => {
  it('is applied in its place among those of its request, others in between', async () => {
    const { shard, directory, decided } = await slowShard();
    const small = { field_1: 'b' };
    const first = write(shard, index('1', small), index('2', wide(2000)), index('2', small), remove('1'));
    const second = write(shard, index('3', wide(1500)), index('1', small));
    const third = write(shard, index('2', small));
    expect(await first).toEqual(['created v1 s0', 'updated v2 s4', 'updated v3 s5', 'deleted v3 s6']);
    expect([await second, await third]).toEqual([['created v1 s2', 'updated v2 s3'], ['created v1 s1']]);
    expect(decided.map(({ kind, id, seqNo }) => `${seqNo} ${kind} ${id}`)).toEqual([
      '0 index 1',
      '1 index 2',
      '2 index 3',
      '3 index 1',
      '4 index 2',
      '5 index 2',
      '6 delete 1',
    ]);
    const after = await openShard({ directory: await copyOf(directory), mapper: mapperService() });
    const found = searchable(after).map((text) => text.slice(0, 20));
    expect(found).toEqual(['3:{"field_0":"a","fi', '2:{"field_1":"b"}']);
    await after.close();
    await shard.close();
  });

  it('that is refused at its end leaves nothing behind', async () => {
    const { shard } = await slowShard();
    const [created] = await write(shard, index('1', wide(2000)));
    const [conflict] = await write(shard, index('1', { ...wide(2000, 7), more: 1 }, { opType: 'create' }));
    expect([created, conflict]).toEqual([
      'created v1 s0',
      '[1]: version conflict, document already exists (current version [1])',
    ]);
    await shard.refresh();
    const searcher = shard.acquireSearcher();
    expect(searcher.leaves.map(({ fieldNames }) => fieldNames.includes('more'))).toEqual([false]);
    searcher.close();
    await shard.close();
  });

  it('may come into the buffer after the one that was made ready for it', async () => {
    const { shard } = await slowShard();
    await write(shard, index('1', { field_1: 'b' }));
    const writing = write(shard, index('2', wide(3000)));
    while (shard.segments().length < 1) await shard.refresh();
    expect(await writing).toEqual(['created v1 s1']);
    await shard.refresh();
    expect(searchable(shard).map((text) => text.slice(0, 3))).toEqual(['1:{', '2:{']);
    await shard.close();
  });

  it('is not applied to a shard that was closed meanwhile', async () => {
    const { shard, decided } = await slowShard();
    const writing = shard.write([index('1', wide(2000))]).catch((error: Error) => [error]);
    await shard.close();
    expect(await writing).toEqual([expect.any(Error)]);
    expect(decided).toEqual([]);
  });

  it('takes more turns the longer it is: to be written, to be replayed, to be opened', async () => {
    const turnsOf = async (fields: number): Promise<number[]> => {
      const { shard, directory } = await slowShard();
      const written = await turnsDuring(() => write(shard, index('1', wide(fields))));
      const copy = await copyOf(directory);
      const open = (from: RamDirectory) =>
        openShard({ directory: from, mapper: mapperService(), clock: new SteppingClock() });
      const replayed = await turnsDuring(async () => (await open(copy)).close({ flush: false }));
      await shard.close();
      const opened = await turnsDuring(async () =>
        (await open(await copyOf(directory))).close({ flush: false }),
      );
      return [written, replayed, opened];
    };
    const [few, many] = [await turnsOf(1000), await turnsOf(5000)];
    many.forEach((turns, i) => {
      expect(turns).toBeGreaterThan(3 * few[i]);
    });
  });
});
