import { expect, it } from 'vitest';
import { keptBuckets } from '../../../src/aggregation/values/keptBuckets.ts';

it('keeps buckets from the second time on, of the last four roundings', () => {
  const column = new Float64Array(10);
  const boundaries = (step: number): Float64Array => Float64Array.from([0, step, 2 * step]);
  expect(keptBuckets(column, boundaries(1))).toBeNull();
  const kept = keptBuckets(column, boundaries(1));
  expect(kept).toEqual({ buckets: new Uint16Array(10), counts: null });
  for (const step of [2, 3, 4]) expect(keptBuckets(column, boundaries(step))).toBeNull();
  expect(keptBuckets(column, boundaries(1))).toBe(kept);
  expect(keptBuckets(column, boundaries(5))).toBeNull();
  expect(keptBuckets(column, boundaries(1))).toBeNull();
  expect(keptBuckets(new Float64Array(10), boundaries(2))).toBeNull();
});
