import { type Aggregator, type AggregatorPlace, NO_BUCKET } from '../framework/aggregator.ts';
import type { InternalAggregation } from '../framework/internalAggregation.ts';
import { KeyedBuckets } from '../framework/keyedBuckets.ts';
import type { IdRun, KeyReader, KeySource } from '../values/keys.ts';
import type { NumberReader, NumberSource } from '../values/numbers.ts';
import { InternalRange, RangeBucket, type RangeRow } from './internalRange.ts';

/** From (inclusive) to (exclusive). */
export interface NumberRange {
  readonly from: number;
  readonly to: number;
}

/** The ranges of a document; the id of a key is the index of its range. */
export class RangeKeys implements KeySource {
  readonly #source: NumberSource;
  readonly #ranges: readonly NumberRange[];

  constructor(source: NumberSource, ranges: readonly NumberRange[]) {
    this.#source = source;
    this.#ranges = ranges;
  }

  get size(): number {
    return this.#ranges.length;
  }

  key(id: number): number {
    return id;
  }

  leaf(...[leaf]: Parameters<KeySource['leaf']>): KeyReader {
    return new RangeReader(this.#source.leaf(leaf), this.#ranges);
  }

  addAll(): void {}
}

class RangeReader implements KeyReader {
  readonly #numbers: NumberReader;
  readonly #ranges: readonly NumberRange[];
  /** For each range, the last document (1-based within the block) that fell into it. */
  readonly #last: Uint32Array;
  /** For each range, the greatest end among it and the ranges before it. */
  readonly #ends: Float64Array;
  #ids: Uint32Array = new Uint32Array(64);
  #positions: Uint32Array = new Uint32Array(64);

  constructor(numbers: NumberReader, ranges: readonly NumberRange[]) {
    this.#numbers = numbers;
    this.#ranges = ranges;
    this.#last = new Uint32Array(ranges.length);
    this.#ends = new Float64Array(ranges.length);
    ranges.forEach(({ to }, i) => {
      this.#ends[i] = i === 0 ? to : Math.max(this.#ends[i - 1], to);
    });
  }

  read(block: Parameters<KeyReader['read']>[0]): IdRun {
    const run = this.#numbers.read(block);
    this.#last.fill(0);
    let count = 0;
    for (let i = 0; i < run.count; i++) {
      const value = run.values[run.places[i]];
      const position = run.positions[i];
      const some = this.#candidate(value);
      if (some < 0) continue;
      const end = this.#firstBeginningAfter(value, some);
      for (let range = this.#firstEndingAfter(value); range < end; range++) {
        const { from, to } = this.#ranges[range];
        if (!(value >= from && value < to) || this.#last[range] === position + 1) continue;
        this.#last[range] = position + 1;
        if (count === this.#ids.length) this.#grow();
        this.#ids[count] = range;
        this.#positions[count++] = position;
      }
    }
    return { ids: this.#ids, positions: this.#positions, count, dense: false };
  }

  /**
   * A range that contains the value, or -1. Like the original's, these binary searches miss ranges of an unsorted
   * list; only `geo_distance` has one, because it keeps the order of the request.
   */
  #candidate(value: number): number {
    let from = 0;
    let to = this.#ranges.length - 1;
    while (from <= to) {
      const middle = (from + to) >>> 1;
      if (value < this.#ranges[middle].from) to = middle - 1;
      else if (value >= this.#ends[middle]) from = middle + 1;
      else return middle;
    }
    return -1;
  }

  /** The first range that, with all before it, does not end at or before a value. */
  #firstEndingAfter(value: number): number {
    let low = 0;
    let high = this.#ends.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (value < this.#ends[middle]) high = middle;
      else low = middle + 1;
    }
    return low;
  }

  /** The first range from `low` on that begins after a value. */
  #firstBeginningAfter(value: number, low: number): number {
    let high = this.#ranges.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (value < this.#ranges[middle].from) high = middle;
      else low = middle + 1;
    }
    return low;
  }

  #grow(): void {
    const ids = new Uint32Array(this.#ids.length * 2);
    ids.set(this.#ids);
    const positions = new Uint32Array(ids.length);
    positions.set(this.#positions);
    this.#ids = ids;
    this.#positions = positions;
  }
}

/** One bucket per row, in order; `keys` returns the index of a document's row. */
export class RangeAggregator implements Aggregator {
  readonly #buckets: KeyedBuckets;
  readonly #rows: readonly RangeRow[];
  readonly #type: string;
  readonly #keyed: boolean;

  constructor(
    place: AggregatorPlace,
    keys: KeySource,
    result: { readonly type: string; readonly rows: readonly RangeRow[]; readonly keyed: boolean },
  ) {
    this.#buckets = new KeyedBuckets(keys, place);
    this.#type = result.type;
    this.#rows = result.rows;
    this.#keyed = result.keyed;
  }

  leaf(...[leaf]: Parameters<Aggregator['leaf']>): ReturnType<Aggregator['leaf']> {
    return this.#buckets.leaf(leaf);
  }

  build(owner: number): InternalAggregation {
    const ords = new Map<number, number>();
    for (const ord of this.#buckets.ordsOf(owner)) ords.set(this.#buckets.keyOf(ord), ord);
    const buckets = this.#rows.map((row, index) => {
      const ord = ords.get(index);
      const docCount = ord === undefined ? 0 : this.#buckets.docCount(ord);
      return new RangeBucket(row, docCount, this.#buckets.children.build(ord ?? NO_BUCKET));
    });
    return new InternalRange(this.#type, buckets, this.#keyed);
  }
}
