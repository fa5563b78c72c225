/**
 * The vectors of a graph are added in blocks, and within a block similar ones follow each other
 * (`similarRowsTogether`): nodes that are searched together then lie together in memory, which makes building a
 * graph of clustered vectors a fifth faster, and searching it too. The ends of blocks depend on the number of
 * nodes only, so the same vectors give the same graph, however they arrive.
 */
const MIN_ROWS = 512;
const MAX_ROWS = 4096;
const MAX_BYTES = 4 * 1024 * 1024;
/** A refresh waits for an unfinished block; it is at most this share of the graph. */
const SHARE = 1 / 8;

/** Number of rows in the block that begins after `nodes` nodes. */
export function blockRowsAfter(nodes: number, dimension: number): number {
  const rows = Math.max(MIN_ROWS, Math.min(MAX_ROWS, Math.floor(nodes * SHARE)));
  return Math.max(1, Math.min(rows, Math.floor(MAX_BYTES / (4 * dimension))));
}

/** Collects rows until a block is full. */
export class RowBlock {
  readonly #dimension: number;
  #rows = new Float32Array(0);
  #capacity = 0;
  #count = 0;

  constructor(dimension: number) {
    this.#dimension = dimension;
  }

  get count(): number {
    return this.#count;
  }

  get isFull(): boolean {
    return this.#count === this.#capacity;
  }

  /** The rows so far; valid until the next block begins. */
  get rows(): Float32Array {
    return this.#rows.subarray(0, this.#count * this.#dimension);
  }

  /** Begins a new block of `capacity` rows. */
  begin(capacity: number): void {
    this.#capacity = capacity;
    this.#count = 0;
    const values = capacity * this.#dimension;
    if (this.#rows.length < values) this.#rows = new Float32Array(values);
  }

  /** Copies rows from row `from` on, as many as there is room for; returns their number. */
  take(rows: Float32Array, from: number): number {
    const dimension = this.#dimension;
    const taken = Math.min(this.#capacity - this.#count, rows.length / dimension - from);
    this.#rows.set(rows.subarray(from * dimension, (from + taken) * dimension), this.#count * dimension);
    this.#count += taken;
    return taken;
  }
}
