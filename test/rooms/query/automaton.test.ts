import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { editDistance, fuzzyMatcher, maxEditsFor } from '../../../src/query/automaton/fuzzy.ts';
import { compileRegexp } from '../../../src/query/automaton/regexp.ts';
import { compileWildcard } from '../../../src/query/automaton/wildcard.ts';

const small = fc.string({ unit: fc.constantFrom('a', 'b', 'c'), maxLength: 8 });

/** By recursion over the definition. */
function matchesSlowly(pattern: string, text: string): boolean {
  if (pattern === '') return text === '';
  if (pattern[0] === '*') {
    return matchesSlowly(pattern.slice(1), text) || (text !== '' && matchesSlowly(pattern, text.slice(1)));
  }
  return (
    text !== '' &&
    (pattern[0] === '?' || pattern[0] === text[0]) &&
    matchesSlowly(pattern.slice(1), text.slice(1))
  );
}

describe('wildcards', () => {
  it('match as their definition says', () => {
    const patterns = fc.string({ unit: fc.constantFrom('a', 'b', '*', '?'), maxLength: 8 });
    fc.assert(
      fc.property(patterns, small, (pattern, text) => {
        expect(compileWildcard(pattern, false).matches(text)).toBe(matchesSlowly(pattern, text));
      }),
    );
  });

  it.each([
    ['a\\*b', 'a*b', true],
    ['a\\*b', 'axb', false],
    ['?', '😀', true],
    ['A*', 'abc', false],
  ])('%s on %s: %s', (pattern, text, expected) => {
    expect(compileWildcard(pattern, false).matches(text)).toBe(expected);
  });
});

const regexp = (pattern: string) =>
  compileRegexp(pattern, { flags: 255, caseInsensitive: false, maxStates: 10_000 });

describe('regular expressions', () => {
  it("match as JavaScript's, where both have the same syntax", () => {
    const leaf = fc.constantFrom('a', 'b', 'c', '.', '[ab]', '[^a]');
    const { pattern } = fc.letrec<{ pattern: string }>((tie) => ({
      pattern: fc.oneof(
        { maxDepth: 3, withCrossShrink: true },
        leaf,
        fc.tuple(tie('pattern'), tie('pattern')).map(([a, b]) => a + b),
        fc.tuple(tie('pattern'), tie('pattern')).map(([a, b]) => `(${a}|${b})`),
        fc.tuple(tie('pattern'), fc.constantFrom('*', '+', '?', '{1,2}')).map(([a, sign]) => `(${a})${sign}`),
      ),
    }));
    fc.assert(
      fc.property(pattern, small, (text, word) => {
        expect(regexp(text).matches(word)).toBe(new RegExp(`^(?:${text})$`).test(word));
      }),
    );
  });

  it.each([
    ['a~b', 'ac', true],
    ['a~b', 'ab', false],
    ['a&b', 'a', false],
    ['[a-z]+&~(foo)', 'bar', true],
    ['[a-z]+&~(foo)', 'foo', false],
    ['<8-12>', '10', true],
    ['<08-12>', '8', false],
    ['"a.b"', 'a.b', true],
    ['@', 'anything', true],
    ['#', '', false],
    ['\\d{3}', '123', true],
    ['()', '', true],
  ])("%s on '%s': %s", (pattern, text, expected) => {
    expect(regexp(pattern).matches(text)).toBe(expected);
  });

  it("match nothing if a range's bounds are reversed", () => {
    expect(regexp('a{5,2}').matches('aaa')).toBe(false);
  });

  it('allow ten units of effort for each state of the limit', () => {
    const matcher = compileRegexp('t.+|an.*r', { flags: 255, caseInsensitive: false, maxStates: 1 });
    expect(matcher.matches('tide')).toBe(true);
  });

  it.each([
    ['[A', "expected ']' at position 2"],
    ['(a', "expected ')' at position 2"],
    ['a{2', "expected '}' at position 3"],
    ['a{', 'integer expected at position 2'],
    ['a)', 'end-of-string expected at position 1'],
  ])('%s is refused: %s', (pattern, reason) => {
    expect(() => regexp(pattern)).toThrow(reason);
  });

  it('are bounded for exponential patterns', () => {
    const matcher = regexp(`(.*a){20}${'(b|c|.*)'.repeat(12)}`);
    expect(() => matcher.matches('abcabcabc'.repeat(50))).not.toThrow(RangeError);
  });
});

describe('edit distances', () => {
  it('agree with the definition', () => {
    fc.assert(
      fc.property(small, small, (a, b) => {
        const far = editDistance(
          [...a].map((c) => c.charCodeAt(0)),
          [...b].map((c) => c.charCodeAt(0)),
          8,
          false,
        );
        expect(far).toBe(levenshtein(a, b));
      }),
    );
  });

  it('are computed for one term after the other, up to the maximum', () => {
    const short = fc.string({ unit: fc.constantFrom('a', 'b', 'c'), maxLength: 5 });
    const terms = fc.array(short, { maxLength: 8 });
    fc.assert(
      fc.property(
        short,
        terms,
        fc.integer({ min: 0, max: 2 }),
        fc.boolean(),
        (text, all, maxEdits, transpositions) => {
          const editsOf = fuzzyMatcher(text, { prefixLength: 0, maxEdits, transpositions });
          for (const term of all) {
            const edits = transpositions ? withTranspositions(text, term) : levenshtein(text, term);
            expect(editsOf(term)).toBe(edits > maxEdits ? null : edits);
          }
        },
      ),
    );
  });

  it.each([
    ['ab', 'ba', true, 1],
    ['ab', 'ba', false, 2],
    ['kitten', 'sitting', true, null],
    ['Bakr', 'Baker', true, 1],
  ])('%s → %s (transpositions %s): %s', (a, b, transpositions, expected) => {
    expect(fuzzyMatcher(a, { prefixLength: 0, maxEdits: 2, transpositions })(b)).toBe(expected);
  });

  it.each([
    ['AUTO', 2, 0],
    ['AUTO', 5, 1],
    ['AUTO', 6, 2],
    ['AUTO:4,8', 7, 1],
    ['2', 1, 2],
  ])('%s allows for %d characters: %d', (fuzziness, length, expected) => {
    expect(maxEditsFor(fuzziness, length)).toBe(expected);
  });
});

function levenshtein(a: string, b: string): number {
  if (a === '' || b === '') return Math.max(a.length, b.length);
  const same = a[0] === b[0] ? 0 : 1;
  return Math.min(
    levenshtein(a.slice(1), b.slice(1)) + same,
    ...(same === 0 ? [] : [levenshtein(a.slice(1), b) + 1, levenshtein(a, b.slice(1)) + 1]),
  );
}

/** By the definition: letters that changed places count once, and are not changed again. */
function withTranspositions(a: string, b: string): number {
  if (a === '' || b === '') return a.length + b.length;
  const [m, n] = [a.length - 1, b.length - 1];
  const [shortA, shortB] = [a.slice(0, m), b.slice(0, n)];
  const ways = [
    withTranspositions(shortA, b) + 1,
    withTranspositions(a, shortB) + 1,
    withTranspositions(shortA, shortB) + (a[m] === b[n] ? 0 : 1),
  ];
  const swapped = m > 0 && n > 0 && a[m] === b[n - 1] && a[m - 1] === b[n];
  if (swapped) ways.push(withTranspositions(a.slice(0, m - 1), b.slice(0, n - 1)) + 1);
  return Math.min(...ways);
}
