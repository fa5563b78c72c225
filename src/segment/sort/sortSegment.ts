import type { FixedBitSet, Pacer } from '../../common/index.ts';
import type { SegmentData } from '../data.ts';
import { documentOrder, type IndexSortField } from './documentOrder.ts';
import { renumbering, reorderBits, reorderSegment } from './reorderSegment.ts';

export interface SortedSegment {
  readonly data: SegmentData;
  readonly liveDocs: FixedBitSet | null;
  /** docMap[doc] is the new number of a document; `null` if nothing changed. */
  readonly docMap: Uint32Array | null;
}

/** Sorts the documents of a segment by `index.sort.*`. */
export async function sortSegment(
  data: SegmentData,
  liveDocs: FixedBitSet | null,
  sort: readonly IndexSortField[],
  pacer: Pacer,
): Promise<SortedSegment> {
  const unchanged = { data, liveDocs, docMap: null };
  if (sort.length === 0 || data.nested !== null) return unchanged;
  const order = await documentOrder(data, sort, liveDocs, pacer);
  if (order === null) return unchanged;
  const numbers = renumbering(order);
  return {
    data: await reorderSegment(data, numbers, pacer),
    liveDocs: liveDocs && reorderBits(liveDocs, numbers),
    docMap: numbers.docMap,
  };
}
