import type { FixedBitSet, Pacer } from '../../common/index.ts';
import { compareBytes } from '../byteStrings.ts';
import type { BinaryData, FieldData, SegmentData } from '../data.ts';
import { sortWithPauses } from './sortWithPauses.ts';

/** A field of `index.sort.*`. */
export interface IndexSortField {
  readonly field: string;
  readonly descending: boolean;
  /** Whether the largest of several values is used instead of the smallest. */
  readonly usesLargest: boolean;
  readonly missingFirst: boolean;
}

type Compare = (a: number, b: number) => number;

/**
 * The documents in the order of an index sort: the i-th entry is the old number of the new document i. Ties
 * keep their order. Deleted documents come first in order of arrival, so that of several documents with an id
 * the newest stays last. `null` if they are already in order.
 */
export async function documentOrder(
  data: SegmentData,
  sort: readonly IndexSortField[],
  liveDocs: FixedBitSet | null,
  pacer: Pacer,
): Promise<Uint32Array | null> {
  const compares = sort.flatMap((by) => {
    const field = data.fields.find(({ name }) => name === by.field);
    return field === undefined ? [] : [compareBy(field, by)];
  });
  if (liveDocs !== null) compares.unshift((a, b) => Number(liveDocs.has(a)) - Number(liveDocs.has(b)));
  if (compares.length === 0) return null;
  const compare: Compare = (a, b) => {
    for (let i = 0; i < compares.length; i++) {
      const order = compares[i](a, b);
      if (order !== 0) return order;
    }
    return 0;
  };
  const sorted = await sortWithPauses(data.maxDoc, compare, pacer);
  return sorted.every((doc, i) => doc === i) ? null : sorted;
}

function compareBy(field: FieldData, { descending, usesLargest, missingFirst }: IndexSortField): Compare {
  const [place, compareValues] = valuesOf(field, usesLargest);
  return (a, b) => {
    const i = place(a);
    const j = place(b);
    if (i === -1 || j === -1) return i === j ? 0 : (i === -1) === missingFirst ? -1 : 1;
    const order = compareValues(i, j);
    return descending ? -order : order;
  };
}

/** Returns the index of a document's value (-1 if missing), and how to compare two values by index. */
function valuesOf({ numeric, ordinals, binary }: FieldData, usesLargest: boolean): [Place, Compare] {
  if (numeric !== null) {
    const { values } = numeric;
    const compare: Compare = (i, j) => (values[i] < values[j] ? -1 : values[i] > values[j] ? 1 : 0);
    return [placeIn(numeric, usesLargest), compare];
  }
  if (ordinals !== null) {
    const { ords } = ordinals;
    return [placeIn(ordinals, usesLargest), (i, j) => ords[i] - ords[j]];
  }
  if (binary !== null) return [placeIn(binary, usesLargest), compareStrings(binary)];
  return [() => -1, () => 0];
}

type Place = (doc: number) => number;

interface Layout {
  readonly offsets: Uint32Array | null;
  readonly presence: FixedBitSet | null;
}

function placeIn({ offsets, presence }: Layout, usesLargest: boolean): Place {
  return (doc) => {
    if (presence !== null && !presence.has(doc)) return -1;
    if (offsets === null) return doc;
    if (offsets[doc] === offsets[doc + 1]) return -1;
    return usesLargest ? offsets[doc + 1] - 1 : offsets[doc];
  };
}

function compareStrings({ strings: { bytes, offsets } }: BinaryData): Compare {
  return (i, j) => compareBytes(bytes, offsets[i], offsets[i + 1], bytes, offsets[j], offsets[j + 1]);
}
