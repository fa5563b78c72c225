import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { groupingOf, numberText } from '../../../../src/console/app/lib/format.ts';
import { parseJson } from '../../../../src/console/app/lib/json.ts';
import { mappingOrder, sourceOf, takesAll } from '../../../../src/console/app/sql/columnOrder.ts';
import { nextSort, sortedRows } from '../../../../src/console/app/sql/sortRows.ts';

describe('numbers as people read them', () => {
  it.each([
    [0, '0'],
    [1994, '1994'],
    [-12345, '-12,345'],
    [760167650, '760,167,650'],
    [9007199254740993n, '9,007,199,254,740,993'],
    [6.32894736, '6.329'],
    [-29_363.456, '-29,363.46'],
    [0.5, '0.5'],
    [0.000123456, '0.0001235'],
    [1.5e-9, '1.5e-9'],
    [Number.POSITIVE_INFINITY, 'Infinity'],
  ])('%s is %s', (value, text) => {
    expect(numberText(value)).toBe(text);
  });

  it('has separators everywhere in a column of large numbers', () => {
    expect([
      groupingOf([1994, null, 'x', 9999]),
      groupingOf([6000, 8_000_000]),
      groupingOf([-10_000n]),
    ]).toEqual(['few', 'all', 'all']);
    expect(numberText(6000, 'all')).toBe('6,000');
  });

  it('long fractions are read as they are', () => {
    expect(parseJson('[0.12345678901234566]')).toEqual([0.12345678901234566]);
  });
});

describe('sorting', () => {
  const sorted = (rows: readonly (readonly unknown[])[], isDescending: boolean): readonly unknown[] => {
    const work = sortedRows(rows, { column: 0, isDescending });
    let step = work.next();
    while (!step.done) step = work.next();
    return step.value;
  };

  it('has numbers by value, texts by their letters, NULL last in either direction', () => {
    const rows = [[null], [10], [9], [2n]];
    expect(sorted(rows, false)).toEqual([[2n], [9], [10], [null]]);
    expect(sorted(rows, true)).toEqual([[10], [9], [2n], [null]]);
    expect(sorted([['b'], ['B'], ['a']], false)).toEqual([['B'], ['a'], ['b']]);
    expect(sorted([[{ n: 2 }], [{ n: 2n ** 60n }]], false)).toEqual([[{ n: 2n ** 60n }], [{ n: 2 }]]);
  });

  it('is stable, and the same as sorting all at once, however long', () => {
    fc.assert(
      fc.property(
        fc.array(fc.nat(40), { minLength: 1500, maxLength: 3000 }),
        fc.boolean(),
        (values, isDescending) => {
          const rows = values.map((value, i) => [value, i] as const);
          const sign = isDescending ? -1 : 1;
          expect(sorted(rows, isDescending)).toEqual([...rows].sort((a, b) => sign * (a[0] - b[0])));
        },
      ),
      { numRuns: 5 },
    );
  });

  it('goes up, down, and back to how it came', () => {
    const up = nextSort(null, 1);
    const down = nextSort(up, 1);
    expect([up, down, nextSort(down, 1), nextSort(down, 2)]).toEqual([
      { column: 1, isDescending: false },
      { column: 1, isDescending: true },
      null,
      { column: 2, isDescending: false },
    ]);
  });
});

describe('columns in the order of the mapping', () => {
  it.each([
    ['SELECT * FROM movies', 'sql', true],
    ['select  *  from `movies` where a = 1', 'sql', true],
    ['SELECT title, * FROM movies', 'sql', false],
    ['source=movies | where a > 1', 'ppl', true],
    ['search index = `movies` | eval b = 1 | head 3', 'ppl', true],
    ['source=movies | fields b, a', 'ppl', false],
    ['source=movies | stats count() by a', 'ppl', false],
  ] as const)('%s of %s: %s', (text, language, expected) => {
    expect(takesAll(text, language)).toBe(expected);
    expect(sourceOf(text)).toBe('movies');
  });

  it('others stand behind, in their order', () => {
    expect(mappingOrder(['x', 'b', 'a', 'y'], ['a', 'b', 'c'])).toEqual([2, 1, 0, 3]);
  });
});
