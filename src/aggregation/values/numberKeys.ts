import type { LeafContext } from '../../query/index.ts';
import type { DocBlock } from '../framework/aggregator.ts';
import { scratch32 } from '../framework/growable.ts';
import { EXCLUDED, type IdRun, type Key, type KeyFilter, type KeyReader, type KeySource } from './keys.ts';
import type { NumberReader, NumberRun, NumberSource } from './numbers.ts';
import { NumberTable } from './numberTable.ts';

/** Widest span of whole keys that gets a table indexed by key; wider spans are hashed. */
const TABLE_SPAN = 1 << 18;

/** Maps a number to the number of its bucket: itself for terms, the rounded value for histograms. */
export interface Rounding {
  round(value: number): number;
  /** Begins of all buckets between two numbers, and of one after; null where they would be too many. */
  boundaries?(min: number, max: number): Float64Array | null;
  /** Multiples: keys are index × step + offset, so that a table indexed by it serves; null otherwise. */
  readonly grid: { readonly step: number; readonly offset: number } | null;
}

/** Terms of whole numbers: every number is its own bucket. */
export const WHOLE_NUMBERS: Rounding = { round: (value) => value, grid: { step: 1, offset: 0 } };
export const ANY_NUMBERS: Rounding = { round: (value) => value, grid: null };

/** Numbers as keys of buckets, with ids that hold for the whole shard. */
export class NumberKeys implements KeySource {
  readonly #source: NumberSource;
  readonly #rounding: Rounding;
  readonly #filter: KeyFilter | null;
  readonly #table = new NumberTable();

  constructor(source: NumberSource, rounding: Rounding, filter: KeyFilter | null) {
    this.#source = source;
    this.#rounding = rounding;
    this.#filter = filter;
  }

  get size(): number {
    return this.#table.size;
  }

  key(id: number): Key {
    return this.#table.key(id);
  }

