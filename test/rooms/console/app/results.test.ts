import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { groupingOf, numberText } from '../../../../src/console/app/lib/format.ts';
import { parseJson } from '../../../../src/console/app/lib/json.ts';
import { chartOf, firstChoice } from '../../../../src/console/app/sql/chart/chartData.ts';
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

describe('a chart of a result', () => {
  const columns = [
    { name: 'genre', type: 'keyword' },
    { name: 'films', type: 'integer' },
    { name: 'at', type: 'timestamp' },
  ];
  const rows = [
    ['Drama', 3, '2024-01-02 00:00:00'],
    [null, 5n, '2024-01-01'],
    ['War', null, null],
  ];

  it('begins with words against numbers; without numbers there is none', () => {
    expect(firstChoice(columns)).toEqual({ kind: 'bars', x: 0, ys: [1] });
    expect(firstChoice([columns[2], columns[1]])).toEqual({ kind: 'lines', x: 0, ys: [1] });
    expect(firstChoice([columns[1]])).toEqual({ kind: 'points', x: 0, ys: [0] });
    expect(firstChoice([columns[0]])).toBe(null);
  });

  it('has words in the order of the rows, times and numbers in their own', () => {
    const chart = (x: number, kind: 'bars' | 'points') => chartOf(columns, rows, { kind, x, ys: [1] });
    expect(chart(0, 'bars')).toEqual({
      data: [
        [0, 1, 2],
        [3, 5, null],
      ],
      labels: ['Drama', 'NULL', 'War'],
      isTime: false,
    });
    const days = [Date.UTC(2024, 0, 1) / 1000, Date.UTC(2024, 0, 2) / 1000];
    expect(chart(2, 'bars')).toEqual({ data: [days, [5, 3]], labels: null, isTime: true });
    expect(chart(1, 'points')).toEqual({
      data: [
        [3, 5],
        [3, 5],
      ],
      labels: null,
      isTime: false,
    });
    expect(chart(1, 'bars').labels).toEqual(['3', '5', 'NULL']);
  });
});
