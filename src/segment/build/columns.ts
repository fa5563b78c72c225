import { FixedBitSet } from '../../common/index.ts';

/** How a column's values are stored; see NumericColumn. */
export interface ColumnLayout {
  /** `null` if each document has at most one value, stored at its own index. */
  readonly offsets: Uint32Array | null;
  readonly presence: FixedBitSet | null;
}

/** The layout of values that arrived in the order of `docs` (ascending, repeated for several values). */
export function columnLayout(docs: Uint32Array, maxDoc: number): ColumnLayout {
  const bits = new FixedBitSet(maxDoc);
  let present = 0;
  let last = -1;
  for (let i = 0; i < docs.length; i++) {
    if (docs[i] === last) continue;
    last = docs[i];
    bits.add(last);
    present++;
  }
  const presence = present === maxDoc ? null : bits;
  if (present === docs.length) return { offsets: null, presence };
  const offsets = new Uint32Array(maxDoc + 1);
  for (let i = 0; i < docs.length; i++) offsets[docs[i] + 1]++;
  for (let doc = 0; doc < maxDoc; doc++) offsets[doc + 1] += offsets[doc];
  return { offsets, presence };
}

/**
 * Places values at values[doc] if each document has at most one; otherwise keeps them in order of arrival.
 */
export function placeValues<T extends Uint32Array | Float64Array>(
  values: T,
  docs: Uint32Array,
  layout: ColumnLayout,
  maxDoc: number,
): T {
  if (layout.offsets !== null || layout.presence === null) return values;
  const placed = new (values.constructor as new (length: number) => T)(maxDoc);
  for (let i = 0; i < docs.length; i++) placed[docs[i]] = values[i];
  return placed;
}

/** Sorts the values of each document; `sort` is only called for several values. */
export function sortEachDocument(
  values: Uint32Array | Float64Array | BigInt64Array,
  offsets: Uint32Array | null,
): void {
  if (offsets === null) return;
  for (let doc = 0; doc + 1 < offsets.length; doc++) {
    if (offsets[doc + 1] - offsets[doc] > 1) values.subarray(offsets[doc], offsets[doc + 1]).sort();
  }
}

/** The set of documents in an ascending list; `all` if it contains each one. */
export function presenceOf(docs: Uint32Array, maxDoc: number): FixedBitSet | 'all' {
  const bits = new FixedBitSet(maxDoc);
  for (let i = 0; i < docs.length; i++) bits.add(docs[i]);
  return bits.cardinality() === maxDoc ? 'all' : bits;
}
