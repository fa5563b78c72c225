import fc from 'fast-check';
import type { Source } from './model.ts';

export const ids = fc.constantFrom('1', '2', '3', '4', '5', '6');
export const routings = fc.oneof(
  { weight: 6, arbitrary: fc.constant(null) },
  { weight: 1, arbitrary: fc.constantFrom('r', 's') },
);
export const indexNames = fc.oneof(
  { weight: 4, arbitrary: fc.constant('a') },
  { weight: 3, arbitrary: fc.constant('b') },
  { weight: 1, arbitrary: fc.constant('c') },
);
export const aliasNames = fc.constantFrom('w', 'z');
/** What a request for one index may name. */
export const targets = fc.oneof({ weight: 6, arbitrary: indexNames }, { weight: 1, arbitrary: aliasNames });
/** What a search may name. */
export const searchTargets = fc.oneof(
  { weight: 6, arbitrary: targets },
  { weight: 2, arbitrary: fc.constantFrom('a,b', '*', 'w,b') },
);

export const numbers = fc.integer({ min: 0, max: 9 });
export const colours = fc.constantFrom('red', 'green', 'blue');
export const vectors = fc.tuple(fc.integer({ min: -3, max: 3 }), fc.integer({ min: -3, max: 3 }));

/** Most can be parsed; a word is no long, and `x` may be new to the mapping. */
export const sources: fc.Arbitrary<Source> = fc
  .record(
    {
      n: fc.oneof({ weight: 20, arbitrary: numbers }, { weight: 1, arbitrary: fc.constant('word') }),
      k: colours,
      v: vectors,
      x: fc.oneof(
        { weight: 1, arbitrary: fc.constantFrom(1, 2, 'one') },
        { weight: 6, arbitrary: fc.constant(undefined) },
      ),
    },
    { requiredKeys: [] },
  )
  .map(({ x, ...rest }) => (x === undefined ? rest : { ...rest, x }));

export const flags = (oneIn: number): fc.Arbitrary<boolean> =>
  fc.nat({ max: oneIn - 1 }).map((value) => value === oneIn - 1);
