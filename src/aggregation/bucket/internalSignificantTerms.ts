import { type ExactJsonObject, hashMapOrder, jsonDouble } from '../../common/index.ts';
import type {
  Aggregations,
  Bucket,
  InternalAggregation,
  MultiBucketResult,
  ReduceContext,
  RenderContext,
} from '../framework/internalAggregation.ts';
import { bestByQueue } from '../framework/luceneQueue.ts';
import { type KeyFormat, keyMembers, keyText } from '../values/keyFormat.ts';
import type { Key } from '../values/keys.ts';
import { mergeAggregations } from './keyedBucket.ts';
import type { Heuristic } from './significance.ts';

export interface SignificantLimits {
  readonly size: number;
  readonly shardSize: number;
  readonly minDocCount: number;
  readonly shardMinDocCount: number;
  readonly heuristic: Heuristic;
}

export class SignificantBucket implements Bucket {
  readonly key: Key;
  readonly docCount: number;
  /** Number of documents with the term in the background set. */
  readonly backgroundCount: number;
  readonly score: number;
  readonly aggregations: Aggregations;
  readonly format: KeyFormat;

  constructor(
    key: Key,
    counts: { readonly docCount: number; readonly backgroundCount: number; readonly score: number },
    aggregations: Aggregations,
    format: KeyFormat,
  ) {
    this.key = key;
    this.docCount = counts.docCount;
    this.backgroundCount = counts.backgroundCount;
    this.score = counts.score;
    this.aggregations = aggregations;
    this.format = format;
  }

  get keyText(): string {
    return keyText(this.key, this.format);
  }

  get keyNumber(): number {
    return typeof this.key === 'string' ? Number.NaN : Number(this.key);
  }

  withAggregations(aggregations: Aggregations): SignificantBucket {
    return new SignificantBucket(this.key, this, aggregations, this.format);
  }
}

interface Sizes {
  readonly subset: number;
  readonly superset: number;
}

export class InternalSignificantTerms implements MultiBucketResult {
  readonly type: string;
  readonly mapped: boolean;
  readonly buckets: readonly SignificantBucket[];
  readonly sizes: Sizes;
  readonly #limits: SignificantLimits;

  constructor(
    type: string,
    limits: SignificantLimits,
    buckets: readonly SignificantBucket[],
    sizes: Sizes,
    mapped = true,
  ) {
    this.type = type;
    this.mapped = mapped;
    this.buckets = buckets;
    this.sizes = sizes;
    this.#limits = limits;
  }

  static unmapped(limits: SignificantLimits): InternalSignificantTerms {
    return new InternalSignificantTerms('sigsterms', limits, [], { subset: 0, superset: 0 }, false);
  }

  reduce(results: readonly InternalSignificantTerms[], context: ReduceContext): InternalAggregation {
    const { size, minDocCount } = this.#limits;
    const sizes: Sizes = {
      subset: results.reduce((sum, result) => sum + result.sizes.subset, 0),
      superset: results.reduce((sum, result) => sum + result.sizes.superset, 0),
    };
    const groups = new Map<string, SignificantBucket[]>();
    for (const bucket of results.flatMap((result) => result.buckets)) {
      const group = groups.get(bucket.keyText);
      if (group) group.push(bucket);
      else groups.set(bucket.keyText, [bucket]);
    }
    const merged = hashMapOrder([...groups.keys()])
      .map((key) => this.#merge(groups.get(key) ?? [], sizes, context))
      .filter((bucket) => bucket.docCount >= minDocCount && bucket.score > 0);
    const buckets = bestByQueue(merged, Math.min(size, groups.size), (a, b) => a.score < b.score);
    context.consumeBuckets(buckets.length);
    return new InternalSignificantTerms(this.type, this.#limits, buckets, sizes, this.mapped);
  }

  #merge(group: readonly SignificantBucket[], sizes: Sizes, context: ReduceContext): SignificantBucket {
    const docCount = group.reduce((sum, bucket) => sum + bucket.docCount, 0);
    const backgroundCount = group.reduce((sum, bucket) => sum + bucket.backgroundCount, 0);
    const score = this.#limits.heuristic({
      subsetFreq: docCount,
      subsetSize: sizes.subset,
      supersetFreq: backgroundCount,
      supersetSize: sizes.superset,
    });
    const [{ key, format }] = group;
    const counts = { docCount, backgroundCount, score };
    return new SignificantBucket(key, counts, mergeAggregations(group, context), format);
  }

  withBuckets(buckets: readonly SignificantBucket[]): InternalSignificantTerms {
    return new InternalSignificantTerms(this.type, this.#limits, buckets, this.sizes, this.mapped);
  }

  render(context: RenderContext): ExactJsonObject {
    const buckets = this.buckets.map((bucket) => {
      const rendered = keyMembers(bucket.key, bucket.format);
      rendered.doc_count = bucket.docCount;
      rendered.score = jsonDouble(bucket.score);
      rendered.bg_count = bucket.backgroundCount;
      bucket.aggregations.renderInto(rendered, context);
      return rendered;
    });
    if (!this.mapped) return { buckets };
    return { doc_count: this.sizes.subset, bg_count: this.sizes.superset, buckets };
  }
}
