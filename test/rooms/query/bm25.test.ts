import { describe, expect, it } from 'vitest';
import { float32ToNumber } from '../../../src/common/index.ts';
import { bm25Score, bm25Scorer, inverseDocumentFrequency } from '../../../src/query/bound/bm25.ts';
import { parseQuery } from '../../../src/query/index.ts';
import {
  exactPhraseFrequency,
  type PhraseWord,
  phraseCounter,
  sloppyPhraseFrequency,
} from '../../../src/query/text/phraseMatch.ts';
import { TermPlaces } from '../../../src/query/text/positions.ts';
import { contextOf, createMapper, find, leavesOf } from './shard.ts';

describe('BM25 of keywords', () => {
  // 168 of 1,000 documents, each of length 1: recorded scores of the real engine.
  it.each([
    [1, 1.7818189],
    [2, 3.5636377],
  ])('with boost %d: %d', (boost, expected) => {
    const scorer = bm25Scorer(
      { docCount: 1000, sumTotalTermFreq: 1000 },
      inverseDocumentFrequency(1000, 168),
      boost,
    );
    expect(float32ToNumber(bm25Score(scorer, 1, 1))).toBe(expected);
  });
});

describe('BM25 of texts', () => {
  it('does not depend on how documents are spread over segments', async () => {
    const mapper = createMapper({ properties: { t: { type: 'text' } } });
    const documents = ['a b', 'a a a c', 'b b', 'a', 'c c c c c a b'].map((t) => ({ t }));
    const query = { match: { t: 'a b' } };
    const whole = find(contextOf(mapper, await leavesOf(mapper, documents)), query);
    const spread = find(contextOf(mapper, await leavesOf(mapper, documents, [2, 1, 2])), query);
    expect(spread).toEqual(whole);
    expect(whole).toHaveLength(5);
  });

  it('treats a repeated word like one with twice the boost', async () => {
    const mapper = createMapper({ properties: { t: { type: 'text' } } });
    const context = contextOf(
      mapper,
      await leavesOf(mapper, [{ t: 'stone' }, { t: 'river stone' }, { t: 'x' }]),
    );
    expect(find(context, { match: { t: 'stone stone' } })).toEqual(
      find(context, { match: { t: { query: 'stone', boost: 2 } } }),
    );
  });
});

const word = (offset: number, termId: number, ...positions: number[]): PhraseWord => ({
  offset,
  termId,
  positions: Uint32Array.from(positions),
  from: 0,
  to: positions.length,
});

describe('phrases', () => {
  it.each([
    ['a b in "a b a b"', [word(0, 0, 0, 2), word(1, 1, 1, 3)], 2],
    ['a a in "a a a"', [word(0, 0, 0, 1, 2), word(1, 0, 0, 1, 2)], 2],
    ['a _ b in "a x b"', [word(0, 0, 0), word(2, 1, 2)], 1],
    ['a b in "b a"', [word(0, 0, 1), word(1, 1, 0)], 0],
  ])('exactly: %s', (_name, words, expected) => {
    expect(exactPhraseFrequency(words)).toBe(expected);
  });

  it('exactly, reading each place of a long text a few times', () => {
    let reads = 0;
    const counted = (all: Uint32Array): Uint32Array =>
      new Proxy(all, {
        get(target, key) {
          reads++;
          return Reflect.get(target, key);
        },
      });
    const places = (offset: number) => counted(Uint32Array.from({ length: 1000 }, (_, i) => 3 * i + offset));
    const words = [0, 1].map((offset) => ({ ...word(offset, offset), positions: places(offset), to: 1000 }));
    expect(exactPhraseFrequency(words)).toBe(1000);
    expect(reads).toBeLessThan(6000);
  });

  it.each([
    ['a b in "a b", slop 1', [word(0, 0, 0), word(1, 1, 1)], 1, 1],
    ['a b in "a x b", slop 1', [word(0, 0, 0), word(1, 1, 2)], 1, 0.5],
    ['a b in "b a", slop 1', [word(0, 0, 1), word(1, 1, 0)], 1, 0],
    ['a b in "b a", slop 2', [word(0, 0, 1), word(1, 1, 0)], 2, 0.33333334],
    ['a a in "a x a", slop 1', [word(0, 0, 0, 2), word(1, 0, 0, 2)], 1, 0.5],
    ['a a in "a", slop 9', [word(0, 0, 0), word(1, 0, 0)], 9, 0],
  ])('loosely: %s', (_name, words, slop, expected) => {
    expect(float32ToNumber(sloppyPhraseFrequency(words, slop))).toBe(expected);
  });

  it.each([0, 3])("recounts when the words' positions change, slop %d", (slop) => {
    const words = [word(0, 0, 0, 5), word(1, 1, 1, 6)];
    const count = phraseCounter(words, slop);
    const both = count();
    const first = words.map((one) => Object.assign(one, { to: 1 }));
    const alone = slop === 0 ? exactPhraseFrequency(first) : sloppyPhraseFrequency(first, slop);
    expect([both, count()]).toEqual([2, alone]);
    Object.assign(words[1], { to: 0 });
    expect(count()).toBe(0);
  });
});

describe('the positions of a term', () => {
  it('are found in documents asked about in any order', async () => {
    const mapper = createMapper({ properties: { t: { type: 'text' } } });
    const texts = Array.from({ length: 60 }, (_, i) => (i % 3 === 1 ? 'x' : i % 5 === 0 ? 'x a a' : 'x a'));
    const leaves = await leavesOf(
      mapper,
      texts.map((t) => ({ t })),
    );
    const terms = leaves[0].reader.terms('t');
    if (terms === null) throw new Error('no terms');
    const places = new TermPlaces(terms, terms.lookup('a'));
    for (const doc of [0, 1, 1, 2, 50, 49, 3, 3, 0, 59, 58, 99, 5]) {
      places.seek(doc);
      const expected = (texts[doc] ?? '').split(' ').flatMap((text, at) => (text === 'a' ? [at] : []));
      expect([doc, ...places.values.subarray(places.from, places.to)]).toEqual([doc, ...expected]);
    }
  });

  it('are read in one go if there are few, in windows if there are many', async () => {
    const mapper = createMapper({ properties: { t: { type: 'text' } } });
    const long = 'a b '.repeat(1000);
    const isCostly = async (count: number): Promise<boolean> => {
      const context = contextOf(mapper, await leavesOf(mapper, Array(count).fill({ t: long })));
      const query = parseQuery({ match_phrase: { t: 'a b' } }).toQuery(context);
      return query.scorer(context.leaves[0]).isCostly;
    };
    expect(await isCostly(10)).toBe(false);
    expect(await isCostly(110)).toBe(true);
  });
});
