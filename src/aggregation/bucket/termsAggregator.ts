import { type Pacer, topN } from '../../common/index.ts';
import type {
  Aggregator,
  AggregatorDescription,
  AggregatorPlace,
  SecondLook,
} from '../framework/aggregator.ts';
import { NO_BUCKET } from '../framework/aggregator.ts';
import { checkOrder, isCountDescending, isKeyOrder, shardComparator } from '../framework/bucketOrder.ts';
import type { InternalAggregation } from '../framework/internalAggregation.ts';
import { KeyedBuckets } from '../framework/keyedBuckets.ts';
import type { KeyFormat } from '../values/keyFormat.ts';
import { compareIds, type KeySource } from '../values/keys.ts';
import { BestBuckets, type BucketChoice } from './bestBuckets.ts';
import { InternalTerms, type TermsLimits } from './internalTerms.ts';
import { KeyedBucket } from './keyedBucket.ts';

interface TermsAggregatorOptions {
  /** The original's name of the result type. */
  readonly type?: string;
  /** For profiles. */
  readonly describe?: (buckets: KeyedBuckets) => AggregatorDescription;
  readonly collectMode?: 'depth_first' | 'breadth_first';
}

const multiTermsDescription = (buckets: KeyedBuckets): AggregatorDescription => ({
  type: 'MultiTermsAggregator',
  debug: { total_buckets: buckets.bucketCount },
});

/**
 * If there are more keys per returned bucket than this, sub-aggregations are deferred until buckets are
 * selected.
 */
const KEYS_A_BUCKET = 4;

/**
 * Whether most keys are likely to need only counting, because few buckets are returned and the order does not
 * depend on sub-aggregations.
 */
function cutsOffMost(keys: KeySource, place: AggregatorPlace, { order, shardSize }: TermsLimits): boolean {
  if (place.parents.length > 0 || order.some(({ by }) => by === 'path')) return false;
  return (keys.keyBound?.(place.context.leaves) ?? 0) > KEYS_A_BUCKET * shardSize;
}

/** Counts documents by key and keeps the first `shard_size` buckets of the order. */
export class TermsAggregator implements Aggregator {
  readonly #buckets: KeyedBuckets;
  readonly #limits: TermsLimits;
  readonly #format: KeyFormat;
  readonly #place: AggregatorPlace;
  readonly #type: string;
  readonly #best = new BestBuckets(() => this.#choice());
  readonly #description: NonNullable<TermsAggregatorOptions['describe']>;
  #hasAllKeys = false;
  readonly secondLook?: SecondLook;

  constructor(
    place: AggregatorPlace,
    keys: KeySource,
    format: KeyFormat,
    limits: TermsLimits,
    {
      type = `${format.prefix}terms`,
      describe = multiTermsDescription,
      collectMode,
    }: TermsAggregatorOptions = {},
  ) {
    const choosesFirst = collectMode !== 'depth_first' && cutsOffMost(keys, place, limits);
    this.#buckets = new KeyedBuckets(keys, place, { choosesFirst });
    if (choosesFirst && !this.#buckets.children.isEmpty) {
      this.secondLook = {
        choose: (pacer) => this.#choose(pacer),
        leaf: (leaf) => this.#buckets.leafOfChosen(leaf),
      };
    }
    checkOrder(limits.order, this.#buckets.children);
    this.#limits = limits;
    this.#format = format;
    this.#place = place;
    this.#type = type;
    this.#description = describe;
  }

  leaf(...[leaf]: Parameters<Aggregator['leaf']>): ReturnType<Aggregator['leaf']> {
    return this.#buckets.leaf(leaf);
  }

  describe(): AggregatorDescription {
    return this.#description(this.#buckets);
  }

  /** Builds the content of the best among very many buckets. */
  async settle(pacer: Pacer): Promise<void> {
    if (this.secondLook === undefined) await this.#choose(pacer);
    await this.#buckets.buildAhead(this.#best.of(0, this.#buckets.ordsOf(0)), pacer);
  }

  async #choose(pacer: Pacer): Promise<void> {
    const all = this.#buckets.ordsOf(0);
    const { size, minDocCount } = this.#limits;
    await this.#best.settle(all, pacer, () => {
      if (minDocCount <= 1) this.#place.context.buckets.answered(Math.min(size, all.length));
    });
    if (this.secondLook !== undefined) this.#buckets.choose(this.#best.of(0, all));
  }

  build(owner: number): InternalAggregation {
    const { minDocCount } = this.#limits;
    const buckets = this.#buckets;
    const all = buckets.ordsOf(owner);
    let other = 0;
    for (const ord of all) other += buckets.docCount(ord);
    const top = this.#best.of(owner, all).map((ord) => this.#bucket(ord));
    for (const bucket of top) other -= bucket.docCount;
    const empty = minDocCount === 0 && owner !== NO_BUCKET ? this.#emptyBuckets(all) : [];
    return new InternalTerms(this.#type, this.#limits, {
      buckets: [...top, ...empty],
      otherDocCount: other,
      error: 0,
    });
  }

  /** Selects the buckets of an owner that the shard returns. */
  #choice(): BucketChoice {
    const { order, shardSize, shardMinDocCount } = this.#limits;
    const buckets = this.#buckets;
    const compare = shardComparator(order, {
      compareKeys: (a, b) => buckets.compareKeys(a, b),
      docCount: (ord) => buckets.docCount(ord),
      children: buckets.children,
    });
    return { size: shardSize, compare, test: (ord) => buckets.docCount(ord) >= shardMinDocCount };
  }

  #bucket(ord: number): KeyedBucket {
    const buckets = this.#buckets;
    const key = buckets.keys.key(buckets.keyOf(ord));
    return new KeyedBucket(key, buckets.docCount(ord), buckets.buildChildren(ord), this.#format);
  }

  /** With min_doc_count 0: the shard's keys that no collected document has. */
  #emptyBuckets(ords: Uint32Array): KeyedBucket[] {
    const { keys, children } = this.#buckets;
    this.#addAllKeys();
    const met = new Set<number>();
    for (const ord of ords) met.add(this.#buckets.keyOf(ord));
    const empty = this.#firstOf(
      Array.from({ length: keys.size }, (_, id) => id).filter((id) => !met.has(id)),
    );
    return empty.map((id) => new KeyedBucket(keys.key(id), 0, children.build(NO_BUCKET), this.#format));
  }

  #addAllKeys(): void {
    if (this.#hasAllKeys) return;
    this.#hasAllKeys = true;
    this.#buckets.keys.addAll(this.#place.context.leaves);
  }

  /** Of keys without documents, the first `shardSize` if their order follows from the keys; otherwise all. */
  #firstOf(empty: readonly number[]): readonly number[] {
    const { order, shardSize } = this.#limits;
    const { keys } = this.#buckets;
    const byKey = isKeyOrder(order) || isCountDescending(order) ? order.find(({ by }) => by === 'key') : null;
    if (!byKey) return empty;
    const sign = byKey.ascending ? 1 : -1;
    return topN(empty, shardSize, (a, b) => sign * compareIds(keys, a, b));
  }
}
