import { type ExactJsonObject, topN } from '../../common/index.ts';
import {
  type BucketOrder,
  bucketComparator,
  isCountDescending,
  isKeyOrder,
} from '../framework/bucketOrder.ts';
import type {
  InternalAggregation,
  MultiBucketResult,
  ReduceContext,
  RenderContext,
} from '../framework/internalAggregation.ts';
import type { Key } from '../values/keys.ts';
import { type KeyedBucket, mergeKeyed, renderKeyed } from './keyedBucket.ts';

/** How many buckets a terms aggregation keeps, and their order. */
export interface TermsLimits {
  readonly order: BucketOrder;
  readonly size: number;
  readonly shardSize: number;
  readonly minDocCount: number;
  readonly shardMinDocCount: number;
  readonly showError: boolean;
}

interface TermsResult {
  readonly buckets: readonly KeyedBucket[];
  /** Number of documents whose terms are not among the buckets. */
  readonly otherDocCount: number;
  /** Maximum error of counts because a shard truncated its list; -1 if unknown. */
  readonly error: number;
}

/** The result of terms: `sterms` (also where no shard has a mapping), `lterms`, `dterms`. */
export class InternalTerms implements MultiBucketResult {
  readonly type: string;
  readonly mapped: boolean;
  readonly buckets: readonly KeyedBucket[];
  readonly otherDocCount: number;
  readonly error: number;
  readonly #limits: TermsLimits;

  constructor(type: string, limits: TermsLimits, result: TermsResult, mapped = true) {
    this.type = type;
    this.mapped = mapped;
    this.buckets = result.buckets;
    this.otherDocCount = result.otherDocCount;
    this.error = result.error;
    this.#limits = limits;
  }

  static unmapped(limits: TermsLimits): InternalTerms {
    return new InternalTerms('sterms', limits, { buckets: [], otherDocCount: 0, error: 0 }, false);
  }

  reduce(results: readonly InternalTerms[], context: ReduceContext): InternalAggregation {
    const { size, minDocCount, order } = this.#limits;
    const merged = mergeShards(results, (result) => this.#shardError(result), context);
    const kept = merged.buckets.filter((bucket) => bucket.docCount >= minDocCount);
    const buckets = topN(kept, size, bucketComparator<KeyedBucket>(order));
    context.consumeBuckets(buckets.length);
    const cut = total(kept) - total(buckets);
    const type = results.some((result) => result.type === 'dterms') ? 'dterms' : this.type;
    const result: TermsResult = {
      buckets: buckets.map((bucket) =>
        bucket.withError(merged.error === -1 ? -1 : bucket.error + merged.error),
      ),
      otherDocCount: merged.otherDocCount + cut,
      error: merged.error === -1 ? -1 : results.length === 1 ? 0 : merged.error,
    };
    return new InternalTerms(type, this.#limits, result, this.mapped);
  }

  /** What a shard may have counted in a term that it did not send. */
  #shardError(result: InternalTerms): number {
    const { order, shardSize } = this.#limits;
    if (result.buckets.length < shardSize || isKeyOrder(order)) return 0;
    return isCountDescending(order) ? result.buckets[result.buckets.length - 1].docCount : -1;
  }

  withBuckets(buckets: readonly KeyedBucket[]): InternalTerms {
    const result: TermsResult = {
      buckets,
      otherDocCount: this.otherDocCount,
      error: this.error,
    };
    return new InternalTerms(this.type, this.#limits, result, this.mapped);
  }

  render(context: RenderContext): ExactJsonObject {
    return {
      doc_count_error_upper_bound: this.error,
      sum_other_doc_count: this.otherDocCount,
      buckets: this.buckets.map((bucket) => this.#renderBucket(bucket, context)),
    };
  }

  #renderBucket(bucket: KeyedBucket, context: RenderContext): ExactJsonObject {
    const members = this.#limits.showError ? { doc_count_error_upper_bound: bucket.error } : null;
    return renderKeyed(bucket, context, members);
  }
}

function total(buckets: readonly KeyedBucket[]): number {
  return buckets.reduce((sum, bucket) => sum + bucket.docCount, 0);
}

/** As `mergeShards`, where there is nothing to add up. */
function onlyShard(result: InternalTerms, error: number, context: ReduceContext): TermsResult {
  const buckets = result.buckets.map((bucket) => mergeKeyed([bucket], context, bucket.error - error));
  return { buckets, otherDocCount: result.otherDocCount, error };
}

/** Adds up the shards' buckets of each key; a bucket's error is what the shards that lack it may hide. */
function mergeShards(
  results: readonly InternalTerms[],
  errorOf: (result: InternalTerms) => number,
  context: ReduceContext,
): TermsResult {
  if (results.length === 1) return onlyShard(results[0], errorOf(results[0]), context);
  const byKey = new Map<Key, { readonly buckets: KeyedBucket[]; error: number }>();
  let error = 0;
  let otherDocCount = 0;
  for (const result of results) {
    const shardError = errorOf(result);
    error = error === -1 || shardError === -1 ? -1 : error + shardError;
    otherDocCount += result.otherDocCount;
    for (const bucket of result.buckets) {
      const group = byKey.get(bucket.key) ?? { buckets: [], error: 0 };
      group.buckets.push(bucket);
      group.error += bucket.error - shardError;
      byKey.set(bucket.key, group);
    }
  }
  const buckets = [...byKey.values()].map((group) => mergeKeyed(group.buckets, context, group.error));
  return { buckets, otherDocCount, error };
}
