import { type ExactJsonObject, illegalArgument } from '../../common/index.ts';
import type { Aggregator, AggregatorPlace } from '../framework/aggregator.ts';
import type {
  InternalAggregation,
  MultiBucketResult,
  ReduceContext,
  RenderContext,
} from '../framework/internalAggregation.ts';
import { KeyedBuckets } from '../framework/keyedBuckets.ts';
import { doubleField, longField, parseObject } from '../framework/objectParser.ts';
import type { AggregationType } from '../framework/specs.ts';
import { checkSelections, includeExcludeFields, keyFilter } from '../values/includeExclude.ts';
import { type KeyFormat, keyFormat } from '../values/keyFormat.ts';
import { compareKeys, type Key, type KeySource } from '../values/keys.ts';
import { valueKeys } from '../values/sources.ts';
import { requireFieldOrScript, resolveValues, valuesAliases, valuesFields } from '../values/valuesConfig.ts';
import { groupByKey, KeyedBucket, mergeKeyed, renderKeyed } from './keyedBucket.ts';
import { unmappedAggregator } from './unmapped.ts';

const fields = {
  ...valuesFields,
  ...includeExcludeFields,
  max_doc_count: longField((value, { aggregation }) => {
    if (value <= 0) {
      throw illegalArgument(`[max_doc_count] must be greater than 0. Found [${value}] in [${aggregation}]`);
    }
    if (value <= 100) return value;
    throw illegalArgument(`[max_doc_count] must be smallerthan 100in [${aggregation}]`);
  }),
  precision: doubleField((value) => {
    if (value >= 0.00001) return value;
    throw illegalArgument('[precision] must be greater than 0.00001');
  }),
} as const;

/** Terms with few documents, rarest first. Exact, whereas the original misses some if there are very many. */
export const rareTerms: AggregationType = {
  name: 'rare_terms',
  family: 'bucket',
  parse(json, aggregation) {
    const options = parseObject(json, fields, {
      parser: 'rare_terms',
      aggregation,
      aliases: valuesAliases,
      check: checkSelections,
    });
    requireFieldOrScript(options);
    const { max_doc_count: maxDocCount = 1, include = null, exclude = null } = options;
    return {
      create(place) {
        const config = resolveValues(place, options, {
          aggregation: 'rare_terms',
          kinds: ['bytes', 'ip', 'numeric', 'date', 'boolean'],
          defaultKind: 'bytes',
        });
        if (!config.hasValues) {
          return unmappedAggregator(place, () => new InternalRareTerms('sterms', maxDocCount, [], [], false));
        }
        const filter = keyFilter(include, exclude, config, {
          aggregation: place.name,
          error: illegalArgument,
        });
        const { keys, integral } = valueKeys(config, place.context, filter);
        if (config.kind === 'numeric' && !integral) {
          throw illegalArgument('RareTerms aggregation does not support floating point fields.');
        }
        return new RareTermsAggregator(place, keys, keyFormat(config, integral), maxDocCount);
      },
    };
  },
};

class RareTermsAggregator implements Aggregator {
  readonly #buckets: KeyedBuckets;
  readonly #format: KeyFormat;
  readonly #maxDocCount: number;

  constructor(place: AggregatorPlace, keys: KeySource, format: KeyFormat, maxDocCount: number) {
    this.#buckets = new KeyedBuckets(keys, place);
    this.#format = format;
    this.#maxDocCount = maxDocCount;
  }

  leaf(leaf: Parameters<Aggregator['leaf']>[0]): ReturnType<Aggregator['leaf']> {
    return this.#buckets.leaf(leaf);
  }

  build(owner: number): InternalAggregation {
    const { keys, children } = this.#buckets;
    const rare: KeyedBucket[] = [];
    const common: Key[] = [];
    for (const ord of this.#buckets.ordsOf(owner)) {
      const key = keys.key(this.#buckets.keyOf(ord));
      const docCount = this.#buckets.docCount(ord);
      if (docCount > this.#maxDocCount) common.push(key);
      else rare.push(new KeyedBucket(key, docCount, children.build(ord), this.#format));
    }
    return new InternalRareTerms(`${this.#format.prefix}rareterms`, this.#maxDocCount, rare, common);
  }
}

class InternalRareTerms implements MultiBucketResult {
  readonly type: string;
  readonly mapped: boolean;
  readonly buckets: readonly KeyedBucket[];
  /** Terms that are too frequent on this shard, and so must not be shown by others. */
  readonly common: readonly Key[];
  readonly #maxDocCount: number;

  constructor(
    type: string,
    maxDocCount: number,
    buckets: readonly KeyedBucket[],
    common: readonly Key[],
    mapped = true,
  ) {
    this.type = type;
    this.mapped = mapped;
    this.buckets = buckets;
    this.common = common;
    this.#maxDocCount = maxDocCount;
  }

  reduce(results: readonly InternalRareTerms[], context: ReduceContext): InternalAggregation {
    const common = new Set(results.flatMap((result) => result.common));
    const rare = groupByKey(results.flatMap((result) => result.buckets))
      .filter(([first]) => !common.has(first.key))
      .map((group) => mergeKeyed(group, context))
      .filter((bucket) => bucket.docCount <= this.#maxDocCount)
      .sort((a, b) => a.docCount - b.docCount || compareKeys(a.key, b.key));
    context.consumeBuckets(rare.length);
    return this.withBuckets(rare);
  }

  withBuckets(buckets: readonly KeyedBucket[]): InternalRareTerms {
    return new InternalRareTerms(this.type, this.#maxDocCount, buckets, this.common, this.mapped);
  }

  render(context: RenderContext): ExactJsonObject {
    return { buckets: this.buckets.map((bucket) => renderKeyed(bucket, context)) };
  }
}
