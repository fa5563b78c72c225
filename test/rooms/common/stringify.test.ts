import fc from 'fast-check';
import { expect, it } from 'vitest';
import { JsonDouble, RawJson, stringifyInTurns, stringifyJson } from '../../../src/common/index.ts';
import { turnsDuring } from '../../support/turns.ts';

it('writes the same text with and without yielding', async () => {
  const leaf = fc.oneof(
    fc.string(),
    fc.double(),
    fc.bigInt(),
    fc.constantFrom(null, true, undefined, new JsonDouble(1), new RawJson('{"raw": 1}')),
  );
  const value = fc.letrec((tie) => ({
    value: fc.oneof({ maxDepth: 4 }, leaf, fc.array(tie('value')), fc.dictionary(fc.string(), tie('value'))),
  })).value;
  await fc.assert(
    fc.asyncProperty(value, async (json) => {
      expect(await stringifyInTurns(json)).toBe(stringifyJson(json));
    }),
  );
});

it('yields while it writes a wide object, but not for a small one', async () => {
  const wide = Object.fromEntries(Array.from({ length: 20_000 }, (_, i) => [`field_${i}`, { type: 'long' }]));
  expect(await turnsDuring(() => stringifyInTurns({ mapping: { properties: wide } }))).toBeGreaterThan(3);
  expect(await turnsDuring(() => stringifyInTurns({ a: { type: 'long' } }))).toBe(0);
});
