/** Buckets of a column's documents, kept for the histograms that are asked for again: dashboards ask for few. */

interface KeptBuckets {
  readonly boundaries: Float64Array;
  /** null until it is asked for again. */
  buckets: Uint16Array | null;
}

const MAX_KEPT = 4;
const MAX_BUCKETS = 65_534;

const keptOf = new WeakMap<Float64Array, KeptBuckets[]>();

/** A place for the bucket of each document between these boundaries, 0 where none was put there; null: not kept. */
export function keptBuckets(column: Float64Array, boundaries: Float64Array): Uint16Array | null {
  if (boundaries.length > MAX_BUCKETS) return null;
  const kept = keptOf.get(column) ?? [];
  keptOf.set(column, kept);
  const known = kept.find((entry) => areEqual(entry.boundaries, boundaries));
  if (known !== undefined) {
    known.buckets ??= new Uint16Array(column.length);
    return known.buckets;
  }
  if (kept.length === MAX_KEPT) kept.shift();
  kept.push({ boundaries, buckets: null });
  return null;
}

function areEqual(a: Float64Array, b: Float64Array): boolean {
  return a.length === b.length && a.every((value, i) => value === b[i]);
}
