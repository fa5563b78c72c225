import type { FixedBitSet } from '../common/index.ts';
import type { VectorValues } from '../segment/index.ts';
import { closedGraph, expectedLevelSum, type Graph, type GraphShape } from './graph.ts';
import type { SpaceType } from './spaceTypes.ts';

/** Exact search over the segment's own column; needs no file and no memory of its own. */
export class FlatGraph implements Graph {
  readonly shape: GraphShape;
  readonly levelSum: number;
  readonly #vectors: VectorValues;
  #closed = false;

  /** `levelSum`: that of the graph being replaced, if known. */
  constructor(shape: GraphShape, vectors: VectorValues, levelSum: number | null = null) {
    this.shape = shape;
    this.levelSum = levelSum ?? expectedLevelSum(shape.count, shape.m);
    this.#vectors = vectors;
  }

  nearest(query: Float32Array, k: number): Uint32Array {
    if (this.#closed) throw closedGraph(this.shape);
    return exactNearest(this.shape.space, query, this.#vectors, k, null);
  }

  close(): void {
    // There is nothing to free.
    this.#closed = true;
  }
}

/**
 * The k nearest vectors among the documents in `accept` (`null` for all); ties go to the lower number.
 * Ascending.
 */
export function exactNearest(
  space: SpaceType,
  query: Float32Array,
  vectors: VectorValues,
  k: number,
  accept: FixedBitSet | null,
): Uint32Array {
  const prepared = space.prepare(query);
  const capacity = Math.min(k, vectors.count);
  const heap = new NearestHeap(capacity);
  const { dimension, docs, values } = vectors;
  for (let ord = 0; ord < vectors.count; ord++) {
    if (accept !== null && !accept.has(docs[ord])) continue;
    const distance = space.distance(prepared, values, ord * dimension);
    heap.offer(Number.isNaN(distance) ? Number.POSITIVE_INFINITY : distance, ord);
  }
  return heap.ords();
}

/** A max-heap of the nearest vectors so far, with the farthest on top. */
class NearestHeap {
  readonly #distances: Float32Array;
  readonly #ords: Uint32Array;
  readonly #capacity: number;
  #size = 0;

  constructor(capacity: number) {
    this.#capacity = capacity;
    this.#distances = new Float32Array(capacity);
    this.#ords = new Uint32Array(capacity);
  }

  /** Vectors come in ascending order, so an equal distance never replaces an earlier one. */
  offer(distance: number, ord: number): void {
    if (this.#size < this.#capacity) {
      this.#siftUp(this.#size++, distance, ord);
    } else if (this.#capacity > 0 && distance < this.#distances[0]) {
      this.#siftDown(distance, ord);
    }
  }

  ords(): Uint32Array {
    return this.#ords.slice(0, this.#size).sort();
  }

  #farther(distance: number, ord: number, slot: number): boolean {
    const other = this.#distances[slot];
    return distance > other || (distance === other && ord > this.#ords[slot]);
  }

  #siftUp(from: number, distance: number, ord: number): void {
    let slot = from;
    while (slot > 0) {
      const parent = (slot - 1) >>> 1;
      if (!this.#farther(distance, ord, parent)) break;
      this.#distances[slot] = this.#distances[parent];
      this.#ords[slot] = this.#ords[parent];
      slot = parent;
    }
    this.#distances[slot] = distance;
    this.#ords[slot] = ord;
  }

  #siftDown(distance: number, ord: number): void {
    const size = this.#size;
    let slot = 0;
    for (;;) {
      let child = 2 * slot + 1;
      if (child >= size) break;
      const right = child + 1;
      if (right < size && this.#farther(this.#distances[right], this.#ords[right], child)) child = right;
      if (this.#farther(distance, ord, child)) break;
      this.#distances[slot] = this.#distances[child];
      this.#ords[slot] = this.#ords[child];
      slot = child;
    }
    this.#distances[slot] = distance;
    this.#ords[slot] = ord;
  }
}
