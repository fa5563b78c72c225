import { type ExactJsonObject, setMember } from '../../common/index.ts';
import { type BucketOrder, bucketComparator } from '../framework/bucketOrder.ts';
import {
  Aggregations,
  type InternalAggregation,
  type MultiBucketResult,
  type ReduceContext,
  type RenderContext,
  tooManyBuckets,
} from '../framework/internalAggregation.ts';
import type { KeyFormat } from '../values/keyFormat.ts';
import { groupByKey, KeyedBucket, mergeKeyed } from './keyedBucket.ts';

/** The difference between histograms of numbers and of dates, and what their reduction needs. */
export interface HistogramShape {
  readonly type: 'histogram' | 'date_histogram' | 'auto_date_histogram';
  readonly minDocCount: number;
  readonly order: BucketOrder;
  readonly keyed: boolean;
  readonly format: KeyFormat;
  /** The next key. */
  next(key: number): number;
  /** Approximate number of keys between two keys, to check before creating them. */
  distance(from: number, to: number): number;
  /** Keys up to which empty buckets extend; infinite without bounds. */
  readonly bounds: { readonly min: number; readonly max: number };
}

export const NO_BOUNDS = { min: Number.POSITIVE_INFINITY, max: Number.NEGATIVE_INFINITY };

export class InternalHistogram implements MultiBucketResult {
  readonly type: string;
  readonly buckets: readonly KeyedBucket[];
  readonly shape: HistogramShape;
  /** The content of an empty bucket. */
  readonly empty: Aggregations;
  readonly mapped: boolean;

  constructor(shape: HistogramShape, buckets: readonly KeyedBucket[], empty: Aggregations, mapped = true) {
    this.type = shape.type;
    this.shape = shape;
    this.buckets = buckets;
    this.empty = empty;
    this.mapped = mapped;
  }

  reduce(results: readonly InternalHistogram[], context: ReduceContext): InternalAggregation {
    const { shape } = this;
    const merged = mergeByKey(
      results.flatMap((result) => result.buckets),
      context,
    );
    const buckets =
      shape.minDocCount === 0
        ? this.#fill(merged, context)
        : merged.filter((bucket) => bucket.docCount >= shape.minDocCount);
    context.consumeBuckets(buckets.length);
    return this.withBuckets(sortBuckets(buckets, shape.order));
  }

  /** With min_doc_count 0: adds empty buckets between the first and the last, and up to the bounds. */
  #fill(buckets: readonly KeyedBucket[], context: ReduceContext): readonly KeyedBucket[] {
    const { bounds } = this.shape;
    if (buckets.length === 0 && !(bounds.min <= bounds.max)) return buckets;
    const first = buckets.length === 0 ? bounds.min : Math.min(bounds.min, Number(buckets[0].key));
    const lastKey = buckets.length === 0 ? bounds.max : Number(buckets[buckets.length - 1].key);
    const last = Math.max(bounds.max, lastKey);
    const span = this.shape.distance(first, last);
    // The real engine runs out of memory on such spans; the error has its words, but is not a 5xx.
    if (span > context.maxBuckets * 2) throw tooManyBuckets(context.maxBuckets, context.maxBuckets + 1, 400);
    const empty = this.empty.values.length === 0 ? this.empty : Aggregations.reduce([this.empty], context);
    const filled: KeyedBucket[] = [];
    let at = 0;
    for (let key = first; key <= last || at < buckets.length; key = this.shape.next(key)) {
      while (at < buckets.length && Number(buckets[at].key) <= key) filled.push(buckets[at++]);
      const met = filled.length > 0 && Number(filled[filled.length - 1].key) === key;
      if (!met && key <= last) filled.push(new KeyedBucket(key, 0, empty, this.shape.format));
    }
    return filled;
  }

  nextKey(key: number): number {
    return this.shape.next(key);
  }

  withBuckets(buckets: readonly KeyedBucket[]): InternalHistogram {
    return new InternalHistogram(this.shape, buckets, this.empty, this.mapped);
  }

  render(context: RenderContext): ExactJsonObject {
    if (!this.shape.keyed) return { buckets: this.buckets.map((bucket) => renderBucket(bucket, context)) };
    const keyed: ExactJsonObject = {};
    for (const bucket of this.buckets) {
      setMember(keyed, bucket.keyText, renderBucket(bucket, context));
    }
    return { buckets: keyed };
  }
}

function renderBucket(bucket: KeyedBucket, context: RenderContext): ExactJsonObject {
  const text = bucket.format.asString(bucket.key);
  const rendered: ExactJsonObject = text === null ? {} : { key_as_string: text };
  rendered.key = bucket.format.json(bucket.key);
  rendered.doc_count = bucket.docCount;
  bucket.aggregations.renderInto(rendered, context);
  return rendered;
}

/** One bucket per key, ascending. */
function mergeByKey(buckets: readonly KeyedBucket[], context: ReduceContext): readonly KeyedBucket[] {
  return groupByKey(buckets)
    .map((group) => mergeKeyed(group, context))
    .sort((a, b) => Number(a.key) - Number(b.key));
}

function sortBuckets(buckets: readonly KeyedBucket[], order: BucketOrder): readonly KeyedBucket[] {
  if (order[0].by === 'key' && order[0].ascending) return buckets;
  return [...buckets].sort(bucketComparator<KeyedBucket>(order));
}
