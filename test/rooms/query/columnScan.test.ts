import fc from 'fast-check';
import { expect, it } from 'vitest';
import { FixedBitSet } from '../../../src/common/index.ts';
import { numericColumnTest, numericMatches } from '../../../src/query/bound/columnScan.ts';
import { docArray } from '../../../src/query/docSet.ts';
import type { NumericColumn } from '../../../src/segment/index.ts';

const MAX_DOC = 20_000;

/** Values in order with some noise: a range lies in few blocks or in many. */
function columnOf(noise: number, absent: number): NumericColumn {
  const values = Float64Array.from({ length: MAX_DOC }, (_, doc) => doc + ((doc * 7919) % (noise + 1)));
  const presence = new FixedBitSet(MAX_DOC);
  for (let doc = 0; doc < MAX_DOC; doc++) if (absent === 0 || doc % absent !== 0) presence.add(doc);
  return {
    kind: 'numeric',
    values,
    offsets: null,
    presence: absent === 0 ? null : presence,
  } as NumericColumn;
}

it('finds the same documents by blocks as by checking each one', () => {
  const arbitrary = fc.record({
    noise: fc.constantFrom(0, 300, MAX_DOC),
    absent: fc.constantFrom(0, 3),
    low: fc.integer({ min: -10, max: MAX_DOC + 10 }),
    width: fc.constantFrom(0, 1, 40, 3000, MAX_DOC),
    includeLow: fc.boolean(),
    includeHigh: fc.boolean(),
  });
  fc.assert(
    fc.property(arbitrary, ({ noise, absent, low, width, includeLow, includeHigh }) => {
      const column = columnOf(noise, absent);
      const bounds = { low, high: low + width, includeLow, includeHigh };
      const test = numericColumnTest(column, bounds);
      const expected = Array.from({ length: MAX_DOC }, (_, doc) => doc).filter(test);
      expect([...docArray(numericMatches(column, bounds, MAX_DOC))]).toEqual(expected);
    }),
    { numRuns: 60 },
  );
});
