import { illegalArgument, type Steps } from '../../common/index.ts';
import { parseConstructed } from '../framework/constructingParser.ts';
import type { Bucket } from '../framework/internalAggregation.ts';
import { intField } from '../framework/objectParser.ts';
import type { PipelinePlace, PipelineType } from '../framework/specs.ts';
import { compareTerms } from '../values/keys.ts';
import { bucketSortField, type SortCriterion } from './bucketSortField.ts';
import { type GapPolicy, resolveBucketValue } from './bucketValue.ts';
import { bucketsOf, validateHasParent } from './parentPipeline.ts';
import { gapPolicyField } from './pipelineParser.ts';

const fields = {
  sort: bucketSortField,
  from: intField(),
  size: intField(),
  gap_policy: gapPolicyField,
} as const;

/** Sorts and truncates the parent's buckets by values in them. */
export const bucketSort: PipelineType = {
  name: 'bucket_sort',
  family: 'pipeline',
  parse(json, aggregation) {
    const {
      sort: sorts = [],
      from = 0,
      size = null,
      gap_policy: gapPolicy = 'skip',
    } = parseConstructed(json, fields, {
      parser: 'bucket_sort',
      aggregation,
      parts: ['sort'],
      optional: true,
      setters: { from: checkFrom, size: checkSize },
    });
    return {
      bucketsPaths: sorts.map(({ path }) => path),
      validate: (place) => [
        ...validateHasParent('bucket_sort', place),
        ...validateDoesSomething(place, sorts.length > 0 || size !== null || from > 0),
      ],
      *transform(parent, head) {
        const result = bucketsOf(parent, head);
        const sorted =
          sorts.length === 0 ? result.buckets : yield* sortBuckets(result.buckets, sorts, gapPolicy);
        return result.withBuckets(sorted.slice(from, from + (size ?? result.buckets.length)));
      },
    };
  },
};

function checkFrom(from: number): void {
  if (from < 0) throw illegalArgument(`[from] must be a non-negative integer: [${from}]`);
}

function checkSize(size: number): void {
  if (size <= 0) throw illegalArgument(`[size] must be a positive integer: [${size}]`);
}

function validateDoesSomething({ name }: PipelinePlace, does: boolean): readonly string[] {
  if (does) return [];
  return [
    `[${name}] is configured to perform nothing. Please set either of [sort, size, from] to use bucket_sort`,
  ];
}

/** Buckets without any of the values are dropped; those lacking one come last. */
function* sortBuckets(
  buckets: readonly Bucket[],
  sorts: readonly SortCriterion[],
  gapPolicy: GapPolicy,
): Steps<readonly Bucket[]> {
  const rows: { readonly bucket: Bucket; readonly values: (number | string | null)[] }[] = [];
  for (const bucket of buckets) {
    yield;
    const values = sorts.map(({ path }) => sortValue(bucket, path, gapPolicy));
    if (values.some((value) => value !== null)) rows.push({ bucket, values });
  }
  rows.sort((a, b) => {
    for (const [index, { ascending }] of sorts.entries()) {
      const result = compareValues(a.values[index], b.values[index], ascending);
      if (result !== 0) return result;
    }
    return 0;
  });
  return rows.map(({ bucket }) => bucket);
}

function sortValue(bucket: Bucket, path: string, gapPolicy: GapPolicy): number | string | null {
  if (path === '_key') return Number.isNaN(bucket.keyNumber) ? bucket.keyText : bucket.keyNumber;
  const value = resolveBucketValue('', bucket, path, gapPolicy);
  return value === null || Number.isNaN(value) ? null : value;
}

function compareValues(a: number | string | null, b: number | string | null, ascending: boolean): number {
  if (a === null || b === null) return a === b ? 0 : a === null ? 1 : -1;
  const result = typeof a === 'string' && typeof b === 'string' ? compareTerms(a, b) : Number(a) - Number(b);
  return ascending ? result : -result;
}
