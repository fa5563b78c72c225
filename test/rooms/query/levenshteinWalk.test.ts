import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fuzzyMatcher } from '../../../src/query/automaton/fuzzy.ts';
import { fuzzyOrds, type SortedTerms } from '../../../src/query/automaton/levenshteinWalk.ts';

/** A dictionary that counts the terms that are read. */
class CountedTerms implements SortedTerms {
  visited = 0;
  readonly #terms: readonly string[];

  constructor(terms: Iterable<string>) {
    this.#terms = [...new Set(terms)].sort((a, b) => Buffer.compare(Buffer.from(a), Buffer.from(b)));
  }

  get size(): number {
    return this.#terms.length;
  }

  term(ord: number): string {
    this.visited++;
    return this.#terms[ord];
  }

  ceiling(term: string): number {
    const key = Buffer.from(term);
    let low = 0;
    let high = this.size;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (Buffer.compare(Buffer.from(this.#terms[middle]), key) < 0) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}

describe('the walk over a dictionary', () => {
  it('finds the same terms as checking every term', () => {
    const word = fc.string({ unit: fc.constantFrom('a', 'b', 'c', 'é', '￮', '😀'), maxLength: 6 });
    const options = fc.record({
      prefixLength: fc.nat(3),
      maxEdits: fc.nat(2),
      transpositions: fc.boolean(),
    });
    fc.assert(
      fc.property(fc.array(word, { maxLength: 60 }), word, options, (words, text, how) => {
        const terms = new CountedTerms(words);
        const found = Array.from(fuzzyOrds(terms, text, how), (ord) => terms.term(ord));
        const editsOf = fuzzyMatcher(text, how);
        const all = Array.from({ length: terms.size }, (_, ord) => terms.term(ord));
        expect(found).toEqual(all.filter((term) => editsOf(term) !== null));
      }),
      { numRuns: 1000 },
    );
  });

  it.each([
    [1, 200],
    [2, 3000],
  ])('visits few terms that are more than %i edits away', (maxEdits, most) => {
    const letters = 'abcdefghijklmnop';
    const words: string[] = [];
    for (let i = 0; i < 20_000; i++) {
      let word = '';
      for (let rest = (i * 48_271) % 1_048_576, n = 0; n < 6; n++, rest = Math.floor(rest / 16)) {
        word += letters[rest % 16];
      }
      words.push(word);
    }
    const terms = new CountedTerms(words);
    const found = [...fuzzyOrds(terms, words[777], { prefixLength: 0, maxEdits, transpositions: true })];
    expect(found.length).toBeGreaterThan(0);
    expect(terms.visited).toBeLessThan(most);
  });
});
