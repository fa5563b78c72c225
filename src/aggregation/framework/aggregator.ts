import type { JsonObject, Pacer, Steps } from '../../common/index.ts';
import type { LeafContext } from '../../query/index.ts';
import type { AggregationContext } from '../types.ts';
import type { BucketAccount } from './bucketAccount.ts';
import type { AggregationHead, InternalAggregation } from './internalAggregation.ts';
import { Aggregations } from './internalAggregation.ts';

/** Documents handed down in one call: small enough that all scratch arrays stay in the processor's caches. */
export const BLOCK_DOCS = 1024;

/** An owner that no document fell into: its results are the empty ones. */
export const NO_BUCKET = 0xffffffff;

/**
 * Documents of one segment, each with the bucket of the parent that it fell into. The first `count` items of the
 * arrays are valid; they belong to the caller, who writes them again after the call. Documents ascend for an owner.
 */
export interface DocBlock {
  readonly docs: Uint32Array;
  readonly owners: Uint32Array;
  readonly scores: Float32Array | null;
  readonly count: number;
  /** Greater than every owner in the block: the room that arrays indexed by owner need. */
  readonly ownerBound: number;
  /** True where the documents follow each other without a gap: columns can then be read as they lie. */
  readonly contiguous: boolean;
}

export interface LeafCollector {
  collect(block: DocBlock): void;
  /** Where counts of the whole segment are kept: quicker when most of its documents match. */
  readonly whole?: WholeSegment;
}

/** Collects all documents of a segment, deleted and nested ones too, less those that are left out. */
export interface WholeSegment {
  /** Comes first. */
  collectAll(): Steps<void>;
  leaveOut(block: DocBlock): void;
}

/**
 * Collects the documents of one shard for all buckets of its parent at once: the state of an aggregation is arrays
 * indexed by bucket ordinal (the *owner*), so that one pass serves every bucket.
 */
export interface Aggregator {
  leaf(leaf: LeafContext): LeafCollector;
  /** The result for one bucket of the parent; NO_BUCKET asks for the empty result. */
  build(owner: number): InternalAggregation;
  /**
   * What build() would take too long for, in turns of the event loop: done once, before the first build(), for
   * aggregations with no bucket of another one above them but those of nested objects.
   */
  settle?(pacer: Pacer): Promise<void>;
  /** Where sub-aggregations are to see only the documents of buckets that are answered. At the top only. */
  readonly secondLook?: SecondLook;
  /** For `order`: the value of a metric for one owner. `key` is null or names one of several values. */
  sortValue?(key: string | null): (owner: number) => number;
  /** For `order`: aggregators below a single-bucket aggregation, whose buckets have their owner's ordinal. */
  readonly singleBucketChildren?: SubAggregators;
  /** For `order` by `_count` of a single-bucket aggregation. */
  docCount?(owner: number): number;
  /** For `profile`: the original's name of the class, and what it tells of its way of working. */
  describe?(): AggregatorDescription;
}

/** What happens when all documents were collected: before anything is settled or built, they are gone through again. */
export interface SecondLook {
  choose(pacer: Pacer): Promise<void>;
  /** null: nothing is to be collected. */
  leaf(leaf: LeafContext): LeafCollector | null;
}

export interface AggregatorDescription {
  readonly type: string;
  readonly debug?: JsonObject;
}

/** What an aggregation is told about its place in the tree. */
export interface AggregatorPlace {
  readonly context: AggregationContext;
  readonly name: string;
  /** True where every document comes with owner 0. */
  readonly singleOwner: boolean;
  /** Types of the aggregations above, outermost first. */
  readonly parents: readonly string[];
  /** The name of the aggregation above; null at the top. */
  readonly parentName: string | null;
  /** The nested object whose documents are collected here; null for root documents. */
  readonly nestedPath: string | null;
  /** Has `task` run when all documents are collected, before any result is built; those of outer aggregations first. */
  afterCollecting(task: () => Steps<void>): void;
  /** Builds the sub-aggregations: `manyOwners` where this aggregation makes several buckets. */
  children(options: ChildrenOptions): SubAggregators;
  /** How many documents an owner was given, where the aggregation above counts them; null: count yourself. */
  readonly docCount: DocCount | null;
}

export type DocCount = (owner: number) => number;

interface ChildrenOptions {
  readonly manyOwners: boolean;
  readonly nestedPath?: string | null;
  /** Of each bucket, the documents that are handed down. */
  readonly docCount?: DocCount;
}

/** The sub-aggregations of one aggregation. */
export class SubAggregators {
  readonly heads: readonly AggregationHead[];
  readonly aggregators: readonly Aggregator[];
  /** Where the buckets of their parent are counted. */
  readonly account: BucketAccount;
  #ahead: ReadonlyMap<number, Aggregations> | null = null;

  constructor(heads: readonly AggregationHead[], aggregators: readonly Aggregator[], account: BucketAccount) {
    this.heads = heads;
    this.aggregators = aggregators;
    this.account = account;
  }

  get isEmpty(): boolean {
    return this.aggregators.length === 0;
  }

  get(name: string): Aggregator | undefined {
    const index = this.heads.findIndex((head) => head.name === name);
    return index === -1 ? undefined : this.aggregators[index];
  }

  /** null where there are no sub-aggregations. */
  leaf(leaf: LeafContext): LeafCollector | null {
    const collectors = this.aggregators.map((aggregator) => aggregator.leaf(leaf));
    if (collectors.length < 2) return collectors[0] ?? null;
    const wholes = collectors.flatMap(({ whole }) => whole ?? []);
    return {
      collect(block) {
        for (const collector of collectors) collector.collect(block);
      },
      whole: wholes.length === collectors.length ? togetherOf(wholes) : undefined,
    };
  }

  async settle(pacer: Pacer): Promise<void> {
    for (const aggregator of this.aggregators) await aggregator.settle?.(pacer);
  }

  /** Builds the results of many owners in turns of the event loop; `build` has them ready then. */
  async buildAhead(owners: Iterable<number>, pacer: Pacer): Promise<void> {
    if (this.isEmpty) return;
    const ahead = new Map<number, Aggregations>();
    for (const owner of owners) {
      ahead.set(owner, this.build(owner));
      if (pacer.isOver()) await pacer.pause();
    }
    this.#ahead = ahead;
  }

  build(owner: number): Aggregations {
    const ahead = this.#ahead?.get(owner);
    if (ahead !== undefined) return ahead;
    this.account.built();
    if (this.aggregators.length === 0) return Aggregations.none;
    const values = this.aggregators.map((aggregator) => aggregator.build(owner));
    return new Aggregations(this.heads, values);
  }
}

function togetherOf(wholes: readonly WholeSegment[]): WholeSegment {
  return {
    collectAll: () => collectEach(wholes),
    leaveOut(block) {
      for (const whole of wholes) whole.leaveOut(block);
    },
  };
}

function* collectEach(wholes: readonly WholeSegment[]): Steps<void> {
  for (const whole of wholes) yield* whole.collectAll();
}
