import type { NumberRun } from './numbers.ts';

/** Cells for each bucket: in most of them no boundary lies, and the comparison with it is foreseen. */
const CELLS_OF_A_BUCKET = 8;
const MAX_CELLS = 1 << 16;

/**
 * The span of all boundaries in cells of one length: a value's cell is computed, its bucket is that of the cell, or the
 * next one where the boundary within the cell is not above it.
 */
export interface Cells {
  readonly scale: number;
  /** Of each cell, the bucket of its least values. */
  readonly buckets: Uint32Array;
  /** The end of that bucket. */
  readonly ends: Float64Array;
}

export function cellOf(value: number, start: number, scale: number): number {
  return Math.floor((value - start) * scale);
}

/** null: two boundaries share a cell. */
function cellsOf(boundaries: Float64Array, count: number): Cells | null {
  const last = boundaries.length - 1;
  const start = boundaries[0];
  const scale = count / (boundaries[last] - start);
  const buckets = new Uint32Array(count + 1);
  const ends = new Float64Array(count + 1);
  let bucket = 0;
  for (let cell = 0; cell <= count; cell++) {
    buckets[cell] = bucket;
    ends[cell] = boundaries[Math.min(last, bucket + 1)];
    let within = 0;
    while (bucket < last && cellOf(boundaries[bucket + 1], start, scale) === cell) {
      bucket++;
      within++;
    }
    if (within > 1) return null;
  }
  return { scale, buckets, ends };
}

/** null: boundaries are too close for cells. */
export function cellsFor(boundaries: Float64Array): Cells | null {
  const least = Math.max(1, boundaries.length - 1) * CELLS_OF_A_BUCKET;
  for (let count = least; count <= MAX_CELLS; count *= 2) {
    const cells = cellsOf(boundaries, count);
    if (cells !== null) return cells;
  }
  return null;
}

/** The buckets of values. */
export function lookUp(
  { values, places, count }: NumberRun,
  start: number,
  { scale, buckets, ends }: Cells,
  out: Uint32Array,
): void {
  for (let i = 0; i < count; i++) {
    const value = values[places[i]];
    const cell = cellOf(value, start, scale);
    out[i] = value < ends[cell] ? buckets[cell] : buckets[cell] + 1;
  }
}
