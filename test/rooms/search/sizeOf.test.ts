import fc from 'fast-check';
import { expect, it } from 'vitest';
import { ManualClock, Pacer } from '../../../src/common/index.ts';
import { sizeOf } from '../../../src/search/cache/sizeOf.ts';

const pacer = new Pacer(new ManualClock());
const bytesOf = (value: unknown): Promise<number> => sizeOf(value, Number.POSITIVE_INFINITY, pacer);

it('takes items of long arrays for alike', async () => {
  const bucket = (key: number) => ({ key: `key ${key}`, docCount: key, below: [{ value: 1 }, { value: 2 }] });
  const one = (await bytesOf([bucket(0)])) - (await bytesOf([]));
  await fc.assert(
    fc.asyncProperty(fc.integer({ min: 1, max: 5000 }), async (count) => {
      const bytes = (await bytesOf(Array.from({ length: count }, (_, i) => bucket(i)))) - (await bytesOf([]));
      expect(bytes / count / one).toBeGreaterThan(0.97);
      expect(bytes / count / one).toBeLessThan(1.03);
    }),
    { numRuns: 20 },
  );
});

it('looks at some of them only', async () => {
  let looks = 0;
  const item = {
    get value() {
      looks++;
      return 'text';
    },
  };
  await bytesOf(
    Array.from({ length: 10_000 }, () => Object.create(item, Object.getOwnPropertyDescriptors(item))),
  );
  expect(looks).toBeLessThan(100);
  expect(await bytesOf({ shared: item, again: item, numbers: new Float64Array(4) })).toBe(
    24 + 24 + 24 + 32 + 32 + 28,
  );
});
