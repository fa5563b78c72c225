import fc from 'fast-check';
import { expect, it, vi } from 'vitest';
import { BucketOrds } from '../../../src/aggregation/framework/bucketOrds.ts';
import { parseAggregations } from '../../../src/aggregation/index.ts';
import { type JsonObject, Pacer } from '../../../src/common/index.ts';
import { docSetOfArray } from '../../../src/query/index.ts';
import { SteppingClock, turnsDuring } from '../../support/turns.ts';
import { aggregate, contextOf, type Document, leavesOf, type Mapping, mapperOf } from './support.ts';

/** Composite aggregations of documents with many combinations, against all combinations of all documents. */

const mapping: Mapping = {
  k: 'keyword',
  n: 'long',
  x: 'double',
  d: 'date',
  g: 'geo_point',
  b: 'boolean',
  none: 'long',
};

const DAY = 86_400_000;

interface Kind {
  readonly source: (options: JsonObject) => JsonObject;
  readonly field: string;
  /** The key of a value. */
  readonly key: (value: unknown) => string | number | boolean;
}

const kinds: readonly Kind[] = [
  { source: (o) => ({ terms: { field: 'k', ...o } }), field: 'k', key: String },
  { source: (o) => ({ terms: { field: 'n', ...o } }), field: 'n', key: Number },
  { source: (o) => ({ terms: { field: 'b', ...o } }), field: 'b', key: Boolean },
  {
    source: (o) => ({ histogram: { field: 'x', interval: 5, ...o } }),
    field: 'x',
    key: (x) => Math.floor(Number(x) / 5) * 5,
  },
  {
    source: (o) => ({ date_histogram: { field: 'd', fixed_interval: '2d', ...o } }),
    field: 'd',
    key: (ms) => Math.floor(Number(ms) / (2 * DAY)) * 2 * DAY,
  },
  {
    source: (o) => ({ geotile_grid: { field: 'g', precision: 1, ...o } }),
    field: 'g',
    key: (point) => {
      const { lat, lon } = point as { lat: number; lon: number };
      return `1/${lon < 0 ? 0 : 1}/${lat > 0 ? 0 : 1}`;
    },
  },
  { source: (o) => ({ terms: { field: 'none', ...o } }), field: 'none', key: Number },
];

const listOf = <T>(value: fc.Arbitrary<T>) =>
  fc.uniqueArray(value, { maxLength: 4, selector: (v) => JSON.stringify(v) });
const document = fc.record(
  {
    k: listOf(fc.constantFrom('a', 'b', 'bb', 'ä', '😀', '\ufffd')),
    n: listOf(fc.integer({ min: -4, max: 4 })),
    x: listOf(fc.integer({ min: -30, max: 30 }).map((n) => n / 2)),
    d: listOf(fc.integer({ min: 0, max: 9 }).map((day) => day * DAY)),
    g: listOf(fc.record({ lat: fc.constantFrom(-40, 40), lon: fc.constantFrom(-90, 90) })),
    b: listOf(fc.boolean()),
  },
  { requiredKeys: [] },
);

const source = fc.record({
  kind: fc.constantFrom(...kinds),
  order: fc.constantFrom('asc', 'desc'),
  missing: fc.constantFrom<string | null>(null, 'default', 'first', 'last'),
});
type Source = typeof source extends fc.Arbitrary<infer T> ? T : never;
type Tuple = readonly (string | number | boolean | null)[];

const optionsOf = ({ order, missing }: Source): JsonObject =>
  missing === null ? { order } : { order, missing_bucket: true, missing_order: missing };

function comparePart(a: Tuple[number], b: Tuple[number], { order, missing }: Source): number {
  const sign = order === 'asc' ? 1 : -1;
  if (a === null || b === null) {
    const nullFirst = missing === 'first' || (missing === 'default' && order === 'asc');
    return a === b ? 0 : (a === null) === nullFirst ? -1 : 1;
  }
  if (typeof a === 'string') return sign * Buffer.compare(Buffer.from(a), Buffer.from(String(b)));
  return sign * (Number(a) - Number(b));
}

function tuplesOf(doc: Document, sources: readonly Source[]): Tuple[] {
  let tuples: Tuple[] = [[]];
  for (const { kind, missing } of sources) {
    const values = (doc[kind.field] ?? []) as unknown[];
    const keys: Tuple = [...new Set(values.map(kind.key))];
    const own = keys.length === 0 && missing !== null ? [null] : keys;
    tuples = tuples.flatMap((tuple) => own.map((key) => [...tuple, key]));
  }
  return tuples;
}

