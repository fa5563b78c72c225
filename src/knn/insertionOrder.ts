/** Distances are compared on this many numbers per row instead of all. */
const SKETCH_WIDTH = 16;
/** Rows are divided into this many cells, and each cell again into `INNER_CELLS`. */
const OUTER_CELLS = 64;
const INNER_CELLS = 8;
/** Cells of fewer rows on average are not worth a comparison. */
const MIN_CELL_ROWS = 8;

/**
 * An order of rows in which similar ones follow each other: they are sorted by the nearest of a few rows, then
 * within each such cell once more. The same rows always give the same order.
 */
export function similarRowsTogether(rows: Float32Array, dimension: number): Uint32Array {
  const count = rows.length / dimension;
  const sketches = sketch(rows, dimension);
  const order = Uint32Array.from({ length: count }, (_, row) => row);
  const ends = divide(order, sketches, OUTER_CELLS);
  let from = 0;
  for (const to of ends) {
    divide(order.subarray(from, to), sketches, INNER_CELLS);
    from = to;
  }
  return order;
}

interface Sketches {
  readonly values: Float32Array;
  readonly width: number;
}

/**
 * Fewer numbers per row, with about the same distances between rows: each is the sum of some elements, half of
 * them with the opposite sign (a count sketch).
 */
function sketch(rows: Float32Array, dimension: number): Sketches {
  const width = Math.min(SKETCH_WIDTH, dimension);
  const signs = Float32Array.from({ length: dimension }, (_, i) => signOf(i));
  const count = rows.length / dimension;
  const values = new Float32Array(count * width);
  for (let row = 0; row < count; row++) {
    const [from, to] = [row * dimension, row * width];
    for (let i = 0, j = 0; i < dimension; i++) {
      values[to + j] += signs[i] * rows[from + i];
      if (++j === width) j = 0;
    }
  }
  return { values, width };
}

/** Looks random, and is always the same. */
function signOf(element: number): number {
  return (Math.imul(element + 1, 0x9e3779b1) >>> 13) & 1 ? 1 : -1;
}

/** Sorts the rows by the nearest of `cells` of them, stably; returns where each of the cells ends. */
function divide(order: Uint32Array, { values, width }: Sketches, cells: number): Uint32Array {
  const count = order.length;
  const members = order.slice();
  const ends = new Uint32Array(Math.min(cells, Math.ceil(count / MIN_CELL_ROWS)));
  const step = Math.floor(count / ends.length);
  const centers = new Float32Array(ends.length * width);
  for (let i = 0; i < ends.length; i++) {
    const start = members[i * step] * width;
    centers.set(values.subarray(start, start + width), i * width);
  }
  const cellOf = members.map((row) => nearest(centers, values, row * width, width));
  for (const cell of cellOf) ends[cell]++;
  for (let i = 1; i < ends.length; i++) ends[i] += ends[i - 1];
  const places = ends.slice();
  for (let i = count - 1; i >= 0; i--) order[--places[cellOf[i]]] = members[i];
  return ends;
}

/** The number of the nearest center to `values[start … start + width)`. */
function nearest(centers: Float32Array, values: Float32Array, start: number, width: number): number {
  let best = Number.POSITIVE_INFINITY;
  let cell = 0;
  for (let center = 0; center * width < centers.length; center++) {
    let sum = 0;
    for (let i = 0; i < width; i++) {
      const difference = values[start + i] - centers[center * width + i];
      sum += difference * difference;
    }
    if (sum < best) {
      best = sum;
      cell = center;
    }
  }
  return cell;
}
