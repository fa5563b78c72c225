import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { JsonObject } from '../../../src/common/index.ts';
import { aggregate } from './support.ts';

const mapping = { tag: 'keyword', n: 'double', day: 'date' };
const aggs = {
  tags: {
    terms: { field: 'tag', size: 50 },
    aggs: {
      mean: { avg: { field: 'n' } },
      count: { value_count: { field: 'n' } },
      max: { max: { field: 'n' } },
    },
  },
  months: {
    date_histogram: { field: 'day', calendar_interval: 'month', min_doc_count: 1 },
    aggs: { mean: { avg: { field: 'n' } }, all: { value_count: { field: '_index' } } },
  },
};

interface Bucket {
  readonly doc_count: number;
  readonly mean: { readonly value: number | null };
  readonly [name: string]: unknown;
}

const documents = fc.array(
  fc.record({
    tag: fc.constantFrom('a', 'b', 'c'),
    // A value, none or several: in segments where each document has one nothing is counted twice.
    n: fc.oneof(
      { weight: 20, arbitrary: fc.integer({ min: -9, max: 9 }) },
      fc.constant([]),
      fc.constant([1, 2, 3]),
    ),
    day: fc.integer({ min: 0, max: 400 }).map((day) => new Date(day * 86_400_000).toISOString()),
  }),
  { minLength: 1, maxLength: 12 },
);

const valuesOf = ({ n }: { readonly n: number | readonly number[] }): readonly number[] => [n].flat();

it('counts values right, whether their documents are counted above or not', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(documents, { minLength: 1, maxLength: 3 }), async (segments) => {
      const answer = (await aggregate(mapping, [segments], aggs)) as Record<string, JsonObject>;
      const all = segments.flat();
      const check = (buckets: readonly Bucket[], keyOf: (doc: (typeof all)[number]) => unknown): void => {
        for (const bucket of buckets) {
          const docs = all.filter((doc) => keyOf(doc) === bucket.key);
          const values = docs.flatMap(valuesOf);
          expect(bucket.doc_count).toBe(docs.length);
          const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
          expect(bucket.mean.value).toBe(values.length === 0 ? null : mean);
          if ('count' in bucket) expect(bucket.count).toEqual({ value: values.length });
          if ('all' in bucket) expect(bucket.all).toEqual({ value: docs.length });
          if ('max' in bucket)
            expect(bucket.max).toEqual({ value: values.length ? Math.max(...values) : null });
        }
      };
      check(answer.tags.buckets as unknown as Bucket[], ({ tag }) => tag);
      check(answer.months.buckets as unknown as Bucket[], ({ day }) => {
        const date = new Date(day);
        return Date.UTC(date.getUTCFullYear(), date.getUTCMonth());
      });
    }),
    { numRuns: 60 },
  );
});
