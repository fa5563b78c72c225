import { isDeepStrictEqual } from 'node:util';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isSameData } from './sameData.ts';

const holed = new Array(1);
const cyclic: Record<string, unknown> = {};
cyclic.self = cyclic;

describe('what the tests take for the same without a closer look', () => {
  it('is the same, of any two values', () => {
    const values = fc.anything({
      withSparseArray: true,
      withNullPrototype: true,
      withMap: true,
      withDate: true,
    });
    fc.assert(
      fc.property(values, values, (a, b) => {
        expect(isSameData(a, a)).toBe(true);
        if (isSameData(a, b)) expect(isDeepStrictEqual(a, b)).toBe(true);
      }),
    );
  });

  it('is every JSON value and its copy', () => {
    fc.assert(
      fc.property(fc.jsonValue({ noUnicodeString: false }), (value) => {
        expect(isSameData(value, structuredClone(value))).toBe(true);
      }),
    );
  });

  it.each([
    [{ a: 1 }, { a: 2 }],
    [{ a: 1 }, { b: 1 }],
    [{ a: undefined }, {}],
    [[1, 2], [1]],
    [[undefined], holed],
    [[], {}],
    [0, -0],
    [new Map(), new Map([[1, 2]])],
    [new Date(1), new Date(2)],
    [
      { a: 1, [Symbol.for('b')]: 1 },
      { a: 1, [Symbol.for('b')]: 2 },
    ],
    [cyclic, { self: cyclic.self, more: 1 }],
    [{ a: 1 }, { a: expect.any(Number) }],
  ])('is not %o and %o', (a, b) => {
    expect(isSameData(a, b)).toBe(false);
  });

  it('leaves what differs to the runner', () => {
    expect(() => expect({ a: [1, { b: 2 }] }).toEqual({ a: [1, { b: 3 }] })).toThrow();
    expect(() => expect([new Map([[1, 2]])]).toEqual([new Map([[1, 3]])])).toThrow();
    expect({ a: 1, b: undefined }).toEqual({ a: expect.any(Number) });
  });
});
