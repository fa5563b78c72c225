import { describe, expect, it } from 'vitest';
import { SeededRandom } from '../../../src/common/index.ts';

const draw = (seed: number, count: number): number[] => {
  const random = new SeededRandom(seed);
  return Array.from({ length: count }, () => random.next());
};

describe('seeded randomness', () => {
  it('repeats for the same seed only', () => {
    expect(draw(1, 100)).toEqual(draw(1, 100));
    expect(draw(1, 100)).not.toEqual(draw(2, 100));
  });

  it('is uniform and has no short period', () => {
    const numbers = draw(3, 200_000);
    expect(new Set(numbers).size).toBeGreaterThan(199_900);
    const tenths = new Array<number>(10).fill(0);
    for (const number of numbers) tenths[Math.floor(number * 10)]++;
    for (const count of tenths) expect(Math.abs(count - 20_000)).toBeLessThan(700);
  });
});
