import type { DocBlock } from '../framework/aggregator.ts';
import { identity } from '../framework/growable.ts';
import { keptBuckets } from './keptBuckets.ts';
import type { IdRun, KeyReader } from './keys.ts';
import type { NumberReader } from './numbers.ts';
import { RunWriter } from './runWriter.ts';

/** Gives the ids of keys. */
interface KeyIds {
  idOf(key: number): number;
}

/** Buckets of unequal length (months). */
export class BoundaryReader implements KeyReader {
  readonly #numbers: NumberReader;
  readonly #keys: KeyIds;
  readonly #boundaries: Float64Array;
  /** Buckets for each unit of value. */
  readonly #scale: number;
  /** Of each document its bucket plus one; 0: not known yet. null: not kept. */
  readonly #kept: Uint16Array | null;
  /** Ids plus one; 0 where the bucket has not been met. */
  readonly #table: Int32Array;
  readonly #run = new RunWriter();

  constructor(numbers: NumberReader, keys: KeyIds, boundaries: Float64Array) {
    this.#numbers = numbers;
    this.#keys = keys;
    this.#boundaries = boundaries;
    this.#scale = (boundaries.length - 1) / (boundaries[boundaries.length - 1] - boundaries[0]);
    this.#kept = numbers.column === undefined ? null : keptBuckets(numbers.column, boundaries);
    this.#table = new Int32Array(boundaries.length);
  }

  read(block: DocBlock): IdRun {
    const { column } = this.#numbers;
    return column === undefined || this.#kept === null
      ? this.#readValues(block)
      : this.#readKept(block, column, this.#kept);
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

  /** The bucket is guessed from the value's place in the whole, then corrected. */
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
