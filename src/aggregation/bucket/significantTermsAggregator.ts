import { atOnce, inTurns, type Pacer, type Steps } from '../../common/index.ts';
import type { LeafContext } from '../../query/index.ts';
import {
  type Aggregator,
  type AggregatorPlace,
  collectorOf,
  type LeafCollector,
  NO_BUCKET,
  passOn,
} from '../framework/aggregator.ts';
import { collectInSteps } from '../framework/collectBlocks.ts';
import { BucketCounts } from '../framework/growable.ts';
import { KeyedBuckets } from '../framework/keyedBuckets.ts';
import { bestByQueue } from '../framework/luceneQueue.ts';
import type { AggregationContext } from '../types.ts';
import type { KeyFormat } from '../values/keyFormat.ts';
import { compareKeys, type KeySource } from '../values/keys.ts';
import {
  InternalSignificantTerms,
  SignificantBucket,
  type SignificantLimits,
} from './internalSignificantTerms.ts';

/** The background set for comparison. */
export interface Background {
  readonly size: number;
  /** How many background documents have a key. */
  countOf(id: number): number;
}

interface SignificantOptions {
  readonly keys: KeySource;
  readonly format: KeyFormat;
  readonly limits: SignificantLimits;
  /** Counts the background set; called once, after all documents are collected. */
  readonly background: () => Steps<Background>;
}

/** Counts terms in the matching documents, and at the end in the background set. */
export class SignificantTermsAggregator implements Aggregator {
  readonly #buckets: KeyedBuckets;
  readonly #options: SignificantOptions;
  readonly #subsetSizes = new BucketCounts();
  #background: Background | null = null;

  constructor(place: AggregatorPlace, options: SignificantOptions) {
    this.#buckets = new KeyedBuckets(options.keys, place);
    this.#options = options;
  }

  leaf(leaf: LeafContext): LeafCollector {
    const collector = this.#buckets.leaf(leaf);
    return collectorOf((block) => {
      const sizes = this.#subsetSizes.ensure(block.ownerBound);
      for (let i = 0; i < block.count; i++) sizes[block.owners[i]]++;
      return passOn(collector, block);
    });
  }

  async settle(pacer: Pacer): Promise<void> {
    this.#background ??= await inTurns(this.#options.background(), pacer, 1);
  }

  build(owner: number): InternalSignificantTerms {
    const { limits, format } = this.#options;
    const background = (this.#background ??= atOnce(this.#options.background()));
    const sizes = {
      subset: owner === NO_BUCKET ? 0 : this.#subsetSizes.get(owner),
      superset: background.size,
    };
    const scored = Array.from(this.#buckets.ordsOf(owner), (ord) => {
      const id = this.#buckets.keyOf(ord);
      const docCount = this.#buckets.docCount(ord);
      const backgroundCount = background.countOf(id);
      const score = limits.heuristic({
        subsetFreq: docCount,
        subsetSize: sizes.subset,
        supersetFreq: backgroundCount,
        supersetSize: sizes.superset,
      });
      return { ord, key: this.#buckets.keys.key(id), docCount, backgroundCount, score };
    }).filter(({ docCount }) => docCount >= limits.shardMinDocCount);
    // Strings are processed in dictionary order.
    if (format.prefix === 's') scored.sort((a, b) => compareKeys(a.key, b.key));
    const best = bestByQueue(scored, limits.shardSize, (a, b) => a.score < b.score);
    const buckets = best.map(
      (row) => new SignificantBucket(row.key, row, this.#buckets.children.build(row.ord), format),
    );
    return new InternalSignificantTerms(`sig${format.prefix}terms`, limits, buckets, sizes);
  }
}

/** Counts the keys of each segment's background documents. */
export function* countKeys(
  keys: KeySource,
  docs: (leaf: LeafContext) => Uint32Array,
  { leaves, checkCancelled }: Pick<AggregationContext, 'leaves' | 'checkCancelled'>,
): Steps<Background> {
  const counts = new BucketCounts();
  let size = 0;
  for (const leaf of leaves) {
    const reader = keys.leaf(leaf);
    const background = docs(leaf);
    size += background.length;
    const collector: LeafCollector = {
      collect(block) {
        const run = reader.read(block);
        const values = counts.ensure(keys.size);
        for (let i = 0; i < run.count; i++) values[run.ids[i]]++;
      },
    };
    yield* collectInSteps(collector, background, null, checkCancelled);
  }
  return { size, countOf: (id) => counts.get(id) };
}
