import type { Pacer } from '../../common/index.ts';
import {
  type Aggregator,
  type AggregatorDescription,
  type AggregatorPlace,
  NO_BUCKET,
} from '../framework/aggregator.ts';
import { checkOrder } from '../framework/bucketOrder.ts';
import type { InternalAggregation } from '../framework/internalAggregation.ts';
import { KeyedBuckets } from '../framework/keyedBuckets.ts';
import type { KeySource } from '../values/keys.ts';
import { type HistogramShape, InternalHistogram } from './internalHistogram.ts';
import { KeyedBucket } from './keyedBucket.ts';

/** Counts documents by rounded value. */
export class HistogramAggregator implements Aggregator {
  readonly #buckets: KeyedBuckets;
  readonly #shape: HistogramShape;

  constructor(place: AggregatorPlace, keys: KeySource, shape: HistogramShape) {
    this.#buckets = new KeyedBuckets(keys, place);
    checkOrder(shape.order, this.#buckets.children);
    this.#shape = shape;
    if (shape.minDocCount <= 1) this.#buckets.answerAll();
  }

  leaf(...[leaf]: Parameters<Aggregator['leaf']>): ReturnType<Aggregator['leaf']> {
    return this.#buckets.leaf(leaf);
  }

  describe(): AggregatorDescription {
    const kind = this.#shape.type === 'date_histogram' ? 'Date' : 'Numeric';
    return { type: `${kind}HistogramAggregator`, debug: { total_buckets: this.#buckets.bucketCount } };
  }

  settle(pacer: Pacer): Promise<void> {
    return this.#buckets.children.buildAhead(this.#buckets.ordsOf(0), pacer);
  }

  build(owner: number): InternalAggregation {
    const { keys, children } = this.#buckets;
    const buckets = Array.from(this.#buckets.ordsOf(owner), (ord) => {
      const key = keys.key(this.#buckets.keyOf(ord));
      return new KeyedBucket(key, this.#buckets.docCount(ord), children.build(ord), this.#shape.format);
    });
    return new InternalHistogram(this.#shape, buckets, children.build(NO_BUCKET));
  }
}

/** The histogram of an unmapped field: only the empty buckets that bounds require. */
export function unmappedHistogram(place: AggregatorPlace, shape: HistogramShape): Aggregator {
  const children = place.children({ manyOwners: true });
  return {
    leaf: () => ({ collect() {} }),
    build: () => new InternalHistogram(shape, [], children.build(NO_BUCKET), false),
  };
}
