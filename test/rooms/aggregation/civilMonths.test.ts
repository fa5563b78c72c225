import fc from 'fast-check';
import { expect, it } from 'vitest';
import { beginOfMonth, monthOf } from '../../../src/aggregation/dates/civilMonths.ts';

const MAX_MS = 8.64e15;

it('counts months as Date does, as far as it goes', () => {
  const instant = fc.oneof(fc.integer({ min: -MAX_MS, max: MAX_MS }), fc.integer({ min: -1e14, max: 1e14 }));
  fc.assert(
    fc.property(instant, (ms) => {
      const date = new Date(ms);
      const month = date.getUTCFullYear() * 12 + date.getUTCMonth();
      const begin = new Date(0);
      begin.setUTCFullYear(date.getUTCFullYear(), date.getUTCMonth(), 1);
      expect(monthOf(ms)).toBe(month);
      expect(beginOfMonth(month)).toBe(begin.getTime());
    }),
    { numRuns: 500 },
  );
  expect([monthOf(MAX_MS + 1), monthOf(Number.NaN), beginOfMonth(1e7)]).toEqual([NaN, NaN, NaN]);
});
