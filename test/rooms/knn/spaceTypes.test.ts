import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { float32ToNumber } from '../../../src/common/index.ts';
import { exactNearest } from '../../../src/knn/flatGraph.ts';
import { scoreVectors, spaceTypes } from '../../../src/knn/index.ts';
import { hammingScore } from '../../../src/knn/spaceTypes.ts';
import { vectorsOf } from './support.ts';

const query = Float32Array.of(1, 2);
const rows = [
  [1, 2],
  [3, 4],
  [-1, -2],
  [0.5, -0.5],
  [2, 4],
];
const vectors = vectorsOf(rows);
const docs = Uint32Array.from(rows.keys());

/** Recorded from the original: query [1,2] against the five rows above. */
const approximate = `
  nmslib l2            1.0  0.11111111  0.04761905  0.13333334  0.16666667
  lucene l2            1.0  0.11111111  0.04761905  0.13333334  0.16666667
  nmslib cosinesimil   1.0  0.984126    0.33333334  0.43173644  1.0
  nmslib l1            1.0  0.2         0.14285715  0.25        0.25
  nmslib linf          1.0  0.33333334  0.2         0.2857143   0.33333334
  nmslib innerproduct  6    12          0.16666667  0.6666667   11
`;
const script = `
  l2            1.0  0.11111111  0.04761905  0.13333334  0.16666667
  cosinesimil   2.0  1.9838699   0.0         0.6837722   2.0
  l1            1.0  0.2         0.14285715  0.25        0.25
  linf          1.0  0.33333334  0.2         0.2857143   0.33333334
  innerproduct  6    12          0.16666667  0.6666667   11
`;

const lines = (table: string) =>
  table
    .trim()
    .split('\n')
    .map((line) => line.trim().split(/\s+/));

describe('scores', () => {
  it.each(lines(approximate))('%s %s: approximate search', (engine, name, ...recorded) => {
    const space = spaceTypes.get(name);
    if (!space) throw new Error(name);
    const prepared = space.prepare(query);
    const scores = rows.map((_, i) =>
      space.score(space.distance(prepared, vectors.values, 2 * i), engine as 'nmslib' | 'lucene'),
    );
    // The recorded cosine has the rounding of its library's SIMD code.
    for (const [i, score] of scores.entries()) {
      expect(Math.abs(score / Number(recorded[i]) - 1), `row ${i}: ${score}`).toBeLessThan(1e-6);
    }
  });

  it.each(lines(script))('%s: knn_score', (name, ...recorded) => {
    const space = spaceTypes.get(name);
    if (!space) throw new Error(name);
    const scores = Array.from(scoreVectors(space, query, vectors, docs), float32ToNumber);
    expect(scores).toEqual(recorded.map(Number));
  });

  it('gives 0 to documents without a vector', () => {
    const sparse = vectorsOf([[1, 2]], [3]);
    const l2 = spaceTypes.get('l2');
    if (!l2) throw new Error('l2');
    expect([...scoreVectors(l2, query, sparse, Uint32Array.of(1, 3, 7))]).toEqual([0, 1, 0]);
  });

  it('counts differing bits of hamming operands of any length', () => {
    expect(hammingScore(Uint8Array.of(0b1011), Uint8Array.of(0b0001))).toBe(Math.fround(1 / 3));
    expect(hammingScore(Uint8Array.of(1), Uint8Array.of(0xff, 1))).toBe(Math.fround(1 / 9));
    expect(hammingScore(Uint8Array.of(), Uint8Array.of())).toBe(1);
  });
});

describe('exact search', () => {
  const element = fc.float({ min: -100, max: 100, noNaN: true });

  it('finds the same as sorting all distances, ties to the lower number', () => {
    const input = fc.tuple(
      fc.constantFrom(...spaceTypes.keys()),
      fc.array(fc.tuple(element, element, element), { minLength: 1, maxLength: 60 }),
      fc.tuple(element, element, element),
      fc.integer({ min: 1, max: 70 }),
    );
    fc.assert(
      fc.property(input, ([name, points, center, k]) => {
        const space = spaceTypes.get(name);
        if (!space) throw new Error(name);
        const column = vectorsOf(points);
        const target = Float32Array.from(center);
        const prepared = space.prepare(target);
        const sorted = points
          .map((_, ord) => ({ ord, distance: space.distance(prepared, column.values, 3 * ord) }))
          .sort((a, b) => a.distance - b.distance || a.ord - b.ord)
          .slice(0, k)
          .map(({ ord }) => ord)
          .sort((a, b) => a - b);
        expect([...exactNearest(space, target, column, k, null)]).toEqual(sorted);
      }),
    );
  });
});
