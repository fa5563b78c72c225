import type { ExactJsonObject, JsonObject, Pacer } from '../../common/index.ts';
import type { LeafContext } from '../../query/index.ts';
import {
  type Aggregator,
  collectorOf,
  type DocBlock,
  type LeafCollector,
  passOn,
  type SubAggregators,
} from '../framework/aggregator.ts';
import { BucketCounts } from '../framework/growable.ts';
import {
  Aggregations,
  type InternalAggregation,
  type ReduceContext,
  type RenderContext,
  type SingleBucketResult,
} from '../framework/internalAggregation.ts';

/** Reduces a block to the documents that fall into the bucket; owners stay the same. */
export type Narrow = (block: DocBlock) => DocBlock;

/** An aggregation with one bucket per parent bucket: filter, missing, nested, sampler, … */
export class SingleBucketAggregator implements Aggregator {
  readonly singleBucketChildren: SubAggregators;
  readonly #type: string;
  readonly #counts = new BucketCounts();
  readonly #narrow: (leaf: LeafContext) => Narrow;

  constructor(type: string, children: SubAggregators, narrow: (leaf: LeafContext) => Narrow) {
    this.#type = type;
    this.singleBucketChildren = children;
    this.#narrow = narrow;
  }

  leaf(leaf: LeafContext): LeafCollector {
    const narrow = this.#narrow(leaf);
    const children = this.singleBucketChildren.leaf(leaf);
    const count = (block: DocBlock): DocBlock => {
      const kept = narrow(block);
      const counts = this.#counts.ensure(kept.ownerBound);
      for (let i = 0; i < kept.count; i++) counts[kept.owners[i]]++;
      return kept;
    };
    if (children === null) return { collect: (block) => void count(block) };
    return collectorOf((block) => passOn(children, count(block), block.count));
  }

  docCount(owner: number): number {
    return this.#counts.get(owner);
  }

  settle(pacer: Pacer): Promise<void> {
    return this.singleBucketChildren.settle(pacer);
  }

  build(owner: number): InternalAggregation {
    const docCount = this.#counts.get(owner);
    return new InternalSingleBucket(this.#type, docCount, this.singleBucketChildren.build(owner));
  }
}

export class InternalSingleBucket implements SingleBucketResult {
  readonly type: string;
  readonly docCount: number;
  readonly aggregations: Aggregations;
  readonly mapped: boolean;

  constructor(type: string, docCount: number, aggregations: Aggregations, mapped = true) {
    this.type = type;
    this.docCount = docCount;
    this.aggregations = aggregations;
    this.mapped = mapped;
  }

  reduce(results: readonly InternalSingleBucket[], context: ReduceContext): InternalAggregation {
    const docCount = results.reduce((sum, result) => sum + result.docCount, 0);
    const aggregations = Aggregations.reduce(
      results.map((result) => result.aggregations),
      context,
    );
    return new InternalSingleBucket(this.type, docCount, aggregations);
  }

  withAggregations(aggregations: Aggregations): InternalSingleBucket {
    return new InternalSingleBucket(this.type, this.docCount, aggregations, this.mapped);
  }

  number(key: string | null): number | null {
    return key === null || key === '_count' || key === 'doc_count' ? this.docCount : null;
  }

  render(context: RenderContext): ExactJsonObject {
    const rendered: JsonObject = { doc_count: this.docCount };
    this.aggregations.renderInto(rendered, context);
    return rendered;
  }
}

/** Filters the documents of a block. The result is overwritten by the next call. */
export function filterBlocks(): (block: DocBlock, test: (doc: number) => boolean) => DocBlock {
  let docs: Uint32Array = new Uint32Array(0);
  let owners: Uint32Array = new Uint32Array(0);
  let scores: Float32Array = new Float32Array(0);
  return (block, test) => {
    if (docs.length < block.count) {
      docs = new Uint32Array(block.count);
      owners = new Uint32Array(block.count);
      scores = new Float32Array(block.count);
    }
    let count = 0;
    for (let i = 0; i < block.count; i++) {
      if (!test(block.docs[i])) continue;
      docs[count] = block.docs[i];
      owners[count] = block.owners[i];
      if (block.scores) scores[count] = block.scores[i];
      count++;
    }
    return {
      docs,
      owners,
      scores: block.scores && scores,
      count,
      ownerBound: block.ownerBound,
      contiguous: false,
    };
  };
}
