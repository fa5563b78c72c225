import type { FixedBitSet, Pacer, Steps } from '../../common/index.ts';
import type { LeafContext } from '../../query/index.ts';
import { compareIds, type IdRun, type KeyPlaces, type KeyReader, type KeySource } from '../values/keys.ts';
import { DOCS_A_STEP } from '../values/wholeCounts.ts';
import {
  type AggregatorPlace,
  collectorOf,
  type DocBlock,
  type KeyedDocs,
  type LeafCollector,
  NO_BUCKET,
  type SubAggregators,
  type WholeSegment,
} from './aggregator.ts';
import { BlockEmitter } from './blockEmitter.ts';
import { type BucketGroups, BucketOrds } from './bucketOrds.ts';
import { ChosenBuckets } from './chosenBuckets.ts';
import { countEach } from './countEach.ts';
import { BucketCounts, scratch32 } from './growable.ts';
import type { Aggregations } from './internalAggregation.ts';

interface KeyedBucketsOptions {
  readonly singleOwner?: boolean;
  /** Sub-aggregations wait until buckets are chosen; requires a single owner. */
  readonly choosesFirst?: boolean;
}

/** New keys between two checks of the number of buckets. */
const KEYS_BETWEEN_LOOKS = 16_384;

/**
 * Buckets by the keys of documents: counts documents and forwards them to the sub-aggregations. A bucket is a
 * pair (owner, key); with a single owner, the key's id is the bucket's ordinal.
 */
export class KeyedBuckets {
  readonly keys: KeySource;
  readonly children: SubAggregators;
  readonly #ords: BucketOrds | null;
  readonly #counts = new BucketCounts();
  /** `null` if the documents of all buckets are forwarded while counting. */
  readonly #chosen: ChosenBuckets | null;
  /** Kept because they already know ids, for a second pass over the chosen buckets. */
  readonly #readers = new Map<LeafContext, KeyReader>();
  #groups: BucketGroups | null = null;
  /** Number of buckets reported to the account. */
  #booked = 0;
  #answersAll = false;
  #looked = 0;

  constructor(
    keys: KeySource,
    place: Pick<AggregatorPlace, 'children' | 'singleOwner'>,
    { singleOwner = place.singleOwner, choosesFirst = false }: KeyedBucketsOptions = {},
  ) {
    this.keys = keys;
    this.#chosen = choosesFirst ? new ChosenBuckets() : null;
    const bucketOf = (owner: number): number => this.#chosen?.bucketAt(owner) ?? owner;
    this.children = place.children({ manyOwners: true, docCount: (owner) => this.docCount(bucketOf(owner)) });
    this.#ords = singleOwner ? null : new BucketOrds();
  }

