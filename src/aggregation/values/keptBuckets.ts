/** Buckets of a column's documents, kept for the histograms that are asked for again: dashboards ask for few. */

export interface KeptBuckets {
  /** Of each document its bucket plus one; 0: not known yet. */
  readonly buckets: Uint16Array;
  /** Documents by bucket; null: not counted yet. */
  counts: Uint32Array | null;
}

interface AskedFor {
  readonly boundaries: Float64Array;
  /** null until it is asked for again. */
  kept: KeptBuckets | null;
}

const MAX_KEPT = 4;
const MAX_BUCKETS = 65_534;

const keptOf = new WeakMap<Float64Array, AskedFor[]>();

/** What is kept of the buckets between these boundaries; null: nothing. */
export function keptBuckets(column: Float64Array, boundaries: Float64Array): KeptBuckets | null {
  if (boundaries.length > MAX_BUCKETS) return null;
  const kept = keptOf.get(column) ?? [];
  keptOf.set(column, kept);
  const known = kept.find((entry) => areEqual(entry.boundaries, boundaries));
  if (known !== undefined) {
    known.kept ??= { buckets: new Uint16Array(column.length), counts: null };
    return known.kept;
  }
  if (kept.length === MAX_KEPT) kept.shift();
  kept.push({ boundaries, kept: null });
  return null;
}

function areEqual(a: Float64Array, b: Float64Array): boolean {
  return a.length === b.length && a.every((value, i) => value === b[i]);
}
