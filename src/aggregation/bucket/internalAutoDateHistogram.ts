import type { ExactJsonObject } from '../../common/index.ts';
import {
  Aggregations,
  type InternalAggregation,
  type MultiBucketResult,
  type ReduceContext,
  type RenderContext,
} from '../framework/internalAggregation.ts';
import { type KeyFormat, keyMembers } from '../values/keyFormat.ts';
import { type AutoRounding, chooseRounding } from './autoRoundings.ts';
import { groupByKey, KeyedBucket, mergeKeyed } from './keyedBucket.ts';

export interface AutoShape {
  /** The maximum number of buckets requested. */
  readonly target: number;
  readonly roundings: readonly AutoRounding[];
  readonly format: KeyFormat;
}

export class InternalAutoDateHistogram implements MultiBucketResult {
  readonly type = 'auto_date_histogram';
  readonly buckets: readonly KeyedBucket[];
  readonly roundingIndex: number;
  readonly #shape: AutoShape;
  readonly #empty: Aggregations;
  /** How many units form one bucket. */
  readonly #multiple: number;

  constructor(
    shape: AutoShape,
    roundingIndex: number,
    buckets: readonly KeyedBucket[],
    empty: Aggregations,
    multiple = 1,
  ) {
    this.#shape = shape;
    this.roundingIndex = roundingIndex;
    this.buckets = buckets;
    this.#empty = empty;
    this.#multiple = multiple;
  }

  reduce(results: readonly InternalAutoDateHistogram[], context: ReduceContext): InternalAggregation {
    const { roundings, target } = this.#shape;
    const all = results.flatMap((result) => result.buckets);
    const least = Math.max(...results.map((result) => result.roundingIndex));
    if (all.length === 0) return new InternalAutoDateHistogram(this.#shape, least, [], this.#empty);
    const keys = all.map((bucket) => Number(bucket.key));
    const extremes = { min: Math.min(...keys), max: Math.max(...keys) };
    let index = chooseRounding(roundings, least, extremes, target);
    let filled = this.#fill(this.#regroup(all, index, context), index, context);
    while (index < roundings.length - 1 && filled.length > mostBuckets(roundings[index], target)) {
      index++;
      filled = this.#fill(this.#regroup(filled, index, context), index, context);
    }
    const { multiples } = roundings[index];
    const multiple = multiples.find((one) => Math.ceil(filled.length / one) <= target) ?? 1;
    const buckets = multiple === 1 ? filled : mergeRuns(filled, multiple, context);
    context.consumeBuckets(buckets.length);
    return new InternalAutoDateHistogram(this.#shape, index, buckets, this.#empty, multiple);
  }

  nextKey(key: number): number {
    return this.#shape.roundings[this.roundingIndex].rounding.next(key);
  }

  /** One bucket per rounded key, ascending. */
  #regroup(buckets: readonly KeyedBucket[], index: number, context: ReduceContext): readonly KeyedBucket[] {
    const { rounding } = this.#shape.roundings[index];
    const rounded = buckets.map(
      (bucket) =>
        new KeyedBucket(
          rounding.round(Number(bucket.key)),
          bucket.docCount,
          bucket.aggregations,
          bucket.format,
        ),
    );
    return groupByKey(rounded)
      .map((group) => mergeKeyed(group, context))
      .sort((a, b) => Number(a.key) - Number(b.key));
  }

  #fill(buckets: readonly KeyedBucket[], index: number, context: ReduceContext): readonly KeyedBucket[] {
    const { rounding } = this.#shape.roundings[index];
    const empty = Aggregations.reduce([this.#empty], context);
    const filled: KeyedBucket[] = [];
    for (const bucket of buckets) {
      const last = filled[filled.length - 1];
      for (let key = last ? rounding.next(Number(last.key)) : bucket.key; key < bucket.key; ) {
        filled.push(new KeyedBucket(key, 0, empty, this.#shape.format));
        key = rounding.next(Number(key));
      }
      filled.push(bucket);
    }
    return filled;
  }

  withBuckets(buckets: readonly KeyedBucket[]): InternalAutoDateHistogram {
    return new InternalAutoDateHistogram(
      this.#shape,
      this.roundingIndex,
      buckets,
      this.#empty,
      this.#multiple,
    );
  }

  render(context: RenderContext): ExactJsonObject {
    const buckets = this.buckets.map((bucket) => {
      const { key, key_as_string: text } = keyMembers(bucket.key, bucket.format);
      const rendered: ExactJsonObject = text === undefined ? {} : { key_as_string: text };
      rendered.key = key;
      rendered.doc_count = bucket.docCount;
      bucket.aggregations.renderInto(rendered, context);
      return rendered;
    });
    return {
      buckets,
      interval: `${this.#multiple}${this.#shape.roundings[this.roundingIndex].abbreviation}`,
    };
  }
}

function mostBuckets({ multiples }: AutoRounding, target: number): number {
  return target * multiples[multiples.length - 1];
}

/** Merges each `length` adjacent buckets into one, with the key of the first. */
function mergeRuns(
  buckets: readonly KeyedBucket[],
  length: number,
  context: ReduceContext,
): readonly KeyedBucket[] {
  const merged: KeyedBucket[] = [];
  for (let i = 0; i < buckets.length; i += length)
    merged.push(mergeKeyed(buckets.slice(i, i + length), context));
  return merged;
}
