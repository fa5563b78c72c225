import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { FixedBitSet } from '../../../src/common/index.ts';
import {
  allDocs,
  countDocs,
  type DocSet,
  docArray,
  docBits,
  docSetOfArray,
  docSetOfBits,
  hasDoc,
  intersect,
  subtract,
  union,
} from '../../../src/query/index.ts';

const MAX_DOC = 100;

/** A set in one of its forms, beside the model that it must equal. */
const sets = fc.uniqueArray(fc.nat(MAX_DOC - 1), { maxLength: MAX_DOC }).chain((docs) => {
  const sorted = Uint32Array.from(docs).sort();
  const bits = new FixedBitSet(MAX_DOC);
  for (const doc of docs) bits.add(doc);
  const forms: DocSet[] = [docSetOfArray(sorted), docSetOfBits(bits), { kind: 'bits', bits }];
  if (docs.length === MAX_DOC) forms.push(allDocs(MAX_DOC));
  return fc.constantFrom(...forms).map((set) => ({ set, model: new Set(docs) }));
});

const sorted = (model: Iterable<number>): number[] => [...model].sort((a, b) => a - b);

describe('set arithmetic', () => {
  it('agrees with Set, for all representations', () => {
    fc.assert(
      fc.property(sets, sets, (a, b) => {
        const both = sorted(a.model).filter((doc) => b.model.has(doc));
        expect([...docArray(intersect(a.set, b.set))]).toEqual(both);
        expect([...docArray(subtract(a.set, b.set))]).toEqual(
          sorted(a.model).filter((doc) => !b.model.has(doc)),
        );
        expect([...docArray(union([a.set, b.set], MAX_DOC))]).toEqual(
          sorted(new Set([...a.model, ...b.model])),
        );
      }),
    );
  });

  it('never modifies its operands', () => {
    fc.assert(
      fc.property(sets, sets, (a, b) => {
        const before = [...docArray(a.set)];
        intersect(a.set, b.set);
        subtract(a.set, b.set);
        union([a.set, b.set], MAX_DOC);
        expect([...docArray(a.set)]).toEqual(before);
      }),
    );
  });

  it('supports counting, membership and conversion', () => {
    fc.assert(
      fc.property(sets, fc.nat(MAX_DOC - 1), ({ set, model }, doc) => {
        expect(countDocs(set)).toBe(model.size);
        expect(hasDoc(set, doc)).toBe(model.has(doc));
        expect(docBits(set, MAX_DOC).cardinality()).toBe(model.size);
      }),
    );
  });
});
