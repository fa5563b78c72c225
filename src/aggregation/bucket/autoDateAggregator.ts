import { atOnce, inTurns, type Pacer, type Steps } from '../../common/index.ts';
import type { LeafContext } from '../../query/index.ts';
import {
  type Aggregator,
  type AggregatorPlace,
  NO_BUCKET,
  passOn,
  type SubAggregators,
} from '../framework/aggregator.ts';
import { type BucketGroups, BucketOrds } from '../framework/bucketOrds.ts';
import { BucketCounts } from '../framework/growable.ts';
import type { InternalAggregation } from '../framework/internalAggregation.ts';
import type { NumberSource } from '../values/numbers.ts';
import { NumberTable } from '../values/numberTable.ts';
import { chooseRounding } from './autoRoundings.ts';
import { BlockBuffer } from './blockBuffer.ts';
import { type AutoShape, InternalAutoDateHistogram } from './internalAutoDateHistogram.ts';
import { KeyedBucket } from './keyedBucket.ts';

/** Buffers the values of a segment until their extremes are known. */
/** Documents forwarded before yielding to the event loop. */
const DOCS_A_STEP = 128;

interface Kept {
  readonly leaf: LeafContext;
  readonly docs: number[];
  readonly owners: number[];
  readonly values: number[];
  readonly scores: number[];
}

/** Buffers the values, chooses a rounding for each owner once all are known, then forwards the documents. */
export class AutoDateAggregator implements Aggregator {
  readonly #source: NumberSource | null;
  readonly #shape: AutoShape;
  readonly #children: SubAggregators;
  readonly #kept: Kept[] = [];
  readonly #extremes = new Map<number, { min: number; max: number }>();
  readonly #roundingOf = new Map<number, number>();
  readonly #keys = new NumberTable();
  readonly #ords = new BucketOrds();
  readonly #counts = new BucketCounts();
  #groups: BucketGroups | null = null;

  constructor(place: AggregatorPlace, source: NumberSource | null, shape: AutoShape) {
    this.#source = source;
    this.#shape = shape;
    this.#children = place.children({ manyOwners: true });
  }

  leaf(leaf: LeafContext): ReturnType<Aggregator['leaf']> {
    const numbers = this.#source?.leaf(leaf);
    const kept: Kept = { leaf, docs: [], owners: [], values: [], scores: [] };
    this.#kept.push(kept);
    return {
      collect: (block) => {
        const run = numbers?.read(block);
        for (let i = 0; i < (run?.count ?? 0); i++) {
          const position = run!.positions[i];
          const value = run!.values[run!.places[i]];
          kept.docs.push(block.docs[position]);
          kept.owners.push(block.owners[position]);
          kept.values.push(value);
          kept.scores.push(block.scores ? block.scores[position] : 0);
          this.#meet(block.owners[position], value);
        }
      },
    };
  }

  #meet(owner: number, value: number): void {
    const extremes = this.#extremes.get(owner);
    if (!extremes) this.#extremes.set(owner, { min: value, max: value });
    else if (value < extremes.min) extremes.min = value;
    else if (value > extremes.max) extremes.max = value;
  }

  async settle(pacer: Pacer): Promise<void> {
    this.#groups ??= await inTurns(this.#replay(), pacer);
  }

  build(owner: number): InternalAggregation {
    this.#groups ??= atOnce(this.#replay());
    const ords = owner === NO_BUCKET ? [] : [...this.#groups.of(owner)];
    const { format } = this.#shape;
    const buckets = ords
      .map((ord) => {
        const key = this.#keys.key(this.#ords.id(ord));
        return new KeyedBucket(key, this.#counts.get(ord), this.#children.build(ord), format);
      })
      .sort((a, b) => Number(a.key) - Number(b.key));
    const empty = this.#children.build(NO_BUCKET);
    return new InternalAutoDateHistogram(this.#shape, this.#roundingOf.get(owner) ?? 0, buckets, empty);
  }

  *#replay(): Steps<BucketGroups> {
    const { roundings, target } = this.#shape;
    for (const [owner, extremes] of this.#extremes) {
      this.#roundingOf.set(owner, chooseRounding(roundings, 0, extremes, target));
    }
    for (const kept of this.#kept) yield* this.#replayLeaf(kept);
    return this.#ords.groupByOwner();
  }

  *#replayLeaf({ leaf, docs, owners, values, scores }: Kept): Steps<void> {
    const children = this.#children.leaf(leaf);
    let last = -1;
    let lastDoc = -1;
    for (let from = 0; from < docs.length; from += DOCS_A_STEP) {
      const buffer = new BlockBuffer();
      const to = Math.min(docs.length, from + DOCS_A_STEP);
      for (let i = from; i < to; i++) {
        const { rounding } = this.#shape.roundings[this.#roundingOf.get(owners[i]) ?? 0];
        const ord = this.#ords.add(owners[i], this.#keys.add(rounding.round(values[i])));
        if (ord === last && docs[i] === lastDoc) continue;
        last = ord;
        lastDoc = docs[i];
        this.#counts.ensure(this.#ords.size)[ord]++;
        buffer.add(docs[i], ord, scores[i]);
      }
      if (children) yield* passOn(children, buffer.block(this.#ords.size, true));
      yield;
    }
  }
}
