import { FixedBitSet } from '../../common/index.ts';
import { spanOf, type ValueOrder } from '../../segment/index.ts';

/**
 * The documents with values in [from, to], using the column's order: sets those inside or clears those
 * outside, whichever are fewer.
 */
export function docsInOrder(
  values: Float64Array,
  presence: FixedBitSet | null,
  { bounds, starts, docs }: ValueOrder,
  { from, to }: { readonly from: number; readonly to: number },
): FixedBitSet {
  if (!(from <= to)) return new FixedBitSet(values.length);
  const firstSpan = spanOf(bounds, from);
  const lastSpan = spanOf(bounds, to);
  const first = starts[firstSpan];
  const end = starts[lastSpan + 1];
  // The spans containing the bounds are checked document by document; they may be the same span.
  const innerFrom = starts[firstSpan + 1];
  const innerTo = Math.max(innerFrom, starts[lastSpan]);
  const isWithin = (doc: number): boolean => values[doc] >= from && values[doc] <= to;
  const within = innerTo - innerFrom;
  if (within * 2 <= docs.length) {
    const bits = new FixedBitSet(values.length);
    addAll(bits.words, docs, innerFrom, innerTo);
    for (let i = first; i < innerFrom; i++) if (isWithin(docs[i])) bits.add(docs[i]);
    for (let i = innerTo; i < end; i++) if (isWithin(docs[i])) bits.add(docs[i]);
    return bits;
  }
  const bits = presence === null ? FixedBitSet.full(values.length) : presence.clone();
  removeAll(bits.words, docs, 0, first);
  removeAll(bits.words, docs, end, docs.length);
  for (let i = first; i < innerFrom; i++) if (!isWithin(docs[i])) bits.remove(docs[i]);
  for (let i = innerTo; i < end; i++) if (!isWithin(docs[i])) bits.remove(docs[i]);
  return bits;
}

function addAll(words: Uint32Array, docs: Uint32Array, from: number, to: number): void {
  for (let i = from; i < to; i++) words[docs[i] >>> 5] |= 1 << (docs[i] & 31);
}

function removeAll(words: Uint32Array, docs: Uint32Array, from: number, to: number): void {
  for (let i = from; i < to; i++) words[docs[i] >>> 5] &= ~(1 << (docs[i] & 31));
}
