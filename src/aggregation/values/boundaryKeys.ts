import type { Steps } from '../../common/index.ts';
import type { DocBlock } from '../framework/aggregator.ts';
import { identity } from '../framework/growable.ts';
import { type KeptBuckets, keptBuckets } from './keptBuckets.ts';
import type { IdRun, KeyCounts, KeyPlaces, KeyReader } from './keys.ts';
import type { NumberReader } from './numbers.ts';
import { RunWriter } from './runWriter.ts';
import { countPlaces, keyCounts } from './wholeCounts.ts';

/** Assigns ids to keys. */
interface KeyIds {
  idOf(key: number): number;
}

/** Buckets of unequal length (months). */
export class BoundaryReader implements KeyReader {
  readonly countAll?: () => Steps<KeyCounts>;
  readonly keyPlaces?: () => KeyPlaces;
  readonly isSingle: boolean;
  readonly #numbers: NumberReader;
  readonly #keys: KeyIds;
  readonly #boundaries: Float64Array;
  /** Buckets per unit of value. */
  readonly #scale: number;
  /** `null` if buckets are not cached. */
  readonly #kept: KeptBuckets | null;
  /** Id + 1; 0 if the bucket has not been seen. */
  readonly #table: Int32Array;
  readonly #run = new RunWriter();

  constructor(numbers: NumberReader, keys: KeyIds, boundaries: Float64Array) {
    this.#numbers = numbers;
    this.#keys = keys;
    this.#boundaries = boundaries;
    this.#scale = (boundaries.length - 1) / (boundaries[boundaries.length - 1] - boundaries[0]);
    const { column } = numbers;
    const kept = column === undefined ? null : keptBuckets(column, boundaries);
    this.#kept = kept;
    this.#table = new Int32Array(boundaries.length);
    this.isSingle = column !== undefined;
    if (column === undefined || kept === null) return;
    this.countAll = () => this.#countKept(column, kept);
    this.keyPlaces = () => this.#places(kept);
  }

  read(block: DocBlock): IdRun {
    const { column } = this.#numbers;
    return column === undefined || this.#kept === null
      ? this.#readValues(block)
      : this.#readKept(block, column, this.#kept.buckets);
  }

  #readValues(block: DocBlock): IdRun {
    const run = this.#numbers.read(block);
    const { values, places, count } = run;
    const ids = this.#run.reserve(count);
    let worst = 1;
    for (let i = 0; i < count; i++) {
      const bucket = this.#bucketOf(values[places[i]]);
      const id = this.#table[bucket] || this.#add(bucket);
      ids[i] = id - 1;
      worst |= id;
    }
    return this.#run.finish(run, worst >= 0);
  }

  #readKept({ docs, count }: DocBlock, column: Float64Array, kept: Uint16Array): IdRun {
    const ids = this.#run.reserve(count);
    const table = this.#table;
    let worst = 1;
    for (let i = 0; i < count; i++) {
      const doc = docs[i];
      let next = kept[doc];
      if (next === 0) {
        next = this.#bucketOf(column[doc]) + 1;
        kept[doc] = next;
      }
      let id = table[next - 1];
      if (id === 0) id = this.#add(next - 1);
      ids[i] = id - 1;
      worst |= id;
    }
    return this.#run.finish({ positions: identity(count), count, dense: true }, worst >= 0);
  }

  *#countKept(column: Float64Array, kept: KeptBuckets): Steps<KeyCounts> {
    const { buckets } = kept;
    kept.counts ??= yield* countPlaces(this.#boundaries.length, column.length, (from, to, counts) => {
      for (let doc = from; doc < to; doc++) {
        if (buckets[doc] === 0) buckets[doc] = this.#bucketOf(column[doc]) + 1;
        counts[buckets[doc] - 1]++;
      }
    });
    return keyCounts(kept.counts, (bucket) => (this.#table[bucket] || this.#add(bucket)) - 1);
  }

  #places({ buckets }: KeptBuckets): KeyPlaces {
    const owners = new Int32Array(this.#table.length + 1);
    for (let bucket = 0; bucket < this.#table.length; bucket++) owners[bucket + 1] = this.#table[bucket] - 1;
    return { places: buckets, owners };
  }

  /** Guesses the bucket by interpolation, then corrects it. */
  #bucketOf(value: number): number {
    const boundaries = this.#boundaries;
    let bucket = Math.floor((value - boundaries[0]) * this.#scale);
    while (value < boundaries[bucket]) bucket--;
    while (value >= boundaries[bucket + 1]) bucket++;
    return bucket;
  }

  #add(bucket: number): number {
    const id = this.#keys.idOf(this.#boundaries[bucket]) + 1;
    this.#table[bucket] = id;
    return id;
  }
}
