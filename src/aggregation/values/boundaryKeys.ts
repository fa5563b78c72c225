import type { DocBlock } from '../framework/aggregator.ts';
import { type Cells, cellOf, cellsFor, lookUp } from './boundaryCells.ts';
import type { IdRun, KeyReader } from './keys.ts';
import type { NumberReader, NumberRun } from './numbers.ts';
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
  readonly #cells: Cells | null;
  /** Ids plus one; 0 where the bucket has not been met. */
  readonly #table: Int32Array;
  readonly #run = new RunWriter();

  constructor(numbers: NumberReader, keys: KeyIds, boundaries: Float64Array) {
    this.#numbers = numbers;
    this.#keys = keys;
    this.#boundaries = boundaries;
    this.#cells = cellsFor(boundaries);
    this.#table = new Int32Array(boundaries.length);
  }

  read(block: DocBlock): IdRun {
    const run = this.#numbers.read(block);
    const ids = this.#run.reserve(run.count);
    if (this.#cells === null) this.#seek(run, ids);
    else lookUp(run, this.#boundaries[0], this.#cells, ids);
    return this.#run.finish(run, this.#toIds(ids, run.count));
  }

  /** The buckets of values: guessed from their place in the whole, then corrected. */
  #seek({ values, places, count }: NumberRun, out: Uint32Array): void {
    const boundaries = this.#boundaries;
    const start = boundaries[0];
    const scale = (boundaries.length - 1) / (boundaries[boundaries.length - 1] - start);
    for (let i = 0; i < count; i++) {
      const value = values[places[i]];
      let bucket = cellOf(value, start, scale);
      while (value < boundaries[bucket]) bucket--;
      while (value >= boundaries[bucket + 1]) bucket++;
      out[i] = bucket;
    }
  }

  /** Buckets become ids; false where some are excluded. */
  #toIds(buckets: Uint32Array, count: number): boolean {
    const table = this.#table;
    let worst = 1;
    for (let i = 0; i < count; i++) {
      const bucket = buckets[i];
      let id = table[bucket];
      if (id === 0) {
        id = this.#keys.idOf(this.#boundaries[bucket]) + 1;
        table[bucket] = id;
      }
      buckets[i] = id - 1;
      worst |= id;
    }
    return worst >= 0;
  }
}
