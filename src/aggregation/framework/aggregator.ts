import { atOnce, type FixedBitSet, type JsonObject, type Pacer, type Steps } from '../../common/index.ts';
import type { LeafContext } from '../../query/index.ts';
import type { AggregationContext } from '../types.ts';
import type { BucketAccount } from './bucketAccount.ts';
import type { AggregationHead, InternalAggregation } from './internalAggregation.ts';
import { Aggregations } from './internalAggregation.ts';

/** Documents per block: small enough for all scratch arrays to stay in the processor's caches. */
export const BLOCK_DOCS = 1024;

/** An owner without documents, whose results are empty. */
export const NO_BUCKET = 0xffffffff;

/**
 * Documents of one segment, each with the parent bucket (owner) that it belongs to. The first `count` items
 * of the arrays are valid; the caller reuses the arrays after the call. Documents of an owner ascend.
 */
export interface DocBlock {
  readonly docs: Uint32Array;
  readonly owners: Uint32Array;
  readonly scores: Float32Array | null;
  readonly count: number;
  /** Greater than every owner in the block: the required size of arrays indexed by owner. */
  readonly ownerBound: number;
  /** Whether the documents are consecutive, so that columns can be read sequentially. */
  readonly contiguous: boolean;
}

/**
 * The documents from … to-1 of a segment that are in `matching` (`null`: all of them), in order. Each has one key, at
 * places[doc], and belongs to owners[places[doc]]; to none if that is negative.
 */
export interface KeyedDocs {
  readonly places: Uint32Array | Uint16Array;
  readonly owners: Int32Array;
  /** A multiple of 32. */
  readonly from: number;
  readonly to: number;
  readonly matching: FixedBitSet | null;
  readonly ownerBound: number;
}

export interface LeafCollector {
  collect(block: DocBlock): void;
  /**
   * Does the same in steps. Present if a block may take long: because documents have many keys, and are passed on for
   * each of them.
   */
  collectInSteps?(block: DocBlock): Steps<void>;
  /** Collects documents straight from the columns of a segment. Absent if blocks are needed. */
  collectKeyed?(docs: KeyedDocs): void;
  /** Present if counts of the whole segment are cached, which is faster when most documents match. */
  readonly whole?: WholeSegment;
}

/** Larger blocks are passed on in pieces. */
const MOST_AT_ONCE = 4 * BLOCK_DOCS;
const LEAST_AT_ONCE = BLOCK_DOCS / 16;

/**
 * Passes a block on, in steps if it is large or the collector takes long. It was made of so many documents: if they have
 * many keys each, they may have as many for the collector, so pieces are smaller.
 */
export function* passOn(collector: LeafCollector, block: DocBlock, madeOf = block.count): Steps<void> {
  const { count } = block;
  const most = Math.max(LEAST_AT_ONCE, Math.ceil((MOST_AT_ONCE * Math.min(madeOf, count)) / count));
  for (let from = 0; from < count; from += most) {
    const piece = count <= most ? block : pieceOf(block, from, Math.min(count, from + most));
    if (collector.collectInSteps) yield* collector.collectInSteps(piece);
    else collector.collect(piece);
    if (count > most) yield;
  }
}

/** The documents from … to-1 of a block. */
function pieceOf(block: DocBlock, from: number, to: number): DocBlock {
  const { docs, owners, scores } = block;
  return {
    ...block,
    docs: docs.subarray(from, to),
    owners: owners.subarray(from, to),
    scores: scores && scores.subarray(from, to),
    count: to - from,
  };
}

/** A collector that works in steps only. */
export function collectorOf(steps: (block: DocBlock) => Steps<void>): LeafCollector {
  return { collect: (block) => atOnce(steps(block)), collectInSteps: steps };
}

/**
 * Collects all documents of a segment, including deleted and nested ones, then subtracts those that do not
 * match.
 */
export interface WholeSegment {
  /** Called first. */
  collectAll(): Steps<void>;
  /** Subtracts documents that do not match. */
  leaveOut(block: DocBlock): void;
  /** The collector of the sub-aggregations; they need the documents that match. */
  readonly below?: LeafCollector;
  /** Instead of `below`: passes the documents to the sub-aggregations with the columns they are read from. */
  readonly belowByKey?: (matching: FixedBitSet | null) => Steps<void>;
}

/**
 * Collects the documents of one shard for all parent buckets at once: the state of an aggregation is in
 * arrays indexed by bucket ordinal (the *owner*), so that one pass serves every bucket.
 */
