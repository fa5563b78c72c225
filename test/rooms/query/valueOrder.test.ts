import fc from 'fast-check';
import { expect, it } from 'vitest';
import { FixedBitSet } from '../../../src/common/index.ts';
import { numericColumnTest, numericMatches } from '../../../src/query/bound/columnScan.ts';
import { docArray } from '../../../src/query/docSet.ts';
import { type NumericColumn, valueOrder } from '../../../src/segment/index.ts';

const MAX_DOC = 40_000;

/** Values without any order, each of them `repeats` times; every `absent`-th document has none. */
function columnOf(repeats: number, absent: number): NumericColumn {
  const values = Float64Array.from({ length: MAX_DOC }, (_, doc) =>
    Math.floor(((doc * 7919) % MAX_DOC) / repeats),
  );
  const presence = new FixedBitSet(MAX_DOC);
  for (let doc = 0; doc < MAX_DOC; doc++) if (doc % absent !== 0) presence.add(doc);
  return {
    kind: 'numeric',
    values,
    offsets: null,
    presence: absent === 0 ? null : presence,
    min: 0,
    max: MAX_DOC,
  };
}

const columns = [columnOf(1, 0), columnOf(1, 3), columnOf(700, 0), columnOf(MAX_DOC, 5)];
const EVERY = { low: -1, high: MAX_DOC, includeLow: true, includeHigh: true };

it('sorts a frequently used column incrementally', () => {
  for (const column of columns) {
    const { values, presence } = column;
    let asked = 1;
    while (valueOrder(values as Float64Array, presence) === null && asked < 20) asked++;
    // Noted, two pieces counted, all put in their places.
    expect(asked).toBe(4);
  }
});

it("finds the same documents by a column's order as by checking each one", () => {
  const arbitrary = fc.record({
    column: fc.constantFrom(...columns),
    low: fc.integer({ min: -10, max: MAX_DOC + 10 }),
    width: fc.constantFrom(-1, 0, 1, 40, 3000, MAX_DOC / 2, MAX_DOC),
    scale: fc.constantFrom(1, 1 / 700, 1 / MAX_DOC),
    includeLow: fc.boolean(),
    includeHigh: fc.boolean(),
  });
  for (const column of columns) for (let i = 0; i < 5; i++) numericMatches(column, EVERY, MAX_DOC);
  fc.assert(
    fc.property(arbitrary, ({ column, low, width, scale, includeLow, includeHigh }) => {
      const bounds = { low: low * scale, high: (low + width) * scale, includeLow, includeHigh };
      const test = numericColumnTest(column, bounds);
      const expected: number[] = [];
      for (let doc = 0; doc < MAX_DOC; doc++) if (test(doc)) expected.push(doc);
      expect(docArray(numericMatches(column, bounds, MAX_DOC))).toEqual(Uint32Array.from(expected));
    }),
    { numRuns: 60 },
  );
});
