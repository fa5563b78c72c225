import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  type Chart,
  type ChartKind,
  chartOf,
  firstChoice,
  SLICE_ROWS,
} from '../../../../src/console/app/sql/chart/chartData.ts';
import { boundsOf, drawnOf, type Frame } from '../../../../src/console/app/sql/chart/drawn.ts';

const MANY = 100_000;

function finished<T>(work: Iterator<unknown, T>): T {
  let step = work.next();
  while (!step.done) step = work.next();
  return step.value;
}

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
    const chart = (x: number, kind: 'bars' | 'points') => {
      const made = finished(chartOf(columns, rows, { kind, x, ys: [1] }));
      const words = made.word && Array.from(made.x, made.word);
      return { x: [...made.x], y: [...made.ys[0]], words, isTime: made.isTime };
    };
    expect(chart(0, 'bars')).toEqual({
      x: [0, 1, 2],
      y: [3, 5, Number.NaN],
      words: ['Drama', 'NULL', 'War'],
      isTime: false,
    });
    const days = [Date.UTC(2024, 0, 1) / 1000, Date.UTC(2024, 0, 2) / 1000];
    expect(chart(2, 'bars')).toEqual({ x: days, y: [5, 3], words: null, isTime: true });
    expect(chart(1, 'points')).toEqual({ x: [3, 5], y: [3, 5], words: null, isTime: false });
    expect(chart(1, 'bars').words).toEqual(['3', '5', 'NULL']);
  });

  it('reads few rows at a time', () => {
    let read = 0;
    const many = Array.from({ length: MANY }, (_, i) => [`w${i}`, i % 997, new Date(i * 1e7).toISOString()]);
    const counted = new Proxy(many, {
      get(of, key) {
        if (typeof key === 'string' && /^\d+$/.test(key)) read++;
        return Reflect.get(of, key);
      },
    });
    const work = chartOf(columns, counted, { kind: 'lines', x: 2, ys: [1] });
    let most = 0;
    for (let step = work.next(); !step.done; step = work.next()) {
      most = Math.max(most, read);
      read = 0;
    }
    expect(most).toBe(SLICE_ROWS);
  });
});

describe('what is drawn of many rows', () => {
  const frame = (chart: Chart, part: Partial<Frame> = {}): Frame => {
    const [min, max] = [chart.x[0], chart.x[chart.x.length - 1]];
    return { min, max, widthPx: 800, heightPx: 300, ...part };
  };
  const chart = (values: readonly number[], x: (i: number) => number = (i) => i): Chart => ({
    x: Float64Array.from(values, (_, i) => x(i)),
    ys: [Float64Array.from(values)],
    word: null,
    isTime: false,
  });
  const cloud = chart(Array.from({ length: MANY }, (_, i) => (i * 7919) % 10_007));

  it.each([
    ['bars', 800 / 3],
    ['lines', 4 * 801],
    ['points', 202 * 76],
  ] as const)('%s of 100,000 rows are never more than their pixels can show', (kind: ChartKind, most) => {
    const { x, ys } = drawnOf(cloud, kind, frame(cloud));
    expect(x.length).toBeLessThanOrEqual(most);
    expect(x.length).toBeGreaterThan(200);
    expect(ys[0].length).toBe(x.length);
  });

  it.each(['bars', 'lines', 'points'] as const)('%s that are few are all drawn, as they are', (kind) => {
    const few = chart([3, Number.NaN, 5]);
    expect(drawnOf(few, kind, frame(few))).toEqual({
      x: kind === 'points' ? [0, 2] : [0, 1, 2],
      ys: [kind === 'points' ? [3, 5] : [3, null, 5]],
      groups: null,
    });
  });

  it('a part of the rows is drawn from those within it', () => {
    const { x, groups } = drawnOf(cloud, 'bars', frame(cloud, { min: 500.5, max: 600.5 }));
    expect([x[0], x.at(-1), groups]).toEqual([500, 601, null]);
    expect(drawnOf(cloud, 'lines', frame(cloud, { min: 500, max: 900 })).x).toHaveLength(403);
  });

  const anyValues = fc.array(fc.oneof(fc.integer({ min: -50, max: 50 }), fc.constant(Number.NaN)), {
    minLength: 1,
    maxLength: 400,
  });

  it('lines keep the least and the greatest of every column of pixels, with their own values', () => {
    fc.assert(
      fc.property(anyValues, (values) => {
        const some = chart(values);
        const small = { ...frame(some), max: values.length, widthPx: 10 };
        const { x, ys } = drawnOf(some, 'lines', small);
        for (const [i, place] of x.entries()) expect(ys[0][i] ?? Number.NaN).toBe(values[place]);
        for (let column = 0; column < 10; column++) {
          const [from, to] = [column, column + 1].map((edge) => Math.ceil((edge * values.length) / 10));
          const kept = ys[0].filter((value, i) => value !== null && x[i] >= from && x[i] < to) as number[];
          const bounds = kept.length === 0 ? null : [Math.min(...kept), Math.max(...kept)];
          expect(bounds).toEqual(boundsOf(some.ys[0], [from, to]));
        }
      }),
    );
  });

  it('bars are the means of groups that hold every row once', () => {
    fc.assert(
      fc.property(anyValues, (values) => {
        const some = chart(values);
        const { ys, groups } = drawnOf(some, 'bars', { ...frame(some), max: values.length, widthPx: 30 });
        const drawn = groups ?? values.map((_, i) => [i, i + 1] as const);
        expect(drawn.flatMap(([from, to]) => values.slice(from, to))).toEqual(values);
        for (const [i, [from, to]] of drawn.entries()) {
          const own = values.slice(from, to).filter((value) => !Number.isNaN(value));
          const mean = own.reduce((sum, value) => sum + value, 0) / own.length;
          if (own.length === 0) expect(ys[0][i]).toBe(null);
          else expect(ys[0][i]).toBeCloseTo(mean, 9);
        }
      }),
    );
  });

  it('points leave out only what others cover', () => {
    const twice = chart([1, 1, 9, 1], (i) => (i < 2 ? 0 : i));
    expect(drawnOf(twice, 'points', frame(twice)).x).toEqual([0, 2, 3]);
  });
});