export interface Aggregator {
  leaf(leaf: LeafContext): LeafCollector;
  /** The result for one parent bucket; NO_BUCKET yields the empty result. */
  build(owner: number): InternalAggregation;
  /**
   * Work too slow for build(), yielding to the event loop: called once, before the first build(), for
   * aggregations whose only parents with buckets are nested ones.
   */
  settle?(pacer: Pacer): Promise<void>;
  /** Present if sub-aggregations should only see the documents of returned buckets. Top level only. */
  readonly secondLook?: SecondLook;
  /** For `order`: a metric's value per owner. `key` is null or names one of several values. */
  sortValue?(key: string | null): (owner: number) => number;
  /**
   * For `order`: the aggregators below a single-bucket aggregation, whose buckets share their owner's
   * ordinal.
   */
  readonly singleBucketChildren?: SubAggregators;
  /** For `order` by `_count` of a single-bucket aggregation. */
  docCount?(owner: number): number;
  /** For `profile`: the original's class name and details. */
  describe?(): AggregatorDescription;
}

/** A second pass over all collected documents, before anything is settled or built. */
export interface SecondLook {
  /** Chooses the buckets to return, once all documents are counted. */
  choose(pacer: Pacer): Promise<void>;
  /** `null` if there is nothing to collect. */
  leaf(leaf: LeafContext): LeafCollector | null;
}

export interface AggregatorDescription {
  readonly type: string;
  readonly debug?: JsonObject;
}

/** The place of an aggregation in the tree. */
export interface AggregatorPlace {
  readonly context: AggregationContext;
  readonly name: string;
  /** Whether every document has owner 0. */
  readonly singleOwner: boolean;
  /** Types of the parent aggregations, outermost first. */
  readonly parents: readonly string[];
  /** Name of the parent aggregation; `null` at the top level. */
  readonly parentName: string | null;
  /** The nested object whose documents are collected; `null` for root documents. */
  readonly nestedPath: string | null;
  /**
   * Registers a task to run after collecting, before any result is built; tasks of outer aggregations run
   * first.
   */
  afterCollecting(task: () => Steps<void>): void;
  /** Creates the sub-aggregations; `manyOwners` if this aggregation has several buckets. */
  children(options: ChildrenOptions): SubAggregators;
  /** Returns the number of documents of an owner, if the parent counts them; `null` if it does not. */
  readonly docCount: DocCount | null;
}

export type DocCount = (owner: number) => number;

interface ChildrenOptions {
  readonly manyOwners: boolean;
  readonly nestedPath?: string | null;
  /** The number of documents forwarded for each bucket. */
  readonly docCount?: DocCount;
}

/** The sub-aggregations of one aggregation. */
export class SubAggregators {
  readonly heads: readonly AggregationHead[];
  readonly aggregators: readonly Aggregator[];
  /** Accounts for the parent's buckets. */
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

  /** `null` if there are no sub-aggregations. */
  leaf(leaf: LeafContext): LeafCollector | null {
    const collectors = this.aggregators.map((aggregator) => aggregator.leaf(leaf));
    if (collectors.length < 2) return collectors[0] ?? null;
    const wholes = collectors.flatMap(({ whole }) => whole ?? []);
    return {
      ...inTurn(collectors),
      whole: wholes.length === collectors.length ? togetherOf(wholes) : undefined,
    };
  }

  async settle(pacer: Pacer): Promise<void> {
    for (const aggregator of this.aggregators) await aggregator.settle?.(pacer);
  }

  /** Builds the results of many owners, yielding to the event loop; `build` then returns them. */
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
  const withBelow = wholes.filter(({ below }) => below);
  return {
    collectAll: () => collectEach(wholes),
    leaveOut(block) {
      for (const whole of wholes) whole.leaveOut(block);
    },
    below: withBelow.length > 0 ? inTurn(withBelow.flatMap(({ below }) => below ?? [])) : undefined,
    belowByKey: withBelow.length === 1 ? withBelow[0].belowByKey : undefined,
  };
}

function inTurn(collectors: readonly LeafCollector[]): LeafCollector {
  const takeKeyed = collectors.every(({ collectKeyed }) => collectKeyed !== undefined);
  return {
    collect(block) {
      for (const collector of collectors) collector.collect(block);
    },
    collectInSteps: collectors.some(({ collectInSteps }) => collectInSteps !== undefined)
      ? (block) => passOnToEach(collectors, block)
      : undefined,
    collectKeyed: takeKeyed
      ? (docs) => {
          for (const collector of collectors) collector.collectKeyed?.(docs);
        }
      : undefined,
  };
}

function* passOnToEach(collectors: readonly LeafCollector[], block: DocBlock): Steps<void> {
  for (const collector of collectors) yield* passOn(collector, block);
}

function* collectEach(wholes: readonly WholeSegment[]): Steps<void> {
  for (const whole of wholes) yield* whole.collectAll();
}
