import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { atOnce, FixedBitSet, type JsonObject } from '../../../src/common/index.ts';
import { filterSource } from '../../../src/search/fetch/sourceFilter.ts';
import { bestPassages } from '../../../src/search/highlight/passages.ts';
import { topPositions, topScores } from '../../../src/search/query/topPositions.ts';
import { firstOfColumn } from '../../../src/search/sort/firstOfColumn.ts';

const values = fc.array(fc.integer({ min: 0, max: 5 }), { maxLength: 60 });

describe('the best of many', () => {
  it('are the first of a stable sort by all keys', () => {
    fc.assert(
      fc.property(values, values, fc.nat(20), (a, b, limit) => {
        const count = Math.min(a.length, b.length);
        const keys = [Float64Array.from(a.slice(0, count)), Float64Array.from(b.slice(0, count))];
        const expected = Array.from({ length: count }, (_, i) => i)
          .sort((x, y) => a[x] - a[y] || b[x] - b[y] || x - y)
          .slice(0, limit);
        expect([...topPositions(count, limit, keys)]).toEqual(expected);
      }),
    );
  });

  it('by score: the highest first, equals in order of arrival', () => {
    fc.assert(
      fc.property(values, fc.nat(20), (scores, limit) => {
        const expected = scores
          .map((_, i) => i)
          .sort((x, y) => scores[y] - scores[x] || x - y)
          .slice(0, limit);
        expect([...topScores(Float32Array.from(scores), limit)]).toEqual(expected);
      }),
    );
  });
});

describe('the first documents of a column', () => {
  const columns = fc
    .tuple(fc.integer({ min: 0, max: 400 }), fc.integer({ min: 1, max: 5000 }))
    .chain(([seed, distinct]) =>
      fc.constant(Float64Array.from({ length: 2100 }, (_, i) => (i * 7919 + seed * i * i) % distinct)),
    );

  it('are among those that the bounds of its blocks leave, in both directions', () => {
    fc.assert(
      fc.property(
        columns,
        fc.constantFrom<1 | -1>(1, -1),
        fc.integer({ min: 1, max: 8 }),
        fc.constantFrom(0, 2, 3, 700),
        (values, sign, limit, leftOut) => {
          const within = FixedBitSet.full(values.length);
          if (leftOut > 0) for (let doc = 0; doc < values.length; doc += leftOut) within.remove(doc);
          const asked = within.toArray();
          const keys = Float64Array.from(asked, (doc) => sign * values[doc]);
          const expected = topPositions(asked.length, limit, [keys]);
          const docs = firstOfColumn(values, sign, limit, leftOut === 0 ? null : within) as Uint32Array;
          expect([...docs]).toEqual([...docs].filter((doc) => within.has(doc)).sort((a, b) => a - b));
          const left = Float64Array.from(docs, (doc) => sign * values[doc]);
          expect(Array.from(topPositions(docs.length, limit, [left]), (at) => docs[at])).toEqual(
            Array.from(expected, (at) => asked[at]),
          );
          const last = keys[expected[limit - 1]];
          expect(keys.filter((key) => key <= last).length).toBe(left.filter((key) => key <= last).length);
        },
      ),
    );
  });

  it('are not told where more are wanted than there are blocks', () => {
    expect(firstOfColumn(new Float64Array(2100), 1, 9, null)).toBeNull();
  });
});

describe('source filters', () => {
  const source: JsonObject = { a: 1, o: { x: 1, y: { z: 2 } }, l: [{ x: 1, y: 2 }, { y: 3 }, 4], e: {} };

  it.each([
    [['a'], [], { a: 1 }],
    [['o'], [], { o: { x: 1, y: { z: 2 } } }],
    [['o.*'], [], { o: { x: 1, y: { z: 2 } } }],
    [['o.y.z'], [], { o: { y: { z: 2 } } }],
    [['l.x'], [], { l: [{ x: 1 }] }],
    [['*.y'], [], { o: { y: { z: 2 } }, l: [{ y: 2 }, { y: 3 }] }],
    [[], ['o', 'l', 'e'], { a: 1 }],
    [[], ['*.y', 'l'], { a: 1, o: { x: 1 }, e: {} }],
    [['o'], ['o.y'], { o: { x: 1 } }],
    [['nope'], [], {}],
  ])('includes %j, excludes %j', (includes, excludes, expected) => {
    expect(filterSource(source, { enabled: true, includes, excludes })).toEqual(expected);
  });
});

describe('passages', () => {
  it('are sentences around the matches, the best ones in order', () => {
    const text = 'One tide. Two is far away from it. Three tide tide here. Four tide.';
    const matches = [...text.matchAll(/tide/g)].map(({ index }) => ({
      start: index,
      end: index + 4,
      term: 'tide',
      total: 5,
    }));
    const whole = { values: [text], starts: [0], length: text.length };
    const found = bestPassages(whole, matches, {
      fragmentSize: 20,
      numberOfFragments: 2,
      boundaryScanner: 'sentence',
      order: 'none',
      wholeValues: false,
    });
    const passages = atOnce(found);
    expect(passages.map(({ start, end }) => text.slice(start, end).trim())).toEqual([
      'One tide.',
      'Three tide tide here.',
    ]);
  });
});
