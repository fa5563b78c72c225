import {
  illegalArgument,
  isJsonObject,
  type JsonObject,
  type JsonValue,
  type OpenSearchError,
} from '../../common/index.ts';
import type { Bucket } from '../framework/internalAggregation.ts';
import { contentError, parsingErrorAt } from '../framework/parseErrors.ts';
import type { PipelinePlace, PipelineType } from '../framework/specs.ts';
import { compareTerms } from '../values/keys.ts';
import { type GapPolicy, resolveBucketValue } from './bucketValue.ts';
import { bucketsOf, validateHasParent } from './parentPipeline.ts';
import { parsePipeline, readIntMember } from './pipelineParser.ts';

interface SortCriterion {
  readonly path: string;
  readonly ascending: boolean;
}

/** Sorts the parent's buckets by values in them, and cuts the list. */
export const bucketSort: PipelineType = {
  name: 'bucket_sort',
  family: 'pipeline',
  parse(json, aggregation) {
    let sorts: readonly SortCriterion[] = [];
    let from = 0;
    let size: number | null = null;
    const own = {
      sort: (value: JsonValue) => {
        sorts = (Array.isArray(value) ? value : [value]).flatMap((item) => parseSort(item));
      },
      from: (value: JsonValue) => {
        from = readIntMember(value, 'from', aggregation);
        if (from < 0) throw refused(json, 'from', `[from] must be a non-negative integer: [${from}]`);
      },
      size: (value: JsonValue) => {
        size = readIntMember(value, 'size', aggregation);
        if (size <= 0) throw refused(json, 'size', `[size] must be a positive integer: [${size}]`);
      },
    };
    const { gapPolicy } = parsePipeline(json, aggregation, own, false);
    return {
      bucketsPaths: sorts.map(({ path }) => path),
      validate: (place) => [
        ...validateHasParent('bucket_sort', place),
        ...validateDoesSomething(place, sorts.length > 0 || size !== null || from > 0),
      ],
      transform(parent, head) {
        const result = bucketsOf(parent, head);
        const sorted = sorts.length === 0 ? result.buckets : sortBuckets(result.buckets, sorts, gapPolicy);
        return result.withBuckets(sorted.slice(from, from + (size ?? result.buckets.length)));
      },
    };
  },
};

/** The original makes the aggregation when its last member is read. */
function refused(json: JsonObject, key: string, reason: string): OpenSearchError {
  const at = { container: json, key, edge: 'value' } as const;
  const cause = contentError(`[bucket_sort] failed to parse field [${key}]`, at, illegalArgument(reason));
  return contentError('failed to build [bucket_sort] after last required field arrived', at, cause);
}

/** `"path"`, `{"path": "desc"}`, `{"path": {"order": "desc"}}`. */
function parseSort(json: JsonValue): SortCriterion[] {
  if (typeof json === 'string') return [{ path: json, ascending: true }];
  if (!isJsonObject(json))
    throw illegalArgument(
      'malformed sort format, within the sort array, an object, or an actual string are allowed',
    );
  return Object.entries(json).map(([path, value]) => {
    const order = isJsonObject(value) ? (value.order ?? 'asc') : value;
    const text = String(order).toLowerCase();
    if (text !== 'asc' && text !== 'desc') {
      throw parsingErrorAt(`Illegal sort order, must be 'ASC' or 'DESC': ${order}`, {
        container: json,
        key: path,
        edge: 'value',
      });
    }
    return { path, ascending: text === 'asc' };
  });
}

function validateDoesSomething({ name }: PipelinePlace, does: boolean): readonly string[] {
  if (does) return [];
  return [
    `[${name}] is configured to perform nothing. Please set either of [sort, size, from] to use bucket_sort`,
  ];
}

/** Buckets without any of the values are dropped, those without one of them come last. */
function sortBuckets(
  buckets: readonly Bucket[],
  sorts: readonly SortCriterion[],
  gapPolicy: GapPolicy,
): readonly Bucket[] {
  const rows = buckets
    .map((bucket) => ({ bucket, values: sorts.map(({ path }) => sortValue(bucket, path, gapPolicy)) }))
    .filter(({ values }) => values.some((value) => value !== null));
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
