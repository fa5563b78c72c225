import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { KeyedDocs } from '../../../src/aggregation/framework/aggregator.ts';
import { addKeyed } from '../../../src/aggregation/metric/keyedSums.ts';
import { FixedBitSet, KahanSum, SeededRandom } from '../../../src/common/index.ts';

const DOCS = 9000;

const ownerOf = {
  same: (key: number) => key,
  reversed: (key: number, keys: number) => keys - 1 - key,
  excluding: (key: number) => (key % 3 === 1 ? -2 : key),
};

/** One document after the other, as the original adds. */
function addEach({ places, owners, from, to, matching }: KeyedDocs, values: Float64Array): Float64Array {
  const sums = Array.from(owners, () => new KahanSum());
  for (let doc = from; doc < to; doc++) {
    const owner = owners[places[doc]];
    if (owner >= 0 && matching?.has(doc) !== false) sums[owner].add(values[doc]);
  }
  return Float64Array.from(sums, ({ value }) => value);
}

it('adds to the sums of owners in the order of documents, however many keys there are', () => {
  fc.assert(
    fc.property(
      fc.integer(),
      fc.constantFrom(1, 7, 4096, 4097, 6000),
      fc.constantFrom<keyof typeof ownerOf>('same', 'reversed', 'excluding'),
      fc.boolean(),
      fc.constantFrom(0, 32, 4128),
      fc.integer({ min: 4200, max: DOCS }),
      fc.constantFrom(12, 12, 309),
      (seed, keys, order, all, from, to, digits) => {
        const random = new SeededRandom(seed);
        const below = (bound: number): number => Math.floor(random.next() * bound);
        const owners = Int32Array.from({ length: keys }, (_, key) => ownerOf[order](key, keys));
        const keyOfEach = Array.from({ length: DOCS }, () => below(keys));
        const places = keys < 5000 ? Uint16Array.from(keyOfEach) : Uint32Array.from(keyOfEach);
        const values = Float64Array.from({ length: DOCS }, () => (random.next() - 0.3) * 10 ** below(digits));
        const matching = all ? null : new FixedBitSet(DOCS);
        for (let doc = 0; doc < DOCS; doc++) if (below(5) > 0) matching?.add(doc);
        const docs = { places, owners, from, to, matching, ownerBound: keys };
        const sums = new Float64Array(keys);
        const deltas = new Float64Array(keys);
        addKeyed({ ...docs, to: Math.min(from + 4096, to) }, values, sums, deltas);
        if (from + 4096 < to) addKeyed({ ...docs, from: from + 4096 }, values, sums, deltas);
        expect(sums).toEqual(addEach(docs, values));
      },
    ),
    { numRuns: 60 },
  );
});
