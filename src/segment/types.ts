import type { FixedBitSet } from '../common/index.ts';

/** Number of a document within its segment: 0 … maxDoc-1, in order of arrival, or in that of the index sort. */
export type DocId = number;

/** Where a term stands: in the i-th of its documents at values[starts[i] … starts[i + 1]). */
export interface Occurrences {
  /** null: once in each. */
  readonly starts: Uint32Array | null;
  readonly values: Uint16Array | Uint32Array;
}

/** The terms of one field, sorted by code point, with their postings. */
export interface TermsReader {
  readonly size: number;
  /** Documents that have the field (deleted ones included). */
  readonly docCount: number;
  readonly sumTotalTermFreq: number;
  term(ord: number): string;
  /** The term's ordinal, or -1. */
  lookup(term: string): number;
  /** The first ordinal whose term is ≥ `term`; `size` when there is none. */
  ceiling(term: string): number;
  docFreq(ord: number): number;
  totalTermFreq(ord: number): number;
  /** Ascending docIds; a view, do not write. */
  docs(ord: number): Uint32Array;
  /** Frequencies parallel to docs(); null where every frequency is 1 (exact terms). */
  freqs(ord: number): Uint8Array | Uint32Array | null;
  /** All positions of a term, a view; null for exact terms. */
  occurrences(ord: number): Occurrences | null;
  /** Positions of the i-th document of docs(ord); empty for exact terms. */
  positions(ord: number, index: number): Uint32Array;
}

/**
 * A column of numbers. Single-valued (offsets null): values[doc], valid where presence has doc.
 * Many-valued: values[offsets[doc] … offsets[doc+1]), ascending.
 */
export interface NumericColumn {
  readonly kind: 'numeric';
  readonly values: Float64Array | BigInt64Array;
  readonly offsets: Uint32Array | null;
  /** null: every document has a value. */
  readonly presence: FixedBitSet | null;
  readonly min: number;
  readonly max: number;
}

/** A column of ordinals into a sorted dictionary. Layout as NumericColumn; ords ascending without duplicates per doc. */
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

/** Points or ranges: two parallel arrays; layout as NumericColumn. */
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

/** The vectors of one knn_vector field of one segment. */
export interface VectorValues {
  readonly dimension: number;
  readonly count: number;
  /** docs[i] is the document of the i-th vector; ascending. */
  readonly docs: Uint32Array;
  /** count × dimension, row by row. */
  readonly values: Float32Array;
  readonly presence: FixedBitSet;
}

/** The vectors of one field that are in an index buffer so far. */
export interface BufferedVectors {
  readonly field: string;
  readonly dimension: number;
  readonly count: number;
  /** A copy of the rows [from, to). */
  rows(from: number, to: number): Float32Array;
}

/** An index buffer, seen by who prepares what lies beside its segment. Its vectors keep their order in the segment. */
export interface VectorBuffer {
  readonly vectors: readonly BufferedVectors[];
}

/** A segment of which another was merged. */
export interface MergedSource {
  readonly segment: SegmentReader;
  /** The new number of each document; GONE: it was deleted. */
  readonly docMap: Uint32Array;
}

/** A snapshot of one immutable segment with the deletions of the moment it was acquired. */
export interface SegmentReader {
  /** `_0`, `_1a`, …: unique within the shard's life. */
  readonly name: string;
  readonly maxDoc: number;
  /** Live documents, nested children included. */
  readonly numDocs: number;
  /** Live root documents. */
  readonly numRootDocs: number;
  /** null: nothing is deleted. */
  readonly liveDocs: FixedBitSet | null;
  /** Root documents; null where the segment has no nested documents. */
  readonly rootDocs: FixedBitSet | null;
  readonly sizeBytes: number;
  readonly fieldNames: readonly string[];
  /** The document with this `_id`, live or not, or -1 (the newest when there are several). */
  lookupId(id: string): DocId;
  /** `_id` of a root document. */
  id(doc: DocId): string;
  source(doc: DocId): Uint8Array;
  routing(doc: DocId): string | null;
  seqNo(doc: DocId): number;
  primaryTerm(doc: DocId): number;
  version(doc: DocId): number;
  /** Nested children: path, parent docId and place in the array. Root documents: null, -1, -1. */
  nestedPath(doc: DocId): string | null;
  parent(doc: DocId): DocId;
  nestedOffset(doc: DocId): number;
  /** Child documents of a nested path; null where the segment has none. */
  nestedDocs(path: string): FixedBitSet | null;
  terms(field: string): TermsReader | null;
  /** One byte a document: the encoded length (scoring.md), 0 where the document lacks the field. */
  norms(field: string): Uint8Array | null;
  column(field: string): Column | null;
  vectors(field: string): VectorValues | null;
  /** Documents that have the field in any form; null where none has. */
  exists(field: string): FixedBitSet | null;
  /** Per-segment caches of other rooms (filters, graphs); they die with the segment. */
  readonly cache: Map<string, unknown>;
}
