import type { FixedBitSet } from '../common/index.ts';

/** Number of a document within its segment: 0 … maxDoc-1, in order of arrival or of the index sort. */
export type DocId = number;

/** Positions of a term: in its i-th document at values[starts[i] … starts[i + 1]). */
export interface Occurrences {
  /** `null` if there is one in each document. */
  readonly starts: Uint32Array | null;
  readonly values: Uint16Array | Uint32Array;
}

/** The terms of a field, sorted by code point, with their postings. */
export interface TermsReader {
  readonly size: number;
  /** Number of documents with the field, including deleted ones. */
  readonly docCount: number;
  readonly sumTotalTermFreq: number;
  term(ord: number): string;
  /** The term's ordinal, or -1. */
  lookup(term: string): number;
  /** The first ordinal whose term is ≥ `term`; `size` if there is none. */
  ceiling(term: string): number;
  docFreq(ord: number): number;
  totalTermFreq(ord: number): number;
  /** Ascending docIds; a view that must not be modified. */
  docs(ord: number): Uint32Array;
  /** Parallel to docs(); `null` if every frequency is 1 (exact terms). */
  freqs(ord: number): Uint8Array | Uint32Array | null;
  /** All positions of a term, as a view; `null` for exact terms. */
  occurrences(ord: number): Occurrences | null;
  /** Positions of the i-th document of docs(ord); empty for exact terms. */
  positions(ord: number, index: number): Uint32Array;
}

/**
 * A column of numbers. Single-valued (offsets null): values[doc], valid if presence contains doc.
 * Multi-valued: values[offsets[doc] … offsets[doc+1]), ascending.
 */
export interface NumericColumn {
  readonly kind: 'numeric';
  readonly values: Float64Array | BigInt64Array;
  readonly offsets: Uint32Array | null;
  /** `null` if every document has a value. */
  readonly presence: FixedBitSet | null;
  readonly min: number;
  readonly max: number;
}

/**
 * A column of ordinals into a sorted dictionary. Layout like NumericColumn; each document's ordinals ascend
 * without duplicates.
 */
export interface OrdinalColumn {
  readonly kind: 'ordinals';
  readonly ords: Uint32Array;
  readonly offsets: Uint32Array | null;
  readonly presence: FixedBitSet | null;
  readonly dictionary: TermDictionary;
}

export interface TermDictionary {
  readonly size: number;
  term(ord: number): string;
  lookup(term: string): number;
  ceiling(term: string): number;
}

/** Points or ranges: two parallel arrays with a layout like NumericColumn. */
export interface PairColumn {
  readonly kind: 'pairs';
  /** Latitudes, or lower bounds. */
  readonly first: Float64Array;
  /** Longitudes, or upper bounds. */
  readonly second: Float64Array;
  readonly offsets: Uint32Array | null;
  readonly presence: FixedBitSet | null;
}

export interface BinaryColumn {
  readonly kind: 'binary';
  readonly presence: FixedBitSet | null;
  values(doc: DocId): readonly Uint8Array[];
}

export type Column = NumericColumn | OrdinalColumn | PairColumn | BinaryColumn;

/** The vectors of a knn_vector field in a segment. */
export interface VectorValues {
  readonly dimension: number;
  readonly count: number;
  /** docs[i] is the document of the i-th vector, ascending. */
  readonly docs: Uint32Array;
  /** count × dimension, row by row. */
  readonly values: Float32Array;
  readonly presence: FixedBitSet;
}

/** The vectors of a field in the index buffer so far. */
export interface BufferedVectors {
  readonly field: string;
  readonly dimension: number;
  readonly count: number;
  /** A copy of the rows [from, to). */
  rows(from: number, to: number): Float32Array;
}

/**
 * The index buffer as seen by code that prepares files for its segment. Vectors keep their order in the
 * segment.
 */
export interface VectorBuffer {
  readonly vectors: readonly BufferedVectors[];
}

/** A source segment of a merge. */
export interface MergedSource {
  readonly segment: SegmentReader;
  /** The new number of each document, or GONE if deleted. */
  readonly docMap: Uint32Array;
}

/** A snapshot of an immutable segment with the deletions of the moment it was acquired. */
export interface SegmentReader {
  /** `_0`, `_1a`, …: never reused within a shard. */
  readonly name: string;
  readonly maxDoc: number;
  /** Live documents, including nested children. */
  readonly numDocs: number;
  /** Live root documents. */
  readonly numRootDocs: number;
  /** `null` if nothing is deleted. */
  readonly liveDocs: FixedBitSet | null;
  /** Root documents; `null` if the segment has no nested documents. */
  readonly rootDocs: FixedBitSet | null;
  readonly sizeBytes: number;
  readonly fieldNames: readonly string[];
  /** The newest document with this `_id`, live or not, or -1. */
  lookupId(id: string): DocId;
  /** `_id` of a root document. */
  id(doc: DocId): string;
  source(doc: DocId): Uint8Array;
  routing(doc: DocId): string | null;
  seqNo(doc: DocId): number;
  primaryTerm(doc: DocId): number;
  version(doc: DocId): number;
  /** Path, parent docId and array index of a nested child; null, -1 and -1 for root documents. */
  nestedPath(doc: DocId): string | null;
  parent(doc: DocId): DocId;
  nestedOffset(doc: DocId): number;
  /** Child documents of a nested path; `null` if there are none. */
  nestedDocs(path: string): FixedBitSet | null;
  terms(field: string): TermsReader | null;
  /** One byte per document: the encoded length, 0 if the document lacks the field. */
  norms(field: string): Uint8Array | null;
  column(field: string): Column | null;
  vectors(field: string): VectorValues | null;
  /** Documents with the field in any form; `null` if there are none. */
  exists(field: string): FixedBitSet | null;
  /** Caches of other rooms (filters, graphs), dropped with the segment. */
  readonly cache: Map<string, unknown>;
}
