import fc from 'fast-check';
import { expect, it, vi } from 'vitest';
import { type AggregationContext, parseAggregations } from '../../../src/aggregation/index.ts';
import { CompensatedSums } from '../../../src/aggregation/metric/compensatedSums.ts';
import {
  FixedBitSet,
  inTurns,
  type JsonObject,
  ManualClock,
  Pacer,
  plainNumbers,
} from '../../../src/common/index.ts';
import { docSetOfArray, docSetOfBits, type LeafContext } from '../../../src/query/index.ts';
import { contextOf, type Document, leavesOf, mapperOf } from './support.ts';

const mapper = mapperOf({
  id: 'keyword',
  tag: 'keyword',
  many: 'keyword',
  n: 'integer',
  x: 'double',
  day: 'date',
});

/** Searches of every kind of key; each has counts of whole segments, or not. */
const searches: readonly JsonObject[] = [
  { a: { terms: { field: 'tag' } } },
  { a: { terms: { field: 'tag', exclude: 'b', missing: 'none' } } },
  { a: { terms: { field: 'many' } } },
  { a: { terms: { field: 'n' } }, b: { histogram: { field: 'x', interval: 2.5, offset: 1 } } },
  { a: { histogram: { field: 'n', interval: 2, hard_bounds: { min: 2, max: 6 } } } },
  { a: { date_histogram: { field: 'day', calendar_interval: 'month', min_doc_count: 1 } } },
  { a: { date_histogram: { field: 'day', fixed_interval: '30d' } }, b: { terms: { field: 'tag' } } },
  {
    a: {
      terms: { field: 'tag' },
      aggs: { x: { avg: { field: 'x' } }, l: { min: { field: 'n' } }, m: { max: { field: 'x' } } },
    },
    b: { histogram: { field: 'n', interval: 3 }, aggs: { y: { terms: { field: 'tag' } } } },
    c: { terms: { field: 'n' } },
  },
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
  return reduced(builders, aggregator);
}

async function reduced(
  builders: ReturnType<typeof parseAggregations>,
  aggregator: ReturnType<typeof builders.createShardAggregator>,
): Promise<JsonObject> {
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

/** With several values a document, so that blocks are passed on in steps. */
const nested: readonly JsonObject[] = [
  {
    a: {
      composite: {
        size: 5,
        sources: [
          { m: { terms: { field: 'many' } } },
          { t: { terms: { field: 'tag', missing_bucket: true } } },
        ],
      },
      aggs: { x: { stats: { field: 'x' } }, l: { max: { field: 'n' } } },
    },
  },
  {
    a: {
      terms: { field: 'many' },
      aggs: { b: { histogram: { field: 'n', interval: 2 }, aggs: { m: { terms: { field: 'many' } } } } },
    },
  },
  {
    a: {
      filters: { filters: { x: { term: { many: 'x' } }, y: { term: { many: 'y' } } } },
      aggs: searches[2],
    },
  },
  { a: { adjacency_matrix: { filters: { x: { term: { many: 'x' } }, b: { term: { tag: 'b' } } } } } },
];

it('answers searches of the same segments at once as one after the other', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.array(document, { minLength: 20, maxLength: 40 }), { minLength: 1, maxLength: 2 }),
      fc.array(fc.constantFrom(...searches, ...nested), { minLength: 2, maxLength: 4 }),
      fc.array(fc.nat({ max: 3 }), { minLength: 1, maxLength: 20 }),
      async (segments, all, waits) => {
        const leaves = await leavesOf(mapper, segments as Document[][]);
        const alone: JsonObject[] = [];
        for (const aggs of all) alone.push(await answer(leaves, [true, true, false], aggs));
        let looks = 0;
        // The time slice ends after as many looks at the clock as the seed says.
        const clock = new ManualClock();
        const nanoTime = clock.nanoTime.bind(clock);
        clock.nanoTime = () => {
          if (waits[looks++ % waits.length] === 0) clock.advance(100);
          return nanoTime();
        };
        const together = all.map((aggs) =>
          answer(leaves, [true, true, false], aggs, { pacer: new Pacer(clock) }),
        );
        expect(await Promise.all(together)).toEqual(alone);
      },
    ),
    { numRuns: 60 },
  );
});

