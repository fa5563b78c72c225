import type { Steps } from '../../common/index.ts';
import {
  type AggregationHead,
  type Bucket,
  type InternalAggregation,
  isMultiBucket,
  type MultiBucketResult,
} from '../framework/internalAggregation.ts';
import { executionError } from '../framework/parseErrors.ts';
import type { PipelinePlace, PipelineSpec } from '../framework/specs.ts';

/** The parent's buckets; throws if it has none. */
export function bucketsOf(parent: InternalAggregation, head: AggregationHead): MultiBucketResult {
  if (isMultiBucket(parent)) return parent;
  throw executionError(`[${head.name}] must be declared inside of an aggregation with several buckets`);
}

/** Adds a result to each bucket that has one. */
export function* addToBuckets(
  parent: MultiBucketResult,
  head: AggregationHead,
  result: (bucket: Bucket) => InternalAggregation | null,
): Steps<InternalAggregation> {
  const buckets: Bucket[] = [];
  for (const bucket of parent.buckets) {
    const value = result(bucket);
    buckets.push(value === null ? bucket : bucket.withAggregations(bucket.aggregations.with(head, value)));
    yield;
  }
  return parent.withBuckets(buckets);
}

/** Common to sequence pipelines: one path, and a histogram as parent. */
export function sequencePlace(
  type: string,
  paths: ReadonlyMap<string, string>,
  problems: readonly string[] = [],
): Pick<PipelineSpec, 'bucketsPaths' | 'validate'> {
  const bucketsPaths = [...paths.values()];
  return {
    bucketsPaths,
    validate: (place) => [
      ...problems,
      ...validateSinglePath(bucketsPaths, place),
      ...validateSequence(type, place),
    ],
  };
}

const ORDERED = new Set(['histogram', 'date_histogram', 'auto_date_histogram']);

/** Sequence pipelines require a histogram without gaps as parent. */
function validateSequence(type: string, { name, parent }: PipelinePlace): readonly string[] {
  const needed = `${type} aggregation [${name}] must have a histogram, date_histogram or auto_date_histogram as parent`;
  if (parent === null) return [`${needed} but doesn't have a parent`];
  if (!ORDERED.has(parent.type.name)) return [needed];
  if (parent.spec.minDocCount === undefined || parent.spec.minDocCount === 0) return [];
  return [`parent histogram of ${type} aggregation [${name}] must have min_doc_count of 0`];
}

function validateSinglePath(paths: readonly string[], { name }: PipelinePlace): readonly string[] {
  return paths.length === 1 ? [] : [`buckets_path must contain a single entry for aggregation [${name}]`];
}

export function validateHasParent(type: string, { name, parent }: PipelinePlace): readonly string[] {
  return parent === null
    ? [`${type} aggregation [${name}] must be declared inside of another aggregation`]
    : [];
}