/** All buckets, in order. */
function bucketsOf(docs: readonly Document[], sources: readonly Source[]) {
  const counts = new Map<string, { tuple: Tuple; docs: number }>();
  for (const tuple of docs.flatMap((doc) => tuplesOf(doc, sources))) {
    const id = JSON.stringify(tuple);
    counts.set(id, { tuple, docs: (counts.get(id)?.docs ?? 0) + 1 });
  }
  return [...counts.values()]
    .sort((a, b) => {
      const parts = sources.map((each, i) => comparePart(a.tuple[i], b.tuple[i], each));
      return parts.find((order) => order !== 0) ?? 0;
    })
    .map(({ tuple, docs: count }) => ({
      key: Object.fromEntries(tuple.map((part, i) => [`s${i}`, part])),
      doc_count: count,
      v: { value: count },
    }));
}

it('answers the first combinations after a key, whatever the sources', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.array(fc.array(document, { maxLength: 8 }), { minLength: 1, maxLength: 3 }), {
        minLength: 1,
        maxLength: 2,
      }),
      fc.array(source, { minLength: 1, maxLength: 4 }),
      fc.integer({ min: 1, max: 12 }),
      fc.nat(),
      async (shards, sources, size, start) => {
        const expected = bucketsOf(shards.flat(2), sources);
        const from = expected.length === 0 ? 0 : start % (expected.length + 1);
        const composite: JsonObject = {
          size,
          sources: sources.map((each, i) => ({ [`s${i}`]: each.kind.source(optionsOf(each)) })),
          ...(from > 0 && { after: expected[from - 1].key }),
        };
        const count = { v: { sum: { script: '1' } } };
        const page = expected.slice(from, from + size);
        const answer = await aggregate(mapping, shards, { c: { composite, aggs: count } });
        const last = page[page.length - 1];
        expect(answer).toEqual({ c: { ...(last && { after_key: last.key }), buckets: page } });
      },
    ),
    { numRuns: 150 },
  );
});

const sources = ['a', 'b', 'c'].map((field) => ({ [field]: { terms: { field } } }));
const longs: Mapping = { a: 'long', b: 'long', c: 'long' };
const valuesFrom = (first: number, count: number) => Array.from({ length: count }, (_, i) => first + i);
const wide = { a: valuesFrom(0, 60), b: valuesFrom(0, 60), c: valuesFrom(0, 60) };

it.each<[string, JsonObject]>([
  ['at the beginning', {}],
  ['after a key', { after: { a: 30, b: 59, c: 59 } }],
])('looks at few of the combinations of a document %s', async (_, after) => {
  const add = vi.spyOn(BucketOrds.prototype, 'add');
  const answer = await aggregate(longs, [[[wide, wide]]], { c: { composite: { sources, ...after } } });
  expect(add.mock.calls.length).toBeLessThan(60);
  add.mockRestore();
  expect((answer.c as { buckets: JsonObject[] }).buckets.map((bucket) => bucket.doc_count)).toEqual(
    Array.from({ length: 10 }, () => 2),
  );
});

it('gives turns within a document with many combinations', async () => {
  const clock = new SteppingClock();
  const turns = (size: number) =>
    turnsDuring(() => aggregate(longs, [[[wide]]], { c: { composite: { sources, size } } }, { clock }));
  expect((await turns(50_000)) - (await turns(10))).toBeGreaterThanOrEqual(5);
});

it.each<[string, JsonObject]>([
  ['composite', { composite: { sources, size: 65_535 } }],
  ['multi_terms', { multi_terms: { terms: [{ field: 'a' }, { field: 'b' }, { field: 'c' }] } }],
  [
    'terms in terms',
    {
      terms: { field: 'a' },
      aggs: { b: { terms: { field: 'b' }, aggs: { c: { terms: { field: 'c' } } } } },
    },
  ],
])('ends within a document when it is cancelled: %s', async (_, a) => {
  const mapper = mapperOf(longs);
  const leaves = await leavesOf(mapper, [[wide]]);
  let looks = 0;
  const aggregator = parseAggregations({ a }).createShardAggregator({
    ...contextOf(mapper, leaves, 0),
    pacer: new Pacer(new SteppingClock()),
    checkCancelled: () => {
      if (++looks === 4) throw new Error('cancelled');
    },
  });
  const collecting = aggregator.collect(leaves[0], docSetOfArray(Uint32Array.of(0)), null);
  await expect(collecting).rejects.toThrow('cancelled');
});
