import type { HierarchicalNSW } from 'hnswlib-node';
import { closedGraph, type Graph, type GraphShape, libraryM } from './graph.ts';
import { HNSW_SEED, type HnswLibrary } from './hnswLibrary.ts';
import { keepSpare, releaseNative, takeSpare } from './nativeMemory.ts';
import type { SpaceType } from './spaceTypes.ts';

/**
 * hnswlib-node ends the process on a bad argument: everything that reaches it is checked here. It takes arrays of
 * numbers only, and gives memory back only when it is initialised anew (garbage collection does not see it).
 */
export class HnswGraph implements Graph {
  readonly shape: GraphShape;
  readonly levelSum: number;
  readonly #index: HierarchicalNSW;
  #ef = 0;
  #closed = false;

  private constructor(shape: GraphShape, levelSum: number, index: HierarchicalNSW) {
    this.shape = shape;
    this.levelSum = levelSum;
    this.#index = index;
  }

  /**
   * Loads a file whose checksum and header have been checked (graphFile.ts), off the main thread. The object is fresh
   * and referenced until the load is over: both are needed, or the process dies.
   */
  static async read(
    library: HnswLibrary,
    path: string,
    shape: GraphShape,
    levelSum: number,
  ): Promise<HnswGraph> {
    const index = newIndex(library, shape);
    await index.readIndex(path);
    return new HnswGraph(shape, levelSum, index);
  }

  nearest(query: Float32Array, k: number, ef: number): Uint32Array {
    if (this.#closed) throw closedGraph(this.shape);
    if (query.length !== this.shape.dimension) throw new RangeError('wrong dimension');
    if (ef !== this.#ef) {
      this.#index.setEf(ef);
      this.#ef = ef;
    }
    const { neighbors } = this.#index.searchKnn(toFiniteNumbers(query), Math.min(k, this.shape.count));
    return new Uint32Array(neighbors).sort();
  }

  close(): void {
    if (this.#closed) return;
    this.#closed = true;
    releaseNative(this.#index);
  }
}

/** Grows a graph vector by vector, then writes it. Lives in a worker thread or, for small graphs, on the main one. */
export class HnswWriter {
  readonly #index: HierarchicalNSW;
  readonly #shape: GraphShape;
  readonly #kind: string;
  readonly #row: number[];
  #added = 0;
  #closed = false;

  constructor(library: HnswLibrary, shape: GraphShape) {
    const space = checkedSpace(shape);
    this.#shape = shape;
    this.#kind = `${space} ${shape.dimension}`;
    this.#index = takeSpare(this.#kind) ?? newIndex(library, shape);
    this.#index.initIndex(shape.count, libraryM(shape.m), shape.efConstruction, HNSW_SEED);
    this.#row = new Array<number>(shape.dimension).fill(0);
  }

  /** Adds whole rows; throws RangeError on more than the shape has, or on what is no finite number. */
  add(rows: Float32Array): void {
    const { dimension, count } = this.#shape;
    for (let offset = 0; offset + dimension <= rows.length; offset += dimension) {
      if (this.#added >= count) throw new RangeError('more vectors than announced');
      for (let i = 0; i < dimension; i++) {
        const value = rows[offset + i];
        if (!Number.isFinite(value)) throw new RangeError('a vector has an element that is no finite number');
        this.#row[i] = value;
      }
      this.#index.addPoint(this.#row, this.#added++);
    }
  }

  /** Writes the file (the caller checks it: the library reports no error) and frees the memory. */
  finish(path: string): void {
    if (this.#added !== this.#shape.count) throw new RangeError('fewer vectors than announced');
    this.#index.writeIndexSync(path);
    this.close();
  }

  close(): void {
    if (this.#closed) return;
    this.#closed = true;
    keepSpare(this.#kind, this.#index);
  }
}

function newIndex(library: HnswLibrary, shape: GraphShape): HierarchicalNSW {
  return new library.HierarchicalNSW(checkedSpace(shape), shape.dimension);
}

/** The library's name of the shape's space. Throws RangeError on a shape that would end the process. */
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

function toFiniteNumbers(query: Float32Array): number[] {
  const numbers = new Array<number>(query.length);
  for (let i = 0; i < query.length; i++) {
    if (!Number.isFinite(query[i])) throw new RangeError('a query has an element that is no finite number');
    numbers[i] = query[i];
  }
  return numbers;
}