  leaf(leaf: LeafContext): LeafCollector {
    const children = this.#chosen === null ? this.children.leaf(leaf) : null;
    const reader = this.keys.leaf(leaf);
    if (this.#chosen !== null) this.#readers.set(leaf, reader);
    return this.#ords ? this.#manyOwners(reader, children, this.#ords) : this.#oneOwner(reader, children);
  }

  /** Sets the buckets whose documents the waiting sub-aggregations will see. */
  choose(buckets: readonly number[]): void {
    this.#chosen?.choose(buckets, this.keys.size);
    this.children.account.counted(buckets.length, this.children.aggregators.length);
  }

  /** Forwards the documents of the chosen buckets to the sub-aggregations. */
  leafOfChosen(leaf: LeafContext): LeafCollector | null {
    const children = this.children.leaf(leaf);
    if (children === null || this.#chosen === null) return null;
    return this.#chosen.collector(this.#readers.get(leaf) ?? this.keys.leaf(leaf), children);
  }

  async buildAhead(buckets: readonly number[], pacer: Pacer): Promise<void> {
    await this.children.buildAhead(
      buckets.map((bucket) => this.#childOwner(bucket)),
      pacer,
    );
  }

  /** The sub-aggregation results of a bucket. */
  buildChildren(bucket: number): Aggregations {
    return this.children.build(this.#childOwner(bucket));
  }

  #childOwner(bucket: number): number {
    return this.#chosen === null ? bucket : this.#chosen.placeOf(bucket);
  }

  /** Every non-empty bucket will be in the response, so exceeding the limit is reported at once. */
  answerAll(): void {
    this.#answersAll = this.#ords === null;
  }

  /** Number of buckets of all owners. */
  get bucketCount(): number {
    return this.#ords ? this.#ords.size : this.ordsOf(0).length;
  }

  docCount(ord: number): number {
    return this.#counts.get(ord);
  }

  keyOf(ord: number): number {
    return this.#ords ? this.#ords.id(ord) : ord;
  }

  compareKeys(a: number, b: number): number {
    return compareIds(this.keys, this.keyOf(a), this.keyOf(b));
  }

  /** The ordinals of an owner's buckets. With a single owner, those of other owners are omitted. */
  ordsOf(owner: number): Uint32Array {
    if (this.#ords) {
      this.#groups ??= this.#ords.groupByOwner();
      return this.#groups.of(owner);
    }
    if (owner === NO_BUCKET) return new Uint32Array(0);
    const counts = this.#counts.ensure(this.keys.size);
    const ords = new Uint32Array(this.keys.size);
    let n = 0;
    for (let ord = 0; ord < ords.length; ord++) if (counts[ord] > 0) ords[n++] = ord;
    return ords.subarray(0, n);
  }

  #oneOwner(reader: KeyReader, children: LeafCollector | null): LeafCollector {
    const count = (run: IdRun): Uint32Array => {
      this.#book(this.keys.size);
      countEach(run.ids, run.count, this.#counts.ensure(this.keys.size));
      if (this.#answersAll) this.#checkAnswer();
      return run.ids;
    };
    const whole = this.#whole(reader, children);
    return { ...counting(reader, children, { count, bound: () => this.keys.size }), whole };
  }

  #whole(reader: KeyReader, children: LeafCollector | null): WholeSegment | undefined {
    if (reader.countAll === undefined) return undefined;
    const countAll = reader.countAll.bind(reader);
    const keyPlaces = reader.keyPlaces?.bind(reader);
    const collectKeyed = children?.collectKeyed;
    return {
      collectAll: () => this.#addAll(countAll()),
      leaveOut: (block) => {
        const { ids, count } = reader.read(block);
        const all = this.#counts.ensure(this.keys.size);
        for (let i = 0; i < count; i++) all[ids[i]]--;
      },
      below: children === null ? undefined : handingOn(reader, new BlockEmitter(children), this.keys),
      belowByKey:
        collectKeyed && keyPlaces && ((matching) => this.#byKey(keyPlaces(), collectKeyed, matching)),
    };
  }

  *#addAll(counting: ReturnType<NonNullable<KeyReader['countAll']>>): Steps<void> {
    const { ids, counts } = yield* counting;
    this.#book(this.keys.size);
    const all = this.#counts.ensure(this.keys.size);
    for (let i = 0; i < ids.length; i++) all[ids[i]] += counts[i];
  }

  *#byKey(
    { places, owners }: KeyPlaces,
    collect: (docs: KeyedDocs) => void,
    matching: FixedBitSet | null,
  ): Steps<void> {
    const ownerBound = this.keys.size;
    for (let from = 0; from < places.length; from += DOCS_A_STEP) {
      const to = Math.min(places.length, from + DOCS_A_STEP);
      collect({ places, owners, from, to, matching, ownerBound });
      yield;
    }
  }

  #manyOwners(reader: KeyReader, children: LeafCollector | null, ords: BucketOrds): LeafCollector {
    let found: Uint32Array = new Uint32Array(0);
    const count = (run: IdRun, { owners }: DocBlock): Uint32Array => {
      found = scratch32(found, run.count);
      for (let i = 0; i < run.count; i++) found[i] = ords.add(owners[run.positions[i]], run.ids[i]);
      this.#book(ords.size);
      countEach(found, run.count, this.#counts.ensure(ords.size));
      return found;
    };
    return counting(reader, children, { count, bound: () => ords.size });
  }

  #book(size: number): void {
    if (size === this.#booked) return;
    const aggregators = this.#chosen === null ? this.children.aggregators.length : 0;
    this.children.account.counted(size - this.#booked, 1 + aggregators);
    this.#booked = size;
  }

  #checkAnswer(): void {
    if (this.keys.size < this.#looked + KEYS_BETWEEN_LOOKS) return;
    this.#looked = this.keys.size;
    this.children.account.answered(this.bucketCount);
  }
}

interface Counter {
  /** Counts documents by their keys, and returns their buckets. */
  count(run: IdRun, block: DocBlock): Uint32Array;
  /** Greater than all buckets so far. */
  bound(): number;
}

/** Counts documents and passes them to the sub-aggregations. */
function counting(
  reader: KeyReader,
  children: LeafCollector | null,
  { count, bound }: Counter,
): LeafCollector {
  const emitter = children && new BlockEmitter(children);
  if (emitter === null && !reader.readInParts) {
    return { collect: (block) => void count(reader.read(block), block) };
  }
  return collectorOf((block) => countParts(block, reader, emitter, { count, bound }));
}

function* countParts(
  block: DocBlock,
  reader: KeyReader,
  emitter: BlockEmitter | null,
  { count, bound }: Counter,
): Steps<void> {
  for (const run of partsOf(reader, block)) {
    const buckets = count(run, block);
    if (emitter) yield* emitter.emit(block, run, buckets, bound());
    if (reader.readInParts) yield;
  }
}

/** Passes documents to the sub-aggregations without counting them. */
function handingOn(reader: KeyReader, emitter: BlockEmitter, keys: KeySource): LeafCollector {
  const uncounted: Counter = { count: ({ ids }) => ids, bound: () => keys.size };
  return collectorOf((block) => countParts(block, reader, emitter, uncounted));
}

function partsOf(reader: KeyReader, block: DocBlock): Iterable<IdRun> {
  return reader.readInParts?.(block) ?? [reader.read(block)];
}
