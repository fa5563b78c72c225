import { describe, expect, it } from 'vitest';
import { quantize } from '../../../src/mapper/geo.ts';
import { arcDistance } from '../../../src/query/geo/distance.ts';
import { arcSine, cosine } from '../../../src/query/geo/sloppyMath.ts';

describe('tabled functions of angles', () => {
  it('are close to the exact ones everywhere, and exact at the zeros', () => {
    for (let i = -1000; i <= 1000; i++) {
      expect(Math.abs(cosine(i / 100) - Math.cos(i / 100))).toBeLessThan(1e-14);
      const x = Math.abs(i) / 1000;
      expect(Math.abs(arcSine(x) - Math.asin(x))).toBeLessThan(1e-12);
    }
    expect([cosine(Math.PI / 2) < 1e-16, cosine(0), arcSine(0), arcSine(1)]).toEqual([
      true,
      1,
      0,
      Math.PI / 2,
    ]);
    expect([cosine(1e12), arcSine(2)]).toEqual([Math.cos(1e12), Number.NaN]);
  });

  // What the original sorts orders by: their distances from a point, in metres.
  it.each([
    [10.9771, -3.4624, 1262826.7428425907],
    [2.7163, -10.9682, 1453765.473671931],
    [-12.067, 8.8776, 1639508.8996898006],
    [5.4989, -12.3877, 1673366.7445597397],
  ])('[%d, %d] is %d away', (lat, lon, metres) => {
    const point = quantize({ lat, lon });
    expect(arcDistance(1, 2, point.lat, point.lon)).toBe(metres);
  });
});
