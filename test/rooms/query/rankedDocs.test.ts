import fc from 'fast-check';
import { expect, it } from 'vitest';
import { FixedBitSet } from '../../../src/common/index.ts';
import { bm25Scorer, scoreTable } from '../../../src/query/bound/bm25.ts';
import { cachedRanks, RankedDocs } from '../../../src/query/bound/rankedDocs.ts';
import { termQuery } from '../../../src/query/bound/termQuery.ts';
import { scoresOfSome, type TermScores } from '../../../src/query/bound/termScores.ts';
import { docArray, docSetOfArray, docSetOfBits } from '../../../src/query/docSet.ts';
import { contextOf, createMapper, leavesOf } from './shard.ts';

const MAX_DOC = 700;
const documents = fc.uniqueArray(fc.nat({ max: MAX_DOC - 1 }), { minLength: 1, maxLength: MAX_DOC });

it('tells the place of each document', () => {
  fc.assert(
    fc.property(documents, (numbers) => {
      const docs = Uint32Array.from(numbers).sort();
      const ranked = new RankedDocs(docs, MAX_DOC);
      expect(ranked.bits.toArray()).toEqual(docs);
      for (const [place, doc] of docs.entries()) expect(ranked.placeOf(doc)).toBe(place);
    }),
  );
});

it('scores documents by their places as by a search for them', () => {
  fc.assert(
    fc.property(documents, fc.array(fc.boolean(), { minLength: 1, maxLength: 20 }), (numbers, chosen) => {
      const docs = Uint32Array.from(numbers).sort();
      const scorer = bm25Scorer({ docCount: MAX_DOC, sumTotalTermFreq: 4000 }, 0.7, 1);
      const term = {
        docs,
        freqs: docs.map((doc) => 1 + (doc % 5)),
        norms: Uint8Array.from({ length: MAX_DOC }, (_, doc) => 1 + (doc % 9)),
        scorer,
        table: scoreTable(scorer, docs.length),
      } as unknown as TermScores;
      const some = docs.filter((_, i) => chosen[i % chosen.length]);
      const scores = scoresOfSome({ ...term, ranks: () => null }, some);
      expect(scoresOfSome({ ...term, ranks: () => new RankedDocs(docs, MAX_DOC) }, some)).toEqual(scores);
    }),
  );
});

it('is kept of frequent terms from the second time on, and used by matchers of few documents', async () => {
  const mapper = createMapper({ properties: { t: { type: 'text' } } });
  const texts = Array.from({ length: 2048 }, (_, i) => ({
    t: i % 2 === 0 ? 'often' : i === 1 ? 'once' : 'x',
  }));
  const leaves = await leavesOf(mapper, texts);
  const [{ reader }] = leaves;
  const terms = reader.terms('t');
  const ranks = (term: string) => {
    const ord = terms?.lookup(term) ?? -1;
    return cachedRanks(reader, 't', ord, terms?.docs(ord) ?? new Uint32Array(0), 32);
  };
  expect(ranks('often')).toBeNull();
  const kept = ranks('often');
  expect(kept?.bits.cardinality()).toBe(1024);
  expect(ranks('often')).toBe(kept);
  expect([ranks('once'), ranks('once')]).toEqual([null, null]);
  const matcher = termQuery(contextOf(mapper, leaves), 't', 'often').matcher(leaves[0]);
  const few = docSetOfArray(Uint32Array.from({ length: 50 }, (_, i) => 3 * i));
  expect(matcher.over(few)).toEqual(docSetOfBits(kept?.bits ?? new FixedBitSet(0)));
  expect(docArray(matcher.among(few))).toEqual(Uint32Array.from({ length: 25 }, (_, i) => 6 * i));
});