it('passes documents to metrics with their columns as in blocks', async () => {
  const documents = Array.from({ length: 3000 }, (_, i) => ({
    tag: `t${(i * i) % 41}`,
    ...(i % 500 === 77 ? {} : { some: `s${i % 7}` }),
    x: ((i * 7919) % 3001) / 7,
    n: (i * 31) % 60,
    day: new Date(((i * 37) % 400) * 86_400_000).toISOString(),
  }));
  const types = { tag: 'keyword', some: 'keyword', x: 'double', n: 'integer', day: 'date' };
  const leaves = await leavesOf(mapperOf(types), [documents, documents.slice(0, 100)]);
  const below = Object.fromEntries(
    ['sum', 'avg', 'min', 'max', 'stats', 'value_count'].flatMap((type) => [
      [`${type}_x`, { [type]: { field: 'x' } }],
      [`${type}_n`, { [type]: { field: 'n' } }],
    ]),
  );
  const groupings: readonly JsonObject[] = [
    { a: { terms: { field: 'tag', size: 50, order: { sum_x: 'desc' } }, aggs: below } },
    { a: { terms: { field: 'tag', exclude: 't1.*' }, aggs: below }, b: { terms: { field: 'n' } } },
    {
      a: { composite: { sources: [{ t: { terms: { field: 'tag', missing_bucket: true } } }] }, aggs: below },
    },
    { a: { date_histogram: { field: 'day', calendar_interval: 'month' }, aggs: below } },
    {
      a: {
        date_histogram: { field: 'day', calendar_interval: 'month', hard_bounds: { min: '1970-03-01' } },
        aggs: below,
      },
    },
    // In blocks: not every document has one key, or a metric that wants them.
    { a: { terms: { field: 'some' }, aggs: below } },
    { a: { terms: { field: 'tag' }, aggs: { ...below, e: { extended_stats: { field: 'x' } } } } },
  ];
  const builders = groupings.map((aggs) => parseAggregations(aggs));
  await fc.assert(
    fc.asyncProperty(
      fc.nat(groupings.length - 1),
      fc.integer({ min: 8, max: 200 }),
      async (grouping, gap) => {
        const collected = async (options: Partial<AggregationContext>): Promise<JsonObject> => {
          const aggregator = builders[grouping].createShardAggregator({
            ...contextOf(mapper, leaves, 0),
            ...options,
          });
          for (const leaf of leaves) {
            const bits = FixedBitSet.full(leaf.reader.maxDoc);
            // The last gap leaves every document in.
            if (gap < 200) for (let doc = gap - 1; doc < bits.length; doc += gap) bits.remove(doc);
            await aggregator.collect(leaf, docSetOfBits(bits), null);
          }
          return reduced(builders[grouping], aggregator);
        };
        expect(await collected({})).toEqual(await collected({ nanoTime: () => 0n }));
      },
    ),
    {
      numRuns: 60,
      examples: groupings.flatMap(
        (_, i) =>
          [
            [i, 9],
            [i, 9],
            [i, 200],
          ] as [number, number][],
      ),
    },
  );
});

it('finds extremes, whatever of the columns is left unread', async () => {
  const values = fc.array(fc.integer({ min: -50, max: 50 }), { minLength: 700, maxLength: 1500 });
  await fc.assert(
    fc.asyncProperty(values, fc.integer({ min: 1, max: 40 }), async (numbers, groups) => {
      const documents = numbers.map((x, i) => ({ tag: String((i * 7) % groups), x: x + (i % 300) / 8 }));
      const leaves = await leavesOf(mapper, [documents, documents.map(({ tag, x }) => ({ tag, x: -x }))]);
      const below = { low: { min: { field: 'x' } }, high: { max: { field: 'x' } } };
      const found = (await answer(leaves, [true, true, false], {
        tags: { terms: { field: 'tag', size: 50 }, aggs: below },
        ...below,
      })) as unknown as Record<'low' | 'high', { value: number }> & {
        readonly tags: { readonly buckets: readonly { key: string; low: { value: number } }[] };
      };
      const all = [...documents, ...documents.map(({ tag, x }) => ({ tag, x: -x }))];
      const matching = all.filter((_, doc) => doc % 3 !== 2);
      const extremes = (docs: typeof all) => ({
        low: { value: Math.min(...docs.map(({ x }) => x)) },
        high: { value: Math.max(...docs.map(({ x }) => x)) },
      });
      expect(plainNumbers(found as unknown as JsonObject)).toMatchObject(extremes(matching));
      for (const bucket of found.tags.buckets) {
        const docs = matching.filter(({ tag }) => tag === bucket.key);
        expect(plainNumbers(bucket as unknown as JsonObject)).toMatchObject(extremes(docs));
      }
    }),
    { numRuns: 15 },
  );
});

