import type { Steps } from '../../common/index.ts';
import type { LeafContext } from '../../query/index.ts';
import type { DocBlock } from '../framework/aggregator.ts';
import { BoundaryReader } from './boundaryKeys.ts';
import {
  EXCLUDED,
  type IdRun,
  type Key,
  type KeyCounts,
  type KeyFilter,
  type KeyReader,
  type KeySource,
} from './keys.ts';
import type { NumberReader, NumberSource } from './numbers.ts';
import { NumberTable } from './numberTable.ts';
import { RunWriter } from './runWriter.ts';
import { countPlaces, keepsCounts, keyCounts } from './wholeCounts.ts';

/** The widest span of integer keys for a table indexed by key; wider spans are hashed. */
const TABLE_SPAN = 1 << 18;

/** Maps a number to its bucket key: itself for terms, the rounded value for histograms. */
export interface Rounding {
  round(value: number): number;
  /** Starts of all buckets between two numbers, plus the following one; `null` if there would be too many. */
  boundaries?(min: number, max: number): Float64Array | null;
  /** Set if keys are index × step + offset, so that a table indexed by it can be used; otherwise `null`. */
  readonly grid: { readonly step: number; readonly offset: number } | null;
}

/** For terms of integers: every number is its own bucket. */
export const WHOLE_NUMBERS: Rounding = { round: (value) => value, grid: { step: 1, offset: 0 } };
export const ANY_NUMBERS: Rounding = { round: (value) => value, grid: null };

/** Numbers as bucket keys, with shard-wide ids. */
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

  keyBound(leaves: readonly LeafContext[]): number {
    const { grid } = this.#rounding;
    if (this.#source.isComputed) return 0;
    if (grid === null) return Number.POSITIVE_INFINITY;
    const bounds = leaves.flatMap((leaf) => this.#source.leaf(leaf).bounds ?? []);
    const min = Math.min(...bounds.map((bound) => bound.min));
    const max = Math.max(...bounds.map((bound) => bound.max));
    return bounds.length === 0 ? 0 : (max - min) / grid.step + 1;
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

interface GridCounts {
  readonly step: number;
  readonly offset: number;
  /** The index of the first count, which depends on what stands for missing values. */
  readonly first: number;
  readonly counts: Uint32Array;
}

const MAX_GRIDS = 4;
const gridsOf = new WeakMap<Float64Array, GridCounts[]>();

/** For keys on a grid: a table from grid index to id. */
class GridReader implements KeyReader {
  readonly countAll?: () => Steps<KeyCounts>;
  readonly isSingle: boolean;
  readonly #numbers: NumberReader;
  readonly #keys: NumberKeys;
  readonly #step: number;
  readonly #offset: number;
  readonly #first: number;
  /** Id + 1; 0 if the key has not been seen. */
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
    const { column } = numbers;
    this.isSingle = column !== undefined;
    if (column !== undefined && keepsCounts(span, column.length)) this.countAll = () => this.#count(column);
  }

  *#count(column: Float64Array): Steps<KeyCounts> {
    const step = this.#step;
    const offset = this.#offset;
    const first = this.#first;
    const grids = gridsOf.get(column) ?? [];
    gridsOf.set(column, grids);
    let grid = grids.find(
      (known) =>
        known.step === step &&
        known.offset === offset &&
        known.first === first &&
        known.counts.length === this.#table.length,
    );
    if (grid === undefined) {
      const counts = yield* countPlaces(this.#table.length, column.length, (from, to, all) => {
        for (let doc = from; doc < to; doc++) all[Math.floor((column[doc] - offset) / step) - first]++;
      });
      grid = { step, offset, first, counts };
      if (grids.length === MAX_GRIDS) grids.shift();
      grids.push(grid);
    }
    return keyCounts(grid.counts, (index) => (this.#table[index] || this.#add(index)) - 1);
  }

  read(block: DocBlock): IdRun {
    const run = this.#numbers.read(block);
    const { values, places, count } = run;
    const ids = this.#run.reserve(count);
    const table = this.#table;
    const first = this.#first;
    const step = this.#step;
    const offset = this.#offset;
    let worst = 1;
    for (let i = 0; i < count; i++) {
      const index = Math.floor((values[places[i]] - offset) / step) - first;
      let id = table[index];
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
    const { values, places, count } = run;
    const ids = this.#run.reserve(count);
    let worst = 0;
    for (let i = 0; i < count; i++) {
      const id = this.#keys.idOf(this.#rounding.round(values[places[i]]));
      ids[i] = id;
      worst |= id;
    }
    return this.#run.finish(run, worst >= 0);
  }
}
