import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { IdFilter, type SegmentIds, utf8Key } from '../../../src/segment/index.ts';

interface Source {
  readonly ids: SegmentIds;
  readonly hashes: readonly number[];
}

function sourceOf(texts: readonly string[]): Source {
  const bytes = texts.map((text) => Buffer.from(text));
  const offsets = new Uint32Array(texts.length + 1);
  for (const [i, text] of bytes.entries()) offsets[i + 1] = offsets[i] + text.length;
  const hashes = texts.map((text) => utf8Key(text).hash);
  return { ids: { bytes: Buffer.concat(bytes), offsets }, hashes };
}

function numbered(count: number, from: number): string[] {
  return Array.from({ length: count }, (_, i) => `order-${from + i}`);
}

/** As many misses as it takes until another id does not pass, at most `limit`. */
function missesUntilComplete(filter: IdFilter, all: readonly Source[], limit: number): number {
  const another = utf8Key('another').hash;
  const ids = all.map(({ ids }) => ids);
  let misses = 0;
  for (; filter.mayContain(another) && misses < limit; misses++) filter.countMiss(ids);
  return misses;
}

function passed(filter: IdFilter, texts: readonly string[]): number {
  return texts.filter((text) => filter.mayContain(utf8Key(text).hash)).length;
}

describe('a filter of ids', () => {
  const source = fc.oneof(
    fc.array(fc.oneof(fc.string({ unit: 'binary' }), fc.constant('')), { maxLength: 30 }),
    fc.record({ count: fc.nat(900), from: fc.nat(5_000) }).map(({ count, from }) => numbered(count, from)),
  );
  const step = fc.oneof(
    source.map((texts) => ({ kind: 'add' as const, texts })),
    fc.record({
      kind: fc.constant('merge' as const),
      from: fc.nat(5),
      count: fc.integer({ min: 1, max: 4 }),
    }),
    fc.record({ kind: fc.constant('misses' as const), count: fc.nat(200) }),
  );

  it('lets every id of the segments pass, whenever it is asked, over merges', () => {
    const property = fc.property(
      fc.array(step, { maxLength: 25 }),
      fc.constantFrom(1, 2),
      (steps, growth) => {
        const filter = new IdFilter(growth);
        let all: readonly Source[] = [];
        for (const step of steps) {
          if (step.kind === 'add') {
            all = [...all, sourceOf(step.texts)];
            filter.add(all[all.length - 1].ids);
          } else if (step.kind === 'merge') {
            const sources = all.slice(step.from, step.from + step.count);
            if (sources.length === 0) continue;
            const hashes = sources.flatMap(({ hashes }) => hashes);
            const parts = sources.map(({ ids }) => Buffer.from(ids.bytes));
            const merged = { ids: joined(sources, Buffer.concat(parts)), hashes };
            all = [...all.slice(0, step.from), merged, ...all.slice(step.from + step.count)];
            filter.merge(
              sources.map(({ ids }) => ids),
              merged.ids,
            );
          } else for (let i = 0; i < step.count; i++) filter.countMiss(all.map(({ ids }) => ids));
          const lost = all.flatMap(({ hashes }) => hashes).filter((hash) => !filter.mayContain(hash));
          expect(lost).toEqual([]);
        }
      },
    );
    fc.assert(property, { numRuns: 40 });
  });

  it('lets all ids pass until a part of the documents was asked for in vain, then few', () => {
    for (const count of [1, 100, 5_000]) {
      const filter = new IdFilter();
      const misses = missesUntilComplete(filter, [sourceOf(numbered(count, 0))], count + 10);
      expect(misses).toBeGreaterThanOrEqual(Math.ceil(count / 16));
      expect(misses).toBeLessThanOrEqual(Math.ceil(count / 16) + Math.ceil(count / 256) + 1);
      expect(passed(filter, numbered(10_000, count))).toBeLessThan(400);
    }
  });

  it('takes what is new at once, nothing again for a merge, and all again when it is full', () => {
    const filter = new IdFilter(2);
    const [a, b, c] = [0, 1, 4].map((i) => sourceOf(numbered(i === 4 ? 30_000 : 2_560, i * 2_560)));
    missesUntilComplete(filter, [a], 1_000);
    filter.add(b.ids);
    expect(missesUntilComplete(filter, [a, b], 1_000)).toBe(10 + 1);
    const merged = sourceOf(numbered(5_120, 0));
    filter.merge([a.ids, b.ids], merged.ids);
    expect(missesUntilComplete(filter, [merged], 1_000)).toBe(0);
    const d = sourceOf(numbered(256, 90_000));
    filter.add(d.ids);
    const all = sourceOf([...numbered(5_120, 0), ...numbered(256, 90_000)]);
    filter.merge([merged.ids, d.ids], all.ids);
    missesUntilComplete(filter, [all], 1_000);
    expect(passed(filter, numbered(256, 90_000))).toBe(256);
    filter.add(c.ids);
    expect(missesUntilComplete(filter, [all, c], 1_000)).toBeGreaterThanOrEqual(21 + 117);
    expect(passed(filter, numbered(10_000, 100_000))).toBeLessThan(400);
  });

  it('of no documents lets nothing pass', () => {
    const filter = new IdFilter();
    const none = sourceOf([]);
    expect(missesUntilComplete(filter, [none], 10)).toBeLessThan(4);
  });
});

function joined(sources: readonly Source[], bytes: Uint8Array): SegmentIds {
  const offsets = [0];
  for (const { ids } of sources) {
    const start = offsets[offsets.length - 1];
    for (let i = 1; i < ids.offsets.length; i++) offsets.push(start + ids.offsets[i]);
  }
  return { bytes, offsets: new Uint32Array(offsets) };
}
