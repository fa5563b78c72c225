import type { FixedBitSet } from '../common/index.ts';
import type { NumericColumn, PairColumn, VectorValues } from './types.ts';

/**
 * A segment as plain typed arrays. Three producers make it (the builder, the merge, the file) and one reader serves
 * it. It holds nothing but objects, arrays, typed arrays, bitsets, strings and numbers, so that the file's codec can
 * write any of it.
 */
export interface SegmentData {
  readonly maxDoc: number;
  readonly fields: readonly FieldData[];
  readonly stored: StoredData;
  /** null where every document is a root document. */
  readonly nested: NestedData | null;
}

export interface FieldData {
  readonly name: string;
  /** Terms of postings and ordinals. */
  readonly dictionary: ByteStrings | null;
  readonly postings: PostingsData | null;
  readonly ordinals: OrdinalData | null;
  readonly numeric: NumericColumn | null;
  readonly pairs: PairColumn | null;
  readonly binary: BinaryData | null;
  readonly norms: Uint8Array | null;
  readonly vectors: VectorValues | null;
  /** Documents that have the field where no column, norm or vector says so; `all` where each has. */
  readonly presence: FixedBitSet | 'all' | null;
}

/** The i-th string is bytes[offsets[i] … offsets[i + 1]); UTF-8. */
export interface ByteStrings {
  readonly bytes: Uint8Array;
  readonly offsets: Uint32Array;
}

/** Postings of a field, term by term in the dictionary's order. */
export interface PostingsData {
  /** Documents of term t: docs[starts[t] … starts[t + 1]). */
  readonly starts: Uint32Array;
  readonly docs: Uint32Array;
  /** Parallel to docs; null where every frequency is 1. */
  readonly freqs: Uint8Array | Uint32Array | null;
  /** Term t's occurrences: [positionStarts[t], positionStarts[t + 1]); null for exact terms. */
  readonly positionStarts: Uint32Array | null;
  readonly positions: Uint16Array | Uint32Array | null;
  readonly docCount: number;
}

export interface OrdinalData {
  readonly ords: Uint32Array;
  readonly offsets: Uint32Array | null;
  readonly presence: FixedBitSet | null;
}

/** Values of document d: strings[offsets[d] … offsets[d + 1]). */
export interface BinaryData {
  readonly offsets: Uint32Array;
  readonly strings: ByteStrings;
  readonly presence: FixedBitSet | null;
}

/** Whole numbers, one a document: `base + deltas[doc]`; no deltas where all are the same. */
export interface PackedNumbers {
  readonly base: number;
  readonly deltas: Uint8Array | Uint32Array | Float64Array | null;
}

export interface StoredData {
  /** Empty for nested children. */
  readonly ids: ByteStrings;
  /** Open addressing: docId + 1 of the newest document of an id, 0 where free; the length is a power of two. */
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
  /** 0: a root document, else 1 + index into paths. */
  readonly pathOrds: Uint8Array | Uint32Array;
  /** The parent's docId; of a root document its own. */
  readonly parents: Uint32Array;
  readonly offsets: Uint32Array;
}
