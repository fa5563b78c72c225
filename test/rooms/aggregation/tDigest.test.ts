import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Centroids } from '../../../src/aggregation/metric/centroids.ts';
import { TDigest } from '../../../src/aggregation/metric/tDigest.ts';
import { SeededRandom } from '../../../src/common/index.ts';

/** Every centroid with what is before it, by walking. */
function walk(centroids: Centroids): { mean: number; count: number; before: number }[] {
  const found = [];
  for (let more = centroids.first(); more; more = centroids.next()) {
    found.push({ mean: centroids.mean, count: centroids.count, before: centroids.countBefore() });
  }
  return found;
}

describe('centroids', () => {
  it('stay in order, and know what is before them', () => {
    const step = fc.record({ mean: fc.nat(40), count: fc.integer({ min: 1, max: 9 }), moves: fc.boolean() });
    fc.assert(
      fc.property(fc.array(step, { minLength: 1, maxLength: 400 }), (steps) => {
        const centroids = new Centroids();
        const oracle: { mean: number; count: number }[] = [];
        for (const { mean, count, moves } of steps) {
          if (moves && oracle.length > 0) {
            centroids.seekNearest(mean);
            const old = oracle.findIndex(
              (one) => one.mean === centroids.mean && one.count === centroids.count,
            );
            oracle.splice(old, 1);
            centroids.update(mean, count);
          } else centroids.insert(mean, count);
          oracle.push({ mean, count });
        }
        const found = walk(centroids);
        const plain = (list: readonly { mean: number; count: number }[]) =>
          list.map(({ mean, count }) => `${mean}:${count}`).sort();
        expect(plain(found)).toEqual(plain(oracle));
        expect(centroids.size).toBe(oracle.length);
        let before = 0;
        for (const [i, one] of found.entries()) {
          expect(one.before).toBe(before);
          if (i > 0) expect(one.mean).toBeGreaterThanOrEqual(found[i - 1].mean);
          before += one.count;
        }
      }),
    );
  });

  it('are found by what is nearest to them', () => {
    fc.assert(
      fc.property(fc.array(fc.nat(1000), { minLength: 1, maxLength: 300 }), fc.nat(1000), (means, value) => {
        const centroids = new Centroids();
        for (const mean of means) centroids.insert(mean, 1);
        centroids.seekNearest(value);
        const least = Math.min(...means.map((mean) => Math.abs(mean - value)));
        expect(Math.abs(centroids.mean - value)).toBe(least);
        const { mean: own } = centroids;
        const before = means.filter((mean) => (own < value ? mean <= own : mean < own)).length;
        expect(centroids.countBefore()).toBe(own < value ? before - 1 : before);
        centroids.seekAmongEqual(centroids.mean, () => 0.999);
        expect(Math.abs(centroids.mean - value)).toBe(least);
      }),
    );
  });
});

describe('a t-digest', () => {
  const VALUES = 100_000;
  const shapes: readonly (readonly [string, (i: number) => number])[] = [
    ['ascending', (i) => i],
    ['descending', (i) => -i],
    ['equal', () => 7],
    ['of few kinds', (i) => i % 10],
  ];

  // Each look at one of many equal centroids draws a number.
  it.each(shapes)('takes values that are %s without looking through all centroids', (_, value) => {
    const random = new SeededRandom(1);
    let draws = 0;
    const digest = new TDigest(1000, () => {
      draws++;
      return random.next();
    });
    for (let i = 0; i < VALUES; i++) digest.add(value(i));
    expect(draws).toBeLessThan(140 * VALUES);
    expect(digest.total).toBe(VALUES);
    expect(digest.centroidCount).toBeLessThan(30_000);
  });

  it('tells quantiles and ranks nearly as they are', () => {
    const random = new SeededRandom(2);
    const digest = new TDigest(100, () => random.next());
    for (let i = 0; i < VALUES; i++) digest.add((i * 7919) % VALUES);
    for (const q of [0.001, 0.01, 0.25, 0.5, 0.9, 0.999]) {
      expect(Math.abs(digest.quantile(q) / VALUES - q)).toBeLessThan(0.005);
      expect(Math.abs(digest.cdf(q * VALUES) - q)).toBeLessThan(0.005);
    }
  });

  it('keeps one centroid where it may keep none', () => {
    const digest = new TDigest(0, () => 0.5);
    for (const value of [1, 2, 6]) digest.add(value);
    expect([digest.centroidCount, digest.quantile(0.5)]).toEqual([1, 3]);
  });
});
