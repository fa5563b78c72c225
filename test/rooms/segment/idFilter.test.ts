import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { IdFilter, utf8Key } from '../../../src/segment/index.ts';

function filterOf(ids: readonly string[]): IdFilter {
  const bytes = ids.map((id) => Buffer.from(id));
  const offsets = new Uint32Array(ids.length + 1);
  for (const [i, id] of bytes.entries()) offsets[i + 1] = offsets[i] + id.length;
  return new IdFilter({ bytes: Buffer.concat(bytes), offsets });
}

function passes(filter: IdFilter, id: string): boolean {
  return filter.mayContain(utf8Key(id).hash);
}

function numbered(count: number, from: number): string[] {
  return Array.from({ length: count }, (_, i) => `order-${from + i}`);
}

describe('a filter of ids', () => {
  it('lets every id of its segment pass, whenever it is asked', () => {
    const ids = fc.array(fc.oneof(fc.string({ unit: 'binary' }), fc.constant('')), { maxLength: 400 });
    const property = fc.property(ids, (ids) => {
      const filter = filterOf(ids);
      const hashes = ids.map((id) => utf8Key(id).hash);
      for (let misses = 0; misses < 40; misses++) {
        expect(hashes.filter((hash) => !filter.mayContain(hash))).toEqual([]);
        filter.countMiss();
      }
    });
    fc.assert(property, { numRuns: 20 });
  });

  it('lets all ids pass until a part of the documents was asked for in vain, then few', () => {
    for (const count of [1, 100, 5_000]) {
      const filter = filterOf(numbered(count, 0));
      let misses = 0;
      for (; passes(filter, 'another') && misses < count; misses++) filter.countMiss();
      expect(misses).toBeGreaterThanOrEqual(Math.ceil(count / 16));
      expect(misses).toBeLessThanOrEqual(Math.ceil(count / 16) + Math.ceil(count / 64));
      const passed = numbered(10_000, count).filter((id) => passes(filter, id)).length;
      expect(passed).toBeLessThan(400);
    }
  });

  it('has no documents to make a filter of', () => {
    const filter = filterOf([]);
    filter.countMiss();
    expect(passes(filter, 'a')).toBe(false);
  });
});