  idOf(key: number): number {
    if (this.#filter && !this.#filter(key)) return EXCLUDED;
    return this.#table.add(key);
  }

  leaf(leaf: LeafContext): KeyReader {
    const numbers = this.#source.leaf(leaf);
    const grid = this.#rounding.grid;
    if (numbers.bounds && grid) {
      const first = Math.floor((numbers.bounds.min - grid.offset) / grid.step);
      const last = Math.floor((numbers.bounds.max - grid.offset) / grid.step);
      if (last - first < TABLE_SPAN) return new GridReader(numbers, this, grid, first, last - first + 1);
    }
    const boundaries = numbers.bounds && this.#rounding.boundaries?.(numbers.bounds.min, numbers.bounds.max);
    if (boundaries) return new BoundaryReader(numbers, this, boundaries);
    return new HashReader(numbers, this, this.#rounding);
  }

  addAll(leaves: readonly LeafContext[]): void {
    for (const leaf of leaves) {
      const { maxDoc } = leaf.reader;
      const docs = Uint32Array.from({ length: maxDoc }, (_, doc) => doc);
      const owners = new Uint32Array(maxDoc);
      this.leaf(leaf).read({ docs, owners, scores: null, count: maxDoc, ownerBound: 1, contiguous: true });
    }
  }
}

/** Keys on a grid: a table from grid index to id. */
class GridReader implements KeyReader {
  readonly #numbers: NumberReader;
  readonly #keys: NumberKeys;
  readonly #step: number;
  readonly #offset: number;
  readonly #first: number;
  /** Ids plus one; 0 where the key has not been met. */
  readonly #table: Int32Array;
  readonly #run = new RunWriter();

  constructor(
    numbers: NumberReader,
    keys: NumberKeys,
    grid: { readonly step: number; readonly offset: number },
    first: number,
    span: number,
  ) {
    this.#numbers = numbers;
    this.#keys = keys;
    this.#step = grid.step;
    this.#offset = grid.offset;
    this.#first = first;
    this.#table = new Int32Array(span);
  }

  read(block: DocBlock): IdRun {
    const run = this.#numbers.read(block);
    const ids = this.#run.reserve(run.count);
    let worst = 1;
    for (let i = 0; i < run.count; i++) {
      const index = Math.floor((run.values[i] - this.#offset) / this.#step) - this.#first;
      let id = this.#table[index];
      if (id === 0) id = this.#add(index);
      ids[i] = id - 1;
      worst |= id;
    }
    return this.#run.finish(run, worst >= 0);
  }

  #add(index: number): number {
    const id = this.#keys.idOf((index + this.#first) * this.#step + this.#offset) + 1;
    this.#table[index] = id;
    return id;
  }
}

/** Buckets of unequal length (months): a value's bucket is guessed from its place in the whole, then corrected. */
class BoundaryReader implements KeyReader {
  readonly #numbers: NumberReader;
  readonly #keys: NumberKeys;
  readonly #boundaries: Float64Array;
  /** Ids plus one; 0 where the bucket has not been met. */
  readonly #table: Int32Array;
  readonly #run = new RunWriter();

  constructor(numbers: NumberReader, keys: NumberKeys, boundaries: Float64Array) {
    this.#numbers = numbers;
    this.#keys = keys;
    this.#boundaries = boundaries;
    this.#table = new Int32Array(boundaries.length);
  }

  read(block: DocBlock): IdRun {
    const run = this.#numbers.read(block);
    const ids = this.#run.reserve(run.count);
    const boundaries = this.#boundaries;
    const start = boundaries[0];
    const scale = (boundaries.length - 1) / (boundaries[boundaries.length - 1] - start);
    let worst = 1;
    for (let i = 0; i < run.count; i++) {
      const value = run.values[i];
      let index = Math.floor((value - start) * scale);
      while (value < boundaries[index]) index--;
      while (value >= boundaries[index + 1]) index++;
      let id = this.#table[index];
      if (id === 0) {
        id = this.#keys.idOf(boundaries[index]) + 1;
        this.#table[index] = id;
      }
      ids[i] = id - 1;
      worst |= id;
    }
    return this.#run.finish(run, worst >= 0);
  }
}

class HashReader implements KeyReader {
  readonly #numbers: NumberReader;
  readonly #keys: NumberKeys;
  readonly #rounding: Rounding;
  readonly #run = new RunWriter();

  constructor(numbers: NumberReader, keys: NumberKeys, rounding: Rounding) {
    this.#numbers = numbers;
    this.#keys = keys;
    this.#rounding = rounding;
  }

  read(block: DocBlock): IdRun {
    const run = this.#numbers.read(block);
    const ids = this.#run.reserve(run.count);
    let worst = 0;
    for (let i = 0; i < run.count; i++) {
      const id = this.#keys.idOf(this.#rounding.round(run.values[i]));
      ids[i] = id;
      worst |= id;
    }
    return this.#run.finish(run, worst >= 0);
  }
}

/** Drops excluded keys, and repeated keys of one document, from a run. */
class RunWriter {
  #ids: Uint32Array = new Uint32Array(0);
  #positions: Uint32Array = new Uint32Array(0);

  reserve(count: number): Uint32Array {
    this.#ids = scratch32(this.#ids, count);
    return this.#ids;
  }

  finish(run: NumberRun, clean: boolean): IdRun {
    const ids = this.#ids;
    if (run.dense && clean) return { ids, positions: run.positions, count: run.count, dense: true };
    this.#positions = scratch32(this.#positions, run.count);
    const positions = this.#positions;
    let count = 0;
    for (let i = 0; i < run.count; i++) {
      const id = ids[i];
      const position = run.positions[i];
      if (id >= 0xfffffffe) continue;
      if (count > 0 && positions[count - 1] === position && ids[count - 1] === id) continue;
      ids[count] = id;
      positions[count++] = position;
    }
    return { ids, positions, count, dense: false };
  }
}
