import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../../src/common/index.ts';
import { aggregate, type Document, type Mapping } from './support.ts';

/** Aggregations over random documents, shards and segments against the obvious computation with a Map. */

const mapping: Mapping = { k: 'keyword', n: 'long', x: 'double', d: 'date', b: 'boolean' };

const document = fc.record(
  {
    k: fc.oneof(
      fc.constantFrom('a', 'b', 'c'),
      fc.array(fc.constantFrom('a', 'b', 'c', 'dd'), { maxLength: 3 }),
    ),
    n: fc.oneof(
      fc.integer({ min: -40, max: 40 }),
      fc.array(fc.integer({ min: -9, max: 9 }), { maxLength: 3 }),
    ),
    x: fc.double({ min: -1e6, max: 1e6, noNaN: true }).map((x) => (x === 0 ? 0 : x)),
    d: fc.integer({ min: 0, max: 4e11 }),
    b: fc.boolean(),
  },
  { requiredKeys: [] },
);
const shards = fc.array(fc.array(fc.array(document, { maxLength: 12 }), { minLength: 1, maxLength: 3 }), {
  minLength: 1,
  maxLength: 3,
});

const valuesOf = (doc: Document, field: string): unknown[] => {
  const value = doc[field];
  return value === undefined ? [] : Array.isArray(value) ? value : [value];
};

function groupBy<K>(docs: readonly Document[], keysOf: (doc: Document) => readonly K[]): Map<K, Document[]> {
  const groups = new Map<K, Document[]>();
  for (const doc of docs) {
    for (const key of new Set(keysOf(doc))) groups.set(key, [...(groups.get(key) ?? []), doc]);
  }
  return groups;
}

const numbersOf = (docs: readonly Document[], field: string): number[] =>
  docs.flatMap((doc) => valuesOf(doc, field) as number[]);

function naiveStats(values: readonly number[]) {
  const sum = values.reduce((a, b) => a + b, 0);
  if (values.length === 0) return { count: 0, min: null, max: null, avg: null, sum: 0 };
  return {
    count: values.length,
    min: Math.min(...values),
    max: Math.max(...values),
    avg: expect.closeTo(sum / values.length, 6),
    sum: expect.closeTo(sum, 6),
  };
}

const buckets = (result: JsonObject, name: string): JsonObject[] =>
  (result[name] as { buckets: JsonObject[] }).buckets;

