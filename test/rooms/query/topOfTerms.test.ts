import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { FixedBitSet } from '../../../src/common/index.ts';
import { collectImpacts } from '../../../src/query/bound/blockImpacts.ts';
import { bm25Score, bm25Scorer, scoreTable } from '../../../src/query/bound/bm25.ts';
import type { TermScores } from '../../../src/query/bound/termScores.ts';
import { topOfTerms } from '../../../src/query/bound/topOfTerms.ts';

/** A document of a made-up segment: the frequency of each term in it, its encoded length, whether it is live. */
interface Doc {
  readonly freqs: readonly number[];
  readonly norm: number;
  readonly live: boolean;
}

const TERMS = 3;
const docs = fc.array(
  fc.record({
    freqs: fc.array(fc.constantFrom(0, 0, 1, 1, 2, 3, 9), { minLength: TERMS, maxLength: TERMS }),
    norm: fc.integer({ min: 1, max: 12 }),
    live: fc.boolean(),
  }),
  { minLength: 1, maxLength: 400 },
);

function termsOf(segment: readonly Doc[]): TermScores[] {
  const norms = Uint8Array.from(segment, ({ norm }) => norm);
  return Array.from({ length: TERMS }, (_, t) => {
    const having = segment.flatMap(({ freqs }, doc) => (freqs[t] > 0 ? [doc] : []));
    const freqs = Uint8Array.from(having, (doc) => segment[doc].freqs[t]);
    const scorer = bm25Scorer({ docCount: 500, sumTotalTermFreq: 4000 }, 0.3 + t, 1);
    const list = Uint32Array.from(having);
    const impacts = () => collectImpacts(list, freqs, norms, segment.length);
    return {
      docs: list,
      freqs,
      norms,
      scorer,
      table: scoreTable(scorer, t === 0 ? 0 : 10_000),
      impacts,
      ranks: () => null,
    };
  });
}

/** Every document's score, best first, equals in order of arrival. */
function ranked(segment: readonly Doc[], terms: readonly TermScores[], above: number): [number, number][] {
  return segment
    .map(({ freqs, norm, live }, doc): [number, number] => {
      const parts = freqs.map((freq, t) => (freq === 0 ? 0 : bm25Score(terms[t].scorer, freq, norm)));
      return [doc, live ? Math.fround(parts.reduce((sum, part) => sum + part, 0)) : 0];
    })
    .filter(([, score]) => score > 0 && score > above)
    .sort(([a, x], [b, y]) => y - x || a - b);
}

describe('the best documents of a disjunction', () => {
  it('equal those from scoring all, to the last float, in the same order', () => {
    fc.assert(
      fc.property(
        docs,
        fc.integer({ min: 1, max: 12 }),
        fc.constantFrom(-Infinity, 0.4, 1.5),
        (segment, limit, above) => {
          const terms = termsOf(segment);
          const accept = new FixedBitSet(segment.length);
          segment.forEach(({ live }, doc) => void (live && accept.add(doc)));
          const top = topOfTerms(terms, segment.length, { limit, above, countUpTo: 1e9, accept });
          const expected = ranked(segment, terms, above).slice(0, limit);
          const found = top?.best.docs;
          expect(found?.kind === 'array' ? [...found.docs] : []).toEqual(
            expected.map(([doc]) => doc).sort((a, b) => a - b),
          );
          expect([...(top?.best.scores ?? [])].sort()).toEqual(expected.map(([, score]) => score).sort());
          expect(top?.count).toBe(ranked(segment, terms, -Infinity).length);
        },
      ),
      { numRuns: 300 },
    );
  });

  it('are counted no further than requested', () => {
    const segment = Array.from({ length: 50 }, () => ({ freqs: [1, 1, 1], norm: 3, live: true }));
    const request = { limit: 1, above: -Infinity, countUpTo: 20, accept: null };
    expect(topOfTerms(termsOf(segment), 50, request)?.count).toBeGreaterThan(20);
  });

  it('are not searched if every score is 0', () => {
    const [term] = termsOf([{ freqs: [1, 0, 0], norm: 1, live: true }]);
    const silent = { ...term, scorer: { ...term.scorer, weight: 0 } };
    const request = { limit: 1, above: -Infinity, countUpTo: 20, accept: null };
    expect(topOfTerms([silent], 1, request)).toBeNull();
  });
});
