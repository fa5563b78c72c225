import type { Pacer, Steps } from '../../common/index.ts';
import type { LeafContext } from '../../query/index.ts';
import {
  type Aggregator,
  type AggregatorPlace,
  type DocBlock,
  NO_BUCKET,
  passOn,
  type SubAggregators,
} from '../framework/aggregator.ts';
import { BucketCounts } from '../framework/growable.ts';
import type { InternalAggregation } from '../framework/internalAggregation.ts';
import { executionError } from '../framework/parseErrors.ts';
import { BlockBuffer } from './blockBuffer.ts';
import { InternalSingleBucket } from './singleBucket.ts';

export interface Sample {
  readonly leaf: LeafContext;
  readonly doc: number;
  readonly score: number;
  /** The value by which samples must differ; 0 if they need not. */
  readonly key: number;
}

/** How a sample is selected. */
export interface SampleRule {
  /** The key of each document in a block; `null` if all are equal. */
  keysOf(leaf: LeafContext): ((block: DocBlock) => ArrayLike<number>) | null;
  /** Maximum number of documents buffered per bucket before selecting the best. */
  readonly most: number;
  /** Drops documents that cannot get into the sample. */
  narrow(samples: readonly Sample[]): readonly Sample[];
  /** Selects the sample from a bucket's remaining documents. */
  best(samples: readonly Sample[]): readonly Sample[];
}

/** Buffers documents until all are known, then forwards the best. */
export class SampleAggregator implements Aggregator {
  readonly singleBucketChildren: SubAggregators;
  readonly #rule: SampleRule;
  readonly #samples = new Map<number, Sample[]>();
  readonly #counts = new BucketCounts();

  constructor(place: AggregatorPlace, rule: SampleRule) {
    this.#rule = rule;
    place.afterCollecting(() => this.#replay());
    this.singleBucketChildren = place.children({ manyOwners: false });
    if (this.singleBucketChildren.isEmpty) {
      throw executionError('Sampler aggregation must be used with child aggregations.');
    }
  }

  leaf(leaf: LeafContext): ReturnType<Aggregator['leaf']> {
    const keysOf = this.#rule.keysOf(leaf);
    return {
      collect: (block) => {
        const keys = keysOf?.(block) ?? null;
        for (let i = 0; i < block.count; i++) {
          const samples = this.#samples.get(block.owners[i]) ?? [];
          const score = block.scores ? block.scores[i] : 0;
          samples.push({ leaf, doc: block.docs[i], score, key: keys === null ? 0 : keys[i] });
          this.#samples.set(
            block.owners[i],
            samples.length < this.#rule.most ? samples : [...this.#rule.narrow(samples)],
          );
        }
      },
    };
  }

  docCount(owner: number): number {
    return this.#counts.get(owner);
  }

  settle(pacer: Pacer): Promise<void> {
    return this.singleBucketChildren.settle(pacer);
  }

  build(owner: number): InternalAggregation {
    const docCount = owner === NO_BUCKET ? 0 : this.#counts.get(owner);
    return new InternalSingleBucket('sampler', docCount, this.singleBucketChildren.build(owner));
  }

  *#replay(): Steps<void> {
    const byLeaf = new Map<LeafContext, { readonly owner: number; readonly sample: Sample }[]>();
    let ownerBound = 0;
    for (const [owner, samples] of this.#samples) {
      const best = this.#rule.best(samples);
      yield;
      this.#counts.ensure(owner + 1)[owner] = best.length;
      ownerBound = Math.max(ownerBound, owner + 1);
      for (const sample of best) {
        const list = byLeaf.get(sample.leaf) ?? [];
        list.push({ owner, sample });
        byLeaf.set(sample.leaf, list);
      }
    }
    for (const [leaf, list] of [...byLeaf].sort(([a], [b]) => a.ord - b.ord)) {
      const buffer = new BlockBuffer();
      list.sort((a, b) => a.sample.doc - b.sample.doc);
      for (const { owner, sample } of list) buffer.add(sample.doc, owner, sample.score);
      const collector = this.singleBucketChildren.leaf(leaf);
      // A document may take as long as its text.
      if (collector) yield* passOn(collector, buffer.block(ownerBound, true), 1);
    }
  }
}

/** Best scores first; ties in shard order. */
export function compareSamples(a: Sample, b: Sample): number {
  return b.score - a.score || a.leaf.ord - b.leaf.ord || a.doc - b.doc;
}

/** Number of documents buffered per bucket before the best `size` are selected. */
export function keptAtMost(size: number): number {
  return 2 * Math.max(size, 512);
}