describe('against a Map', () => {
  it('terms with stats, of keywords and of numbers', async () => {
    await fc.assert(
      fc.asyncProperty(shards, fc.constantFrom('k', 'n'), async (data, field) => {
        const docs = data.flat(2);
        const aggs = { t: { terms: { field, size: 100 }, aggs: { s: { stats: { field: 'x' } } } } };
        const expected = [...groupBy(docs, (doc) => valuesOf(doc, field) as (string | number)[])]
          .map(([key, group]) => ({ key, doc_count: group.length, s: naiveStats(numbersOf(group, 'x')) }))
          .sort((a, b) => b.doc_count - a.doc_count || (a.key < b.key ? -1 : 1));
        expect(buckets(await aggregate(mapping, data, aggs), 't')).toEqual(expected);
      }),
    );
  });

  it('terms cut at a size: the counts of all documents stay', async () => {
    await fc.assert(
      fc.asyncProperty(shards, fc.integer({ min: 1, max: 4 }), async (data, size) => {
        const docs = data.flat(2);
        const aggs = { t: { terms: { field: 'n', size, order: { _key: 'asc' } } } };
        const result = (await aggregate(mapping, data, aggs)).t as JsonObject;
        const groups = [...groupBy(docs, (doc) => valuesOf(doc, 'n') as number[])].sort(([a], [b]) => a - b);
        const counted = (result.buckets as JsonObject[]).reduce((sum, b) => sum + Number(b.doc_count), 0);
        const all = groups.reduce((sum, [, group]) => sum + group.length, 0);
        expect(counted + Number(result.sum_other_doc_count)).toBe(all);
        expect(buckets({ t: result }, 't').map((b) => b.key)).toEqual(
          groups.slice(0, size).map(([key]) => key),
        );
      }),
    );
  });

  it('terms of no document, as many as are wanted', async () => {
    const cases = fc.constantFrom<{ order: JsonObject; wanted: string }>(
      { order: { _key: 'asc' }, wanted: 'a' },
      { order: { _key: 'desc' }, wanted: 'a' },
      { order: { _count: 'desc' }, wanted: 'nobody' },
      { order: { _count: 'asc' }, wanted: 'nobody' },
    );
    await fc.assert(
      fc.asyncProperty(
        shards,
        fc.integer({ min: 1, max: 4 }),
        cases,
        async (data, size, { order, wanted }) => {
          const docs = data.flat(2);
          const terms = { field: 'n', size, shard_size: size, min_doc_count: 0, order };
          const aggs = { f: { filter: { term: { k: wanted } }, aggs: { t: { terms } } } };
          const sign = order._key === 'desc' ? -1 : 1;
          const expected = [...groupBy(docs, (doc) => valuesOf(doc, 'n') as number[])]
            .sort(([a], [b]) => sign * (a - b))
            .slice(0, size)
            .map(([key, group]) => ({
              key,
              doc_count: group.filter((doc) => valuesOf(doc, 'k').includes(wanted)).length,
            }));
          const { f } = await aggregate(mapping, data, aggs);
          expect(buckets(f as JsonObject, 't')).toEqual(expected);
        },
      ),
    );
  });

  it('terms in terms, and histograms in terms', async () => {
    await fc.assert(
      fc.asyncProperty(shards, async (data) => {
        const docs = data.flat(2);
        const aggs = {
          t: {
            terms: { field: 'k', order: { _key: 'asc' } },
            aggs: {
              u: { terms: { field: 'b', order: { _key: 'asc' } } },
              h: { histogram: { field: 'n', interval: 7, min_doc_count: 1 } },
              c: { cardinality: { field: 'n' } },
            },
          },
        };
        const expected = [...groupBy(docs, (doc) => valuesOf(doc, 'k') as string[])]
          .sort(([a], [b]) => (a < b ? -1 : 1))
          .map(([key, group]) => ({
            key,
            u: [...groupBy(group, (doc) => (doc.b === undefined ? [] : [Number(doc.b)]))]
              .sort(([a], [b]) => a - b)
              .map(([k, g]) => [k, g.length]),
            h: [
              ...groupBy(group, (doc) => (valuesOf(doc, 'n') as number[]).map((n) => Math.floor(n / 7) * 7)),
            ]
              .sort(([a], [b]) => a - b)
              .map(([k, g]) => [k, g.length]),
            c: new Set(numbersOf(group, 'n')).size,
          }));
        const pairs = (bucket: JsonObject, name: string) =>
          buckets(bucket, name).map((inner) => [inner.key, inner.doc_count]);
        const actual = buckets(await aggregate(mapping, data, aggs), 't').map((bucket) => ({
          key: bucket.key,
          u: pairs(bucket, 'u'),
          h: pairs(bucket, 'h'),
          c: (bucket.c as JsonObject).value,
        }));
        expect(actual).toEqual(expected);
      }),
    );
  });

  it('calendar histograms', async () => {
    const monthOf = (ms: number) => new Date(ms).toISOString().slice(0, 7);
    await fc.assert(
      fc.asyncProperty(shards, async (data) => {
        const docs = data.flat(2);
        const aggs = { h: { date_histogram: { field: 'd', calendar_interval: 'month', min_doc_count: 1 } } };
        const expected = [...groupBy(docs, (doc) => (valuesOf(doc, 'd') as number[]).map(monthOf))]
          .sort(([a], [b]) => (a < b ? -1 : 1))
          .map(([month, group]) => [`${month}-01T00:00:00.000Z`, group.length]);
        const actual = buckets(await aggregate(mapping, data, aggs), 'h').map((bucket) => [
          bucket.key_as_string,
          bucket.doc_count,
        ]);
        expect(actual).toEqual(expected);
      }),
    );
  });

  it('composite pages that follow each other', async () => {
    await fc.assert(
      fc.asyncProperty(shards, fc.integer({ min: 1, max: 4 }), fc.boolean(), async (data, size, missing) => {
        const docs = data.flat(2);
        const sources: JsonObject[] = [
          { a: { terms: { field: 'k', order: 'desc', missing_bucket: missing } } },
          { b: { histogram: { field: 'n', interval: 10, missing_bucket: missing } } },
        ];
        const orNull = (values: readonly unknown[]) => (values.length === 0 && missing ? [null] : values);
        const combinations = groupBy(docs, (doc) =>
          orNull(valuesOf(doc, 'k')).flatMap((a) =>
            orNull(valuesOf(doc, 'n').map((n) => Math.floor(Number(n) / 10) * 10)).map((b) =>
              JSON.stringify({ a, b }),
            ),
          ),
        );
        const found = new Map<string, number>();
        let after: JsonObject | null = null;
        for (;;) {
          const composite: JsonObject = after === null ? { sources, size } : { sources, size, after };
          const page = (await aggregate(mapping, data, { c: { composite } })).c as JsonObject;
          for (const bucket of page.buckets as JsonObject[]) {
            found.set(JSON.stringify(bucket.key), Number(bucket.doc_count));
          }
          after = (page.after_key as JsonObject | undefined) ?? null;
          if (after === null) break;
        }
        expect(found).toEqual(new Map([...combinations].map(([key, group]) => [key, group.length])));
      }),
    );
  });

  it('ranges: each document once a range', async () => {
    await fc.assert(
      fc.asyncProperty(shards, async (data) => {
        const docs = data.flat(2);
        const ranges: JsonObject[] = [{ to: -5 }, { from: -10, to: 10 }, { from: 0 }];
        const aggs = { r: { range: { field: 'n', ranges }, aggs: { m: { max: { field: 'n' } } } } };
        const bounds = [
          [Number.NEGATIVE_INFINITY, -5],
          [-10, 10],
          [0, Number.POSITIVE_INFINITY],
        ];
        const expected = bounds.map(([from, to]) => {
          const group = docs.filter((doc) => numbersOf([doc], 'n').some((n) => n >= from && n < to));
          return [group.length, group.length === 0 ? null : Math.max(...numbersOf(group, 'n'))];
        });
        const actual = buckets(await aggregate(mapping, data, aggs), 'r').map((bucket) => [
          bucket.doc_count,
          (bucket.m as JsonObject).value,
        ]);
        expect(actual).toEqual(expected);
      }),
    );
  });
});
