import fc from 'fast-check';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { limits, ManualClock, Pacer, SeededRandom, setProcessLimit } from '../../../src/common/index.ts';
import type { Column } from '../../../src/sql/binder/index.ts';
import type { Batches } from '../../../src/sql/executor/batches.ts';
import { Budget } from '../../../src/sql/executor/budget.ts';
import { withRows } from '../../../src/sql/executor/commonRows.ts';
import type { ExecutionContext } from '../../../src/sql/executor/context.ts';
import type { Block, Spill } from '../../../src/sql/executor/spill/spill.ts';
import type { Row } from '../../../src/sql/values/index.ts';

/** Readers of one WITH query, at the same time and at any speed: in memory and in files. */

const { value } = limits.sqlSpillBytes;
beforeEach(() => setProcessLimit('sqlSpillBytes', 1));
afterEach(() => setProcessLimit('sqlSpillBytes', value));

const column: Column = { name: 'n', type: 'integer' } as Column;
const BATCHES = 12;

function contextOf(
  pause: () => Promise<void>,
  spills: boolean,
): { context: ExecutionContext; puts: () => number } {
  const clock = new ManualClock();
  const kept: Row[][] = [];
  const spill = {
    async put(rows: readonly Row[]): Promise<Block> {
      const name = String(kept.push([...rows]) - 1);
      await pause();
      return { name, fileBytes: 0, crc: 0 };
    },
    async read({ name }: Block): Promise<Row[]> {
      await pause();
      return kept[Number(name)];
    },
  };
  const context = {
    ...{
      evaluation: { clock, startMillis: clock.nowMs() },
      pacer: new Pacer(clock),
      budget: new Budget(),
      batchRows: 2,
    },
    spill: spills ? (spill as unknown as Spill) : null,
  };
  return { context: context as unknown as ExecutionContext, puts: () => kept.length };
}

it('gives each of its readers every row, once', async () => {
  await fc.assert(
    fc.asyncProperty(fc.integer(), fc.boolean(), async (seed, spills) => {
      const random = new SeededRandom(seed);
      const pause = async (): Promise<void> => {
        for (let turns = random.next() ** 3 * 40; turns > 1; turns--) await Promise.resolve();
      };
      const { context, puts } = contextOf(pause, spills);
      let batches = 0;
      async function* source(): Batches {
        for (; batches < BATCHES; batches++) {
          await pause();
          yield [[2 * batches], [2 * batches + 1]];
        }
      }
      const read = async (rows: Batches, most: number): Promise<unknown[]> => {
        const found: unknown[] = [];
        for await (const batch of rows) {
          found.push(...batch.map(([n]) => n));
          if (found.length >= most) break;
          await pause();
        }
        return found;
      };
      async function* readers({ common }: ExecutionContext): Batches {
        const open = (most = Number.POSITIVE_INFINITY): Promise<unknown[]> =>
          read(common?.get(1)?.rows() as Batches, most);
        const [first, second, short] = await Promise.all([open(), open(), open(4)]);
        const all = Array.from({ length: 2 * BATCHES }, (_, n) => n);
        expect([first, second, short, await open()]).toEqual([all, all, all.slice(0, 4), all]);
        yield [[first.length]];
      }
      const query = { kind: 'values' as const, columns: [column], rows: [] };
      const tables = [{ id: 1, name: 'c', query, columns: [column] }];
      for await (const rows of withRows({ kind: 'with', tables, input: query }, context, source, readers)) {
        expect(rows).toEqual([[2 * BATCHES]]);
      }
      expect([batches, context.budget.bytes]).toEqual([BATCHES, 0]);
      if (spills) expect(puts()).toBeLessThanOrEqual(BATCHES);
    }),
    { numRuns: 60, seed: 5 },
  );
});
