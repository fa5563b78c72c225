import type { ExactJsonObject, JsonObject } from '../../common/index.ts';
import {
  Aggregations,
  type Bucket,
  type ReduceContext,
  type RenderContext,
} from '../framework/internalAggregation.ts';
import { type KeyFormat, keyMembers, keyText } from '../values/keyFormat.ts';
import type { Key } from '../values/keys.ts';

/** A bucket with a single key, as in terms, histograms and grids. */
export class KeyedBucket implements Bucket {
  readonly key: Key;
  readonly docCount: number;
  readonly aggregations: Aggregations;
  readonly format: KeyFormat;
  /** Maximum error of `docCount`; -1 if unknown. */
  readonly error: number;

  constructor(key: Key, docCount: number, aggregations: Aggregations, format: KeyFormat, error = 0) {
    this.key = key;
    this.docCount = docCount;
    this.aggregations = aggregations;
    this.format = format;
    this.error = error;
  }

  get keyText(): string {
    return keyText(this.key, this.format);
  }

  get keyNumber(): number {
    return typeof this.key === 'string' ? Number.NaN : Number(this.key);
  }

  withAggregations(aggregations: Aggregations): KeyedBucket {
    return new KeyedBucket(this.key, this.docCount, aggregations, this.format, this.error);
  }

  withError(error: number): KeyedBucket {
    if (error === this.error) return this;
    return new KeyedBucket(this.key, this.docCount, this.aggregations, this.format, error);
  }
}

/** Groups the buckets of shards by key, in order of arrival. */
export function groupByKey(buckets: Iterable<KeyedBucket>): readonly KeyedBucket[][] {
  const groups = new Map<Key, KeyedBucket[]>();
  for (const bucket of buckets) {
    const group = groups.get(bucket.key);
    if (group) group.push(bucket);
    else groups.set(bucket.key, [bucket]);
  }
  return [...groups.values()];
}

/** Merges buckets with the same key. */
export function mergeKeyed(group: readonly KeyedBucket[], context: ReduceContext, error = 0): KeyedBucket {
  const [first] = group;
  return new KeyedBucket(
    first.key,
    group.reduce((sum, bucket) => sum + bucket.docCount, 0),
    mergeAggregations(group, context),
    first.format,
    error,
  );
}

export function mergeAggregations(group: readonly Bucket[], context: ReduceContext): Aggregations {
  return Aggregations.reduce(
    group.map((bucket) => bucket.aggregations),
    context,
  );
}

/** `members` are printed between the count and the sub-aggregations. */
export function renderKeyed(
  bucket: KeyedBucket,
  context: RenderContext,
  members: JsonObject | null = null,
): ExactJsonObject {
  const rendered = keyMembers(bucket.key, bucket.format);
  rendered.doc_count = bucket.docCount;
  if (members !== null) Object.assign(rendered, members);
  bucket.aggregations.renderInto(rendered, context);
  return rendered;
}

/** Merges results that have the same buckets in every shard: counts and sub-aggregations of each. */
export function mergeAlike<B extends Bucket>(
  results: readonly { readonly buckets: readonly B[] }[],
  context: ReduceContext,
  merged: (first: B, docCount: number, aggregations: Aggregations) => B,
): readonly B[] {
  const [{ buckets }] = results;
  context.consumeBuckets(buckets.length);
  return buckets.map((first, index) => {
    const same = results.map((result) => result.buckets[index]);
    const docCount = same.reduce((sum, bucket) => sum + bucket.docCount, 0);
    return merged(first, docCount, mergeAggregations(same, context));
  });
}
