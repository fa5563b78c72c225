/** Cached buckets of a column's documents, for repeated histograms: dashboards use few of them. */

export interface KeptBuckets {
  /** For each document its bucket + 1; 0 if not known yet. */
  readonly buckets: Uint16Array;
  /** Number of documents by bucket; `null` if not counted yet. */
  counts: Uint32Array | null;
}

interface AskedFor {
  readonly boundaries: Float64Array;
  /** `null` until the second request. */
  kept: KeptBuckets | null;
}

const MAX_KEPT = 4;
const MAX_BUCKETS = 65_534;

const keptOf = new WeakMap<Float64Array, AskedFor[]>();

/** The cache for these boundaries; `null` if there is none. */
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
