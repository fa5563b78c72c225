import fc from 'fast-check';
import { describe, expect, it, vi } from 'vitest';
import { RamDirectory } from '../../../src/directory/index.ts';
import type { IndexShard, ShardOperation } from '../../../src/shard/index.ts';
import { ShardSegment } from '../../../src/shard/shardSegment.ts';
import { index, openShard, remove } from './shards.ts';

/** Few enough to be overwritten and deleted often, enough that segments have filters and some do not. */
const id = fc.oneof(
  fc.nat({ max: 30 }).map(String),
  fc.nat({ max: 300 }).map((n) => `order-${n}`),
  fc.constantFrom('ä', '日本', '\u{1F9EA}', ' '),
);
const batch = fc.array(fc.record({ id, isDeletion: fc.boolean() }), { minLength: 1, maxLength: 60 });
const step = fc.oneof(
  { weight: 6, arbitrary: batch },
  { weight: 4, arbitrary: fc.constantFrom('refresh' as const) },
  { weight: 2, arbitrary: fc.constantFrom('merge' as const, 'expunge' as const, 'reopen' as const) },
);

/** What is known of every id ever written: its version, and whether it is there. */
type Model = Map<string, { readonly version: number; readonly isThere: boolean }>;

/** Writes in one request; the answers must be those of the model. */
async function writeBoth(
  shard: IndexShard,
  model: Model,
  operations: readonly { readonly id: string; readonly isDeletion: boolean }[],
): Promise<void> {
  const requests: ShardOperation[] = [];
  const expected: object[] = [];
  for (const { id, isDeletion } of operations) {
    const known = model.get(id);
    const version = (known?.version ?? 0) + 1;
    const isThere = known?.isThere ?? false;
    const result = isDeletion ? (isThere ? 'deleted' : 'not_found') : isThere ? 'updated' : 'created';
    requests.push(isDeletion ? remove(id) : index(id, { version }));
    expected.push({ result, version });
    model.set(id, { version, isThere: !isDeletion });
  }
  expect(await shard.write(requests)).toMatchObject(expected);
}

async function agree(shard: IndexShard, model: Model): Promise<void> {
  for (const [id, { version, isThere }] of model) {
    const found = await shard.get(id, true);
    expect([id, found?.version ?? null]).toEqual([id, isThere ? version : null]);
  }
  await shard.refresh();
  const searcher = shard.acquireSearcher();
  const count = searcher.leaves.reduce((sum, { numDocs }) => sum + numDocs, 0);
  searcher.close();
  expect(count).toBe([...model.values()].filter(({ isThere }) => isThere).length);
}

describe('ids', () => {
  it('stand for their newest document, over refreshes, merges and restarts', async () => {
    const property = fc.asyncProperty(fc.array(step, { maxLength: 40 }), async (steps) => {
      const directory = new RamDirectory();
      let shard = await openShard({ directory });
      const model: Model = new Map();
      for (const step of steps) {
        if (typeof step !== 'string') await writeBoth(shard, model, step);
        else if (step === 'refresh') await shard.refresh();
        else if (step === 'reopen') {
          await shard.close();
          // A closed shard forgets the versions of what was deleted.
          for (const [id, { isThere }] of model) if (!isThere) model.delete(id);
          shard = await openShard({ directory });
        } else {
          const onlyExpungeDeletes = step === 'expunge';
          await shard.forceMerge({ maxNumSegments: onlyExpungeDeletes ? -1 : 1, onlyExpungeDeletes });
        }
      }
      await agree(shard, model);
      await shard.close();
    });
    await fc.assert(property, { numRuns: 25 });
  });

  it('that are new are looked for in few segments', async () => {
    const shard = await openShard();
    const writeNew = async (from: number, count: number) => {
      await shard.write(Array.from({ length: count }, (_, i) => index(`n${from + i}`, {})));
    };
    for (let segment = 0; segment < 5; segment++) {
      await writeNew(segment * 300, 300);
      await shard.refresh();
    }
    await writeNew(1_500, 100);
    const asked = vi.spyOn(ShardSegment.prototype, 'findLive');
    await writeNew(1_600, 1_000);
    expect(asked.mock.calls.length).toBeLessThan(5 * 100);
    asked.mockRestore();
    await shard.close();
  });
});
