import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { float32ToNumber } from '../../../src/common/index.ts';

/** By texts alone. */
function shortest(single: number): number {
  for (let digits = 6; digits <= 9; digits++) {
    const candidate = Number(single.toPrecision(digits));
    if (Math.fround(candidate) === single) return candidate;
  }
  return single;
}

describe('the number that a float prints as', () => {
  it('is the shortest decimal that rounds to it', () => {
    fc.assert(
      fc.property(fc.float({ noNaN: true, noDefaultInfinity: true }), (single) => {
        if (Number.isInteger(single) && Math.abs(single) <= 2 ** 24) return;
        expect(float32ToNumber(single)).toBe(shortest(single));
      }),
      { numRuns: 20_000 },
    );
  });

  it('is the same for floats of the size of scores, and next to powers of ten', () => {
    const bits = new Uint32Array(1);
    const float = new Float32Array(bits.buffer);
    for (let power = -9; power <= 8; power++) {
      float[0] = 10 ** power;
      const middle = bits[0];
      for (let step = -300; step <= 300; step++) {
        bits[0] = middle + step * (1 + (step & 7) * 977);
        const single = float[0];
        if (Number.isInteger(single) && Math.abs(single) <= 2 ** 24) continue;
        expect(float32ToNumber(single)).toBe(shortest(single));
      }
    }
  });
});
