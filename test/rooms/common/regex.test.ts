import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Regex, RegexBudgetError, RegexSyntaxError } from '../../../src/common/index.ts';

/** expression · text · groups of the first match, `-` for one that took no part; `no match`. */
const table = String.raw`
a(b|c)*d                 | xabcbd          | abcbd, b
(?<x>\d+)-\k<x>          | 12-12           | 12-12, 12
(?<![0-9.])\d{2}(?!\d)   | 123 45          | 45
(?>a+)ab                 | aaab            | no match
a++b                     | aaab            | aaab
a+?                      | aaa             | a
(a*)*b                   | aab             | aab, aa
(?i)straße               | STRAßE          | STRAßE
[[:alpha:]_]+            | 12ab_c3         | ab_c
[a-z&&[^aeiou]]+         | aeixyz          | xyz
\p{Lu}\p{L}*             | der Ähre        | Ähre
^b$                      | a\nb            | no match
(?m)^b$                  | a\nb            | b
\bfoo\b                  | a foo.          | foo
\Qa.b\E                  | xa.bb           | a.b
(a)|b                    | b               | b, -
(?<=a{1,3})b             | aab             | b
(?:x(?=y)|z)+            | zxy             | zx
a{2,3}                   | aaaa            | aaa
\x41B\t?                 | AB              | AB
`;

const rows = table
  .trim()
  .split('\n')
  .map((row) => row.split(' | ').map((cell) => cell.trim()));

describe('Regex', () => {
  it.each(rows)('%s on %s', (source, text, expected) => {
    const match = new Regex(source).find(text.replaceAll('\\n', '\n'));
    const shown = match ? match.groups.map((group) => group ?? '-').join(', ') : 'no match';
    expect(shown.trim()).toBe(expected);
  });

  it.each(['(a', 'a)', '[a', '*a', '(?<n', 'a{3,2}', '\\k<none>', '\\p{Nonsense}'])(
    'refuses %s',
    (source) => {
      expect(() => new Regex(source)).toThrow(RegexSyntaxError);
    },
  );

  it('stops on catastrophic backtracking', () => {
    expect(() => new Regex('(a+)+$').find(`${'a'.repeat(60)}b`)).toThrow(RegexBudgetError);
  });

  it('stops when all matches together take too many steps, or produce too much text', () => {
    expect(() => new Regex('.*.*.*x|').replaceAll('a'.repeat(150), '')).toThrow(RegexBudgetError);
    expect(() => new Regex('').replaceAll('a'.repeat(1000), 'b'.repeat(3000))).toThrow(RegexBudgetError);
  });

  it('replaces and splits as Java does', () => {
    expect(new Regex('(\\w)(\\d)').replaceAll('a1 b2', '$2$1')).toBe('1a 2b');
    expect(new Regex('\\.').split('a.b.c..')).toEqual(['a', 'b', 'c']);
    expect(new Regex('').split('abc')).toEqual(['a', 'b', 'c']);
  });

  it('finds what the language’s own engine finds', () => {
    const atom = fc.constantFrom(
      'a',
      'b',
      '.',
      '[ab]',
      '[^a]',
      '(a)',
      '(?:ab)',
      '(a|b)',
      '(?=a)',
      '\\b',
      '^',
      '$',
    );
    const piece = fc
      .tuple(atom, fc.constantFrom('', '*', '+', '?', '{1,2}', '*?', '+?'))
      .map(([a, q]) => (/^(\\b|\^|\$|\(\?=)/.test(a) ? a : a + q));
    const source = fc.array(piece, { minLength: 1, maxLength: 5 }).map((parts) => parts.join(''));
    const text = fc.string({ unit: fc.constantFrom('a', 'b', ' '), maxLength: 8 });
    fc.assert(
      fc.property(source, text, (expression, input) => {
        const oracle = new RegExp(expression).exec(input);
        expect(new Regex(expression).find(input)?.groups[0]).toBe(oracle?.[0]);
      }),
    );
  });
});
