import type { HierarchicalNSW } from 'hnswlib-node';
import { closedGraph, type Graph, type GraphShape, libraryM } from './graph.ts';
import type { GraphBase } from './graphBase.ts';
import type { GraphHeader, GraphLabels } from './graphFile.ts';
import { HNSW_SEED, type HnswLibrary } from './hnswLibrary.ts';
import { similarRowsTogether } from './insertionOrder.ts';
import { keepSpare, releaseNative, takeSpare } from './nativeMemory.ts';
import { blockRowsAfter, RowBlock } from './rowBlock.ts';
import type { SpaceType } from './spaceTypes.ts';

type StoredGraph = Pick<GraphHeader, 'levelSum' | 'labels'>;

/**
 * hnswlib-node crashes the process on invalid arguments, so everything passed to it is validated here. It
 * only accepts arrays of numbers, and only frees memory when reinitialised (garbage collection does not see
 * it).
 */
export class HnswGraph implements Graph {
  readonly shape: GraphShape;
  readonly levelSum: number;
  readonly #labels: GraphLabels | null;
  readonly #index: HierarchicalNSW;
  /** Reused for the query in the form that the library accepts; the library does not keep it. */
  readonly #query: number[];
  #ef = 0;
  #closed = false;

  private constructor(shape: GraphShape, header: StoredGraph, index: HierarchicalNSW) {
    this.shape = shape;
    this.levelSum = header.levelSum;
    this.#labels = header.labels;
    this.#query = new Array<number>(shape.dimension).fill(0.5);
    this.#index = index;
  }

  /**
   * Loads a file whose checksum and header have been verified (graphFile.ts), off the main thread. The object
   * must be new and stay referenced until the load is over, or the process crashes.
   */
  static async read(
    library: HnswLibrary,
    path: string,
    shape: GraphShape,
    header: StoredGraph,
  ): Promise<HnswGraph> {
    const index = newIndex(library, shape);
    await index.readIndex(path);
    return new HnswGraph(shape, header, index);
  }

