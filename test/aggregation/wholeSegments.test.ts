import fc from 'fast-check';
import { expect, it } from 'vitest';
import { type AggregationContext, parseAggregations } from '../../src/aggregation/index.ts';
import { inTurns, type JsonObject, ManualClock, Pacer } from '../../src/common/index.ts';
import { docSetOfArray, type LeafContext } from '../../src/query/index.ts';
import { contextOf, type Document, leavesOf, mapperOf } from './support.ts';

const mapper = mapperOf({ tag: 'keyword', many: 'keyword', n: 'integer', x: 'double', day: 'date' });

/** Searches of every kind of key; each has counts of whole segments, or not. */
const searches: readonly JsonObject[] = [
  { a: { terms: { field: 'tag' } } },
  { a: { terms: { field: 'tag', exclude: 'b', missing: 'none' } } },
  { a: { terms: { field: 'many' } } },
  { a: { terms: { field: 'n' } }, b: { histogram: { field: 'x', interval: 2.5, offset: 1 } } },
  { a: { histogram: { field: 'n', interval: 2, hard_bounds: { min: 2, max: 6 } } } },
  { a: { date_histogram: { field: 'day', calendar_interval: 'month', min_doc_count: 1 } } },
  { a: { date_histogram: { field: 'day', fixed_interval: '30d' } }, b: { terms: { field: 'tag' } } },
  { a: { composite: { sources: [{ t: { terms: { field: 'tag', missing_bucket: true } } }] } } },
  {
    a: {
      composite: {
        sources: [
          { d: { date_histogram: { field: 'day', calendar_interval: 'year', missing_bucket: true } } },
        ],
      },
    },
  },
];

const document = fc.record(
  {
    tag: fc.constantFrom('a', 'b', 'c'),
    many: fc.subarray(['x', 'y', 'z']),
    n: fc.integer({ min: 0, max: 9 }),
    x: fc.integer({ min: -20, max: 20 }).map((n) => n / 4),
    day: fc.integer({ min: 0, max: 900 }).map((day) => new Date(day * 86_400_000).toISOString()),
  },
  { requiredKeys: ['n', 'x', 'day'] },
);

async function answer(
  leaves: readonly LeafContext[],
  matches: readonly boolean[],
  aggs: JsonObject,
  options: Partial<AggregationContext> = {},
): Promise<JsonObject> {
  const builders = parseAggregations(aggs);
  const aggregator = builders.createShardAggregator({ ...contextOf(mapper, leaves, 0), ...options });
  for (const leaf of leaves) {
    const docs = Uint32Array.from({ length: leaf.reader.maxDoc }, (_, doc) => doc);
    const matching = docs.filter((doc) => matches[(leaf.docBase + doc) % matches.length]);
    await aggregator.collect(leaf, docSetOfArray(matching), null);
  }
  const reduction = builders.reduce([await aggregator.result()], { typedKeys: false });
  return inTurns(reduction, new Pacer(new ManualClock()), 1);
}

it('counts a segment by its few other documents as by those that match', async () => {
  const segment = fc.array(document, { minLength: 30, maxLength: 45 });
  const matching = fc.array(fc.oneof({ weight: 5, arbitrary: fc.constant(true) }, fc.boolean()), {
    minLength: 1,
    maxLength: 25,
  });
  await fc.assert(
    fc.asyncProperty(
      fc.array(segment, { minLength: 1, maxLength: 3 }),
      fc.array(matching, { minLength: 3, maxLength: 3 }),
      fc.constantFrom(...searches),
      async (segments, sets, aggs) => {
        const leaves = await leavesOf(mapper, segments as Document[][]);
        // Measured aggregations see every document. Buckets are kept from the second search on.
        for (const set of sets)
          expect(await answer(leaves, set, aggs)).toEqual(
            await answer(leaves, set, aggs, { nanoTime: () => 0n }),
          );
      },
    ),
    { numRuns: 60 },
  );
});

it('looks at the few other documents only', async () => {
  const documents = Array.from({ length: 5000 }, (_, i) => ({ n: i % 10 }));
  const leaves = await leavesOf(mapper, [documents]);
  const aggs = { a: { terms: { field: 'n', size: 3 } } };
  let blocks = 0;
  const search = (isMatch: (doc: number) => boolean) =>
    answer(
      leaves,
      Array.from(documents, (_, doc) => isMatch(doc)),
      aggs,
      { checkCancelled: () => void blocks++ },
    );
  expect(await search((doc) => doc % 100 !== 0)).toMatchObject({
    a: { sum_other_doc_count: 3450, buckets: [{ key: 1, doc_count: 500 }, {}, {}] },
  });
  expect(blocks).toBe(1);
  await search((doc) => doc % 100 < 40);
  expect(blocks).toBe(1 + Math.ceil(2000 / 1024));
});
