import type { LeafContext } from '../../query/index.ts';
import {
  type Aggregator,
  type AggregatorPlace,
  NO_BUCKET,
  type SubAggregators,
} from '../framework/aggregator.ts';
import { BucketCounts } from '../framework/growable.ts';
import type { InternalAggregation } from '../framework/internalAggregation.ts';
import { intField, parseObject } from '../framework/objectParser.ts';
import type { AggregationType } from '../framework/specs.ts';
import { topN } from '../framework/topN.ts';
import { BlockBuffer } from './blockBuffer.ts';
import { InternalSingleBucket } from './singleBucket.ts';

const fields = { shard_size: intField() } as const;

/** The best-scoring documents of each shard. */
export const sampler: AggregationType = {
  name: 'sampler',
  family: 'bucket',
  parse(json, aggregation) {
    const { shard_size: shardSize = 100 } = parseObject(json, fields, { parser: 'sampler', aggregation });
    return { needsScores: true, create: (place) => new SamplerAggregator(place, shardSize) };
  },
};

interface Sample {
  readonly leaf: LeafContext;
  readonly doc: number;
  readonly score: number;
}

/** Keeps the documents until all are known, then hands the best on. */
class SamplerAggregator implements Aggregator {
  readonly singleBucketChildren: SubAggregators;
  readonly #shardSize: number;
  readonly #samples = new Map<number, Sample[]>();
  readonly #counts = new BucketCounts();
  #replayed = false;

  constructor(place: AggregatorPlace, shardSize: number) {
    this.#shardSize = shardSize;
    this.singleBucketChildren = place.children({ manyOwners: false });
  }

  leaf(leaf: LeafContext): ReturnType<Aggregator['leaf']> {
    return {
      collect: (block) => {
        for (let i = 0; i < block.count; i++) {
          const samples = this.#samples.get(block.owners[i]) ?? [];
          samples.push({ leaf, doc: block.docs[i], score: block.scores ? block.scores[i] : 0 });
          this.#samples.set(block.owners[i], samples);
        }
      },
    };
  }

  docCount(owner: number): number {
    return Math.min(this.#shardSize, this.#samples.get(owner)?.length ?? 0);
  }

  build(owner: number): InternalAggregation {
    if (!this.#replayed) this.#replay();
    const docCount = owner === NO_BUCKET ? 0 : this.#counts.get(owner);
    return new InternalSingleBucket('sampler', docCount, this.singleBucketChildren.build(owner));
  }

  #replay(): void {
    this.#replayed = true;
    const byLeaf = new Map<
      LeafContext,
      { readonly doc: number; readonly owner: number; readonly score: number }[]
    >();
    let ownerBound = 0;
    for (const [owner, samples] of this.#samples) {
      const best = topN(samples, this.#shardSize, compareSamples);
      this.#counts.ensure(owner + 1)[owner] = best.length;
      ownerBound = Math.max(ownerBound, owner + 1);
      for (const { leaf, doc, score } of best) {
        const list = byLeaf.get(leaf) ?? [];
        list.push({ doc, owner, score });
        byLeaf.set(leaf, list);
      }
    }
    for (const [leaf, list] of [...byLeaf].sort(([a], [b]) => a.ord - b.ord)) {
      const buffer = new BlockBuffer();
      list.sort((a, b) => a.doc - b.doc);
      for (const { doc, owner, score } of list) buffer.add(doc, owner, score);
      this.singleBucketChildren.leaf(leaf)?.collect(buffer.block(ownerBound, true));
    }
  }
}

function compareSamples(a: Sample, b: Sample): number {
  return b.score - a.score || a.leaf.ord - b.leaf.ord || a.doc - b.doc;
}