  nearest(query: Float32Array, k: number, ef: number): Uint32Array {
    if (this.#closed) throw closedGraph(this.shape);
    if (query.length !== this.shape.dimension) throw new RangeError('wrong dimension');
    if (ef !== this.#ef) {
      this.#index.setEf(ef);
      this.#ef = ef;
    }
    const numbers = toFiniteNumbers(query, this.#query);
    const { neighbors } = this.#index.searchKnn(numbers, Math.min(k, this.shape.count));
    const ords = new Uint32Array(neighbors);
    if (this.#labels !== null) for (let i = 0; i < ords.length; i++) ords[i] = this.#labels[ords[i]];
    return ords.sort();
  }

  close(): void {
    if (this.#closed) return;
    this.#closed = true;
    releaseNative(this.#index);
  }
}

/**
 * Builds a graph vector by vector, then writes it. Runs in a worker thread or, for small graphs, on the main
 * one. Starts empty, or from `base`.
 */
export class HnswWriter {
  readonly #index: HierarchicalNSW;
  readonly #shape: GraphShape;
  readonly #kind: string;
  readonly #row: number[];
  readonly #block: RowBlock;
  #room: number;
  #nodes = 0;
  #closed = false;

  /** `room`: the final number of nodes, which resize() changes. */
  constructor(library: HnswLibrary, shape: GraphShape, room = shape.count, base: GraphBase | null = null) {
    const space = checkedSpace({ ...shape, count: room });
    this.#shape = shape;
    this.#kind = `${space} ${shape.dimension}`;
    this.#row = new Array<number>(shape.dimension).fill(0);
    this.#block = new RowBlock(shape.dimension);
    this.#room = room;
    if (base !== null) {
      this.#index = newIndex(library, shape);
      this.#continue(base);
    } else {
      this.#index = takeSpare(this.#kind) ?? newIndex(library, shape);
      this.#index.initIndex(room, libraryM(shape.m), shape.efConstruction, HNSW_SEED);
    }
    this.#beginBlock();
  }

  /** Takes complete rows; throws RangeError if the capacity is exceeded or a number is not finite. */
  add(rows: Float32Array): void {
    for (const _ of this.adding(rows, Number.POSITIVE_INFINITY));
  }

  /** The same, yielding after every `step` vectors that are added to the graph. */
  *adding(rows: Float32Array, step: number): Generator<void> {
    const count = rows.length / this.#shape.dimension;
    if (this.#taken + count > this.#room) throw new RangeError('more vectors than announced');
    if (!allFinite(rows)) throw new RangeError('a vector has an element that is no finite number');
    for (let from = 0; from < count; ) {
      from += this.#block.take(rows, from);
      if (this.#block.isFull) yield* this.addingTaken(step);
    }
  }

  /** Adds rows that were taken and wait for others: no more will come. Yields as `adding` does. */
  *addingTaken(step: number): Generator<void> {
    const { dimension } = this.#shape;
    const { rows } = this.#block;
    let added = 0;
    for (const row of similarRowsTogether(rows, dimension)) {
      for (let i = 0; i < dimension; i++) this.#row[i] = rows[row * dimension + i];
      this.#index.addPoint(this.#row, this.#nodes + row);
      if (++added % step === 0) yield;
    }
    this.#nodes += added;
    this.#beginBlock();
  }

  resize(room: number): void {
    if (room < this.#taken) throw new RangeError('more vectors than announced');
    checkedSpace({ ...this.#shape, count: room });
    if (room !== this.#room) this.#index.resizeIndex(room);
    this.#room = room;
  }

  /** Writes the file (the caller verifies it, because the library reports no errors) and frees the memory. */
  finish(path: string): void {
    if (this.#taken !== this.#room) throw new RangeError('fewer vectors than announced');
    for (const _ of this.addingTaken(Number.POSITIVE_INFINITY));
    this.#index.writeIndexSync(path);
    this.close();
  }

  close(): void {
    if (this.#closed) return;
    this.#closed = true;
    keepSpare(this.#kind, this.#index);
  }

  /** Vectors in the graph and in the block. */
  get #taken(): number {
    return this.#nodes + this.#block.count;
  }

  #beginBlock(): void {
    this.#block.begin(blockRowsAfter(this.#nodes, this.#shape.dimension));
  }

  /** The object must be new: one that held a graph would crash the process if the file cannot be read. */
  #continue({ path, nodes, deleted }: GraphBase): void {
    this.#index.readIndexSync(path);
    if (this.#index.getCurrentCount() !== nodes) throw new RangeError('not the graph that was announced');
    this.#nodes = nodes;
    this.#index.resizeIndex(this.#room);
    for (const label of deleted) this.#index.markDelete(label);
  }
}

function newIndex(library: HnswLibrary, shape: GraphShape): HierarchicalNSW {
  return new library.HierarchicalNSW(checkedSpace(shape), shape.dimension);
}

/** The library's name for the shape's space. Throws RangeError for a shape that would crash the process. */
function checkedSpace(shape: GraphShape): NonNullable<SpaceType['hnswSpace']> {
  const { space, dimension, m, efConstruction, count } = shape;
  const sane =
    space.hnswSpace !== null &&
    inRange(dimension, 1, 65_536) &&
    inRange(m, 2, 2 ** 31 - 1) &&
    inRange(efConstruction, 2, 2 ** 31 - 1) &&
    inRange(count, 1, 2 ** 31 - 1);
  if (!sane || space.hnswSpace === null) throw new RangeError('not the shape of an HNSW graph');
  return space.hnswSpace;
}

function inRange(value: number, min: number, max: number): boolean {
  return Number.isInteger(value) && value >= min && value <= max;
}

function allFinite(values: Float32Array): boolean {
  for (let i = 0; i < values.length; i++) if (!Number.isFinite(values[i])) return false;
  return true;
}

/** Fills `numbers`, which has the length of the query. */
function toFiniteNumbers(query: Float32Array, numbers: number[]): number[] {
  for (let i = 0; i < query.length; i++) {
    if (!Number.isFinite(query[i])) throw new RangeError('a query has an element that is no finite number');
    numbers[i] = query[i];
  }
  return numbers;
}
