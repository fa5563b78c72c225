import fc from 'fast-check';
import { expect, it } from 'vitest';
import { anyWildcardMatches, wildcardMatches } from '../../../src/common/index.ts';

const text = fc.string({ unit: fc.constantFrom('a', 'b', '.', '*'), maxLength: 5 });

it('matches a list of patterns like comparing them one by one', () => {
  fc.assert(
    fc.property(fc.array(text, { maxLength: 5 }), fc.array(text, { minLength: 1 }), (patterns, names) => {
      for (const name of names) {
        const expected = patterns.some((pattern) => wildcardMatches(pattern, name));
        expect(anyWildcardMatches(patterns, name)).toBe(expected);
      }
    }),
    { numRuns: 500 },
  );
});
