import type { FixedBitSet } from '../common/index.ts';
import type { NumericColumn, PairColumn, VectorValues } from './types.ts';

/**
 * A segment as plain typed arrays, produced by the builder, a merge or a file, and served by one reader. It
 * only contains objects, arrays, typed arrays, bitsets, strings and numbers, so that the file codec can write
 * any of it.
 */
export interface SegmentData {
  readonly maxDoc: number;
  readonly fields: readonly FieldData[];
  readonly stored: StoredData;
  /** `null` if every document is a root document. */
  readonly nested: NestedData | null;
}

export interface FieldData {
  readonly name: string;
  /** The terms of postings and ordinals. */
  readonly dictionary: ByteStrings | null;
  readonly postings: PostingsData | null;
  readonly ordinals: OrdinalData | null;
  readonly numeric: NumericColumn | null;
  readonly pairs: PairColumn | null;
  readonly binary: BinaryData | null;
  readonly norms: Uint8Array | null;
  readonly vectors: VectorValues | null;
  /** Documents with the field, if no column, norm or vector records it; `all` if every one has it. */
  readonly presence: FixedBitSet | 'all' | null;
}

/** The i-th string is bytes[offsets[i] … offsets[i + 1]), in UTF-8. */
export interface ByteStrings {
  readonly bytes: Uint8Array;
  readonly offsets: Uint32Array;
}

/** The postings of a field, by term in dictionary order. */
export interface PostingsData {
  /** Term t has the documents docs[starts[t] … starts[t + 1]). */
  readonly starts: Uint32Array;
  readonly docs: Uint32Array;
  /** Parallel to docs; `null` if every frequency is 1. */
  readonly freqs: Uint8Array | Uint32Array | null;
  /** Term t has the occurrences [positionStarts[t], positionStarts[t + 1]); `null` for exact terms. */
  readonly positionStarts: Uint32Array | null;
  readonly positions: Uint16Array | Uint32Array | null;
  readonly docCount: number;
}

export interface OrdinalData {
  readonly ords: Uint32Array;
  readonly offsets: Uint32Array | null;
  readonly presence: FixedBitSet | null;
}

/** Document d has the values strings[offsets[d] … offsets[d + 1]). */
export interface BinaryData {
  readonly offsets: Uint32Array;
  readonly strings: ByteStrings;
  readonly presence: FixedBitSet | null;
}

/** One integer per document: `base + deltas[doc]`; without deltas if all are equal. */
export interface PackedNumbers {
  readonly base: number;
  readonly deltas: Uint8Array | Uint32Array | Float64Array | null;
}

export interface StoredData {
  /** Empty for nested children. */
  readonly ids: ByteStrings;
  /**
   * Open addressing: docId + 1 of the newest document with an id, 0 if free. The length is a power of two.
   */
  readonly idTable: Uint32Array;
  readonly sources: ByteStrings;
  readonly routings: ByteStrings | null;
  readonly routed: FixedBitSet | null;
  readonly seqNos: PackedNumbers;
  readonly versions: PackedNumbers;
  readonly primaryTerms: PackedNumbers;
}

export interface NestedData {
  readonly paths: readonly string[];
  /** 0 for a root document, otherwise 1 + index into paths. */
  readonly pathOrds: Uint8Array | Uint32Array;
  /** The parent's docId; for a root document its own. */
  readonly parents: Uint32Array;
  readonly offsets: Uint32Array;
}
