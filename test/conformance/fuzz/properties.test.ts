import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

describe('a property that fails', () => {
  const small = fc.property(fc.nat(), (value) => value < 5);

  it('ends with the line that tries the same values again', () => {
    const replay = 'replay: PROPERTY_SEED=7 npx vitest run test/conformance/fuzz/properties.test.ts';
    expect(() => fc.assert(small, { seed: 7 })).toThrow(replay);
  });

  it('does so too when it waits for something', async () => {
    const later = fc.asyncProperty(fc.nat(), async (value) => value < 5);
    await expect(fc.assert(later, { seed: 8 })).rejects.toThrow('PROPERTY_SEED=8 npx vitest');
  });
});