it('gives sub-aggregations the documents of answered buckets, whenever these are chosen', async () => {
  const subs = {
    mean: { avg: { field: 'x' } },
    top: { top_hits: { size: 2 } },
    n: { terms: { field: 'n' } },
  };
  const terms = fc.record({
    field: fc.constantFrom('many', 'n', 'x', 'id'),
    size: fc.constantFrom(1, 2),
    shard_size: fc.constantFrom(1, 2),
    min_doc_count: fc.constantFrom(0, 1, 2),
    order: fc.constantFrom<JsonObject>({ _count: 'desc' }, { _key: 'asc' }, { _key: 'desc' }),
  });
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.array(document, { minLength: 5, maxLength: 30 }), { minLength: 1, maxLength: 3 }),
      fc.array(fc.boolean(), { minLength: 2, maxLength: 9 }),
      terms,
      async (segments, set, given) => {
        const leaves = await leavesOf(
          mapper,
          segments.map((documents, s) => documents.map((doc, i) => ({ ...doc, id: `${s}-${i % 20}` }))),
        );
        const by = (mode: string): JsonObject => ({
          a: { terms: { ...given, collect_mode: mode }, aggs: subs },
        });
        expect(await answer(leaves, set, by('breadth_first'))).toEqual(
          await answer(leaves, set, by('depth_first')),
        );
      },
    ),
    { numRuns: 60 },
  );
});

it('hands on nothing of buckets that are not answered', async () => {
  const documents = Array.from({ length: 3000 }, (_, i) => ({ id: String(i % 1000), x: i }));
  const leaves = await leavesOf(mapper, [documents]);
  const sums = vi.spyOn(CompensatedSums.prototype, 'add');
  const handedOn = async (terms: JsonObject): Promise<number> => {
    sums.mockClear();
    await answer(leaves, [true], { a: { terms, aggs: { sum: { sum: { field: 'x' } } } } });
    return sums.mock.calls.reduce((count, [block]) => count + block.count, 0);
  };
  expect(await handedOn({ field: 'id', shard_size: 20 })).toBe(60);
  expect(await handedOn({ field: 'id', collect_mode: 'depth_first' })).toBe(3000);
  expect(await handedOn({ field: 'id', order: { sum: 'desc' } })).toBe(3000);
  sums.mockRestore();
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
      { checkCancelled: () => void blocks++, checkGone: () => void blocks++ },
    );
  expect(await search((doc) => doc % 100 !== 0)).toMatchObject({
    a: { sum_other_doc_count: 3450, buckets: [{ key: 1, doc_count: 500 }, {}, {}] },
  });
  // Blocks begin with 16 documents and double: 50 are three blocks, 2000 are eight.
  expect(blocks).toBe(3);
  await search((doc) => doc % 100 < 40);
  expect(blocks).toBe(3 + 8);
});

it.each<[string, JsonObject, (doc: number) => boolean]>([
  ['few others', { a: { terms: { field: 'n' } } }, (doc) => doc % 100 !== 0],
  [
    'few others, and sub-aggregations',
    { a: { terms: { field: 'n' }, aggs: { sum: { sum: { field: 'x' } } } } },
    (doc) => doc % 100 !== 0,
  ],
  [
    'a second look',
    { a: { terms: { field: 'id', shard_size: 20 }, aggs: { sum: { sum: { field: 'x' } } } } },
    () => true,
  ],
])('returns no more than there is after a timeout: %s', async (_name, aggs, isMatch) => {
  const documents = Array.from({ length: 5000 }, (_, i) => ({ id: String(i % 1000), n: i % 10, x: 1 }));
  const leaves = await leavesOf(mapper, [documents]);
  const docs = docSetOfArray(Uint32Array.from(documents, (_, doc) => doc).filter(isMatch));
  const countsAfter = async (checks: number): Promise<readonly { key: unknown; doc_count: number }[]> => {
    let left = checks;
    const checkCancelled = (): void => {
      if (left-- <= 0) throw new Error('timeout');
    };
    const builders = parseAggregations(aggs);
    const aggregator = builders.createShardAggregator({ ...contextOf(mapper, leaves, 0), checkCancelled });
    await aggregator.collect(leaves[0], docs, null).catch(() => undefined);
    const reduction = builders.reduce([await aggregator.result()], { typedKeys: false });
    const answer = await inTurns(reduction, new Pacer(new ManualClock()), 1);
    return (answer.a as { buckets: [] }).buckets;
  };
  const whole = new Map((await countsAfter(1e9)).map(({ key, doc_count }) => [key, doc_count]));
  for (let checks = 0; checks < 8; checks++)
    for (const { key, doc_count } of await countsAfter(checks))
      expect(doc_count).toBeLessThanOrEqual(whole.get(key) ?? 5);
});
