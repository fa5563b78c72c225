import type { JsonObject, JsonValue, OpenSearchError, Pacer } from '../common/index.ts';

/**
 * A value in the form in which it is indexed and compared: dates as milliseconds, IPs as 32 hex digits,
 * booleans as `T`/`F`.
 */
export type IndexValue = number | bigint | string;

/** How a search uses a field: its doc values (also for aggregations), sorting by it, or `fields`. */
export type FieldUse = 'values' | 'sort' | 'fields';

/** How a field is indexed, searched and aggregated; several mapping types may share a family. */
export type FieldFamily =
  | 'text'
  | 'keyword'
  | 'numeric'
  | 'date'
  | 'boolean'
  | 'ip'
  | 'binary'
  | 'geo_point'
  | 'range'
  | 'knn_vector'
  | 'object'
  | 'nested'
  | 'metadata';

export type NumericKind =
  | 'byte'
  | 'short'
  | 'integer'
  | 'long'
  | 'unsigned_long'
  | 'half_float'
  | 'float'
  | 'double'
  | 'scaled_float';

export interface RangeBoundOptions {
  /** Whether date math rounds up (`lte`, `gt`) or down (`gte`, `lt`). */
  readonly roundUp: boolean;
  readonly format: string | null;
  readonly timeZone: string | null;
  readonly now: () => number;
}

export interface RenderOptions {
  readonly format?: string | null;
  readonly timeZone?: string | null;
}

/** The sub-fields of a search_as_you_type field. */
export interface AsYouType {
  readonly root: string;
  readonly part: 'whole' | 'shingles' | 'prefixes';
  /** Number of words in its longest shingles. */
  readonly maxShingle: number;
}

/** One field of a mapping as seen by queries, aggregations and fetch. Immutable. */
export interface MappedFieldType {
  /** Full path: `a.b`, or `a.b.keyword` for a multi-field. */
  readonly name: string;
  /** The mapping type: `keyword`, `half_float`, … */
  readonly typeName: string;
  readonly family: FieldFamily;
  readonly indexed: boolean;
  readonly hasDocValues: boolean;
  readonly hasNorms: boolean;
  readonly stored: boolean;
  /** The innermost enclosing nested object, or `null`. */
  readonly nestedPath: string | null;
  /** The parameters as given in the mapping (without multi-fields). */
  readonly params: JsonObject;
  readonly numericKind: NumericKind | null;
  /** The analyzers of a text field; normalizer for keywords. */
  readonly indexAnalyzer: string | null;
  readonly searchAnalyzer: string | null;
  readonly searchQuoteAnalyzer: string | null;
  /** Dimension, method, space and engine of a knn_vector; `null` for other types. */
  readonly vector: VectorFieldInfo | null;
  /** The relations of a `join` field. */
  readonly relations?: readonly JoinRelation[];
  /** The path within a `flat_object` that prefixes the field's terms, including `=`. */
  readonly flatPath?: string;
  /** `fields` returns the doc values instead of the source. */
  readonly derived?: true;
  /** The name of its column, if different. */
  readonly column?: string;
  /** For search_as_you_type: which of its sub-fields this is, and their parent. */
  readonly asYouType?: AsYouType;
  /** The next greater (1) or smaller (-1) value of a bound of a range field; integers by default. */
  readonly nextBound?: (value: number, by: 1 | -1) => number;
  /** Values in full precision, if `toIndexValue` and the main column have less (date_nanos). */
  readonly nanos?: NanosecondValues;
  /** The error for a use that the type does not support; absent if it supports all. */
  readonly refusal?: (use: FieldUse) => OpenSearchError;
  /**
   * Converts a value of a query, or a missing value, to its indexed form. Throws illegal_argument,
   * number_format and parse errors in the original's words.
   */
  toIndexValue(value: JsonValue): IndexValue;
  /** Converts a bound of a range query (date math, formats, time zones). */
  toRangeBound(value: JsonValue, options: RangeBoundOptions): IndexValue;
  /** Converts doc values to JSON (docvalue_fields, sort values, aggregation keys, `fields`). */
  render(value: IndexValue, options?: RenderOptions): JsonValue;
}

export interface JoinRelation {
  readonly parent: string;
  readonly children: readonly string[];
}

/**
 * The values of a date_nanos field in nanoseconds since 1970, in addition to its main column of milliseconds.
 */
export interface NanosecondValues {
  readonly column: string;
  toBound(value: JsonValue, options: RangeBoundOptions): bigint;
}

export interface VectorFieldInfo {
  readonly dimension: number;
  readonly engine: 'nmslib' | 'faiss' | 'lucene';
  readonly spaceType: string;
  readonly m: number;
  readonly efConstruction: number;
}

/** The indexed content of one field of one Lucene document. A field occurs at most once per document. */
export type IndexedField =
  /** Exact terms with ordinals (keyword, boolean, ip, …); may be unsorted and contain duplicates. */
  | {
      readonly kind: 'terms';
      readonly field: string;
      readonly terms: readonly string[];
      readonly indexed: boolean;
      readonly docValues: boolean;
    }
  /** Analysed text: parallel arrays; `length` counts distinct positions (the norm). */
  | {
      readonly kind: 'text';
      readonly field: string;
      readonly terms: readonly string[];
      readonly positions: readonly number[];
      readonly length: number;
      readonly norms: boolean;
    }
  /** Numbers and dates; bigint only if a value needs more than 53 bits. */
  | { readonly kind: 'numbers'; readonly field: string; readonly values: readonly (number | bigint)[] }
  | {
      readonly kind: 'geo';
      readonly field: string;
      readonly lats: readonly number[];
      readonly lons: readonly number[];
    }
  | {
      readonly kind: 'ranges';
      readonly field: string;
      readonly from: readonly number[];
      readonly to: readonly number[];
    }
  | { readonly kind: 'vector'; readonly field: string; readonly values: Float32Array }
  | { readonly kind: 'binary'; readonly field: string; readonly values: readonly Uint8Array[] }
  /** Only records that the field exists (doc_values and norms off), for `exists`. */
  | { readonly kind: 'presence'; readonly field: string };

/** A Lucene block: nested children precede their parent; the root document is last. */
export interface LuceneDocument {
  readonly nestedPath: string | null;
  /** The index of this child in its parent's nested array (inner_hits `_nested.offset`). */
  readonly nestedOffset: number;
  /** Index of the parent within the block; -1 for the root. */
  readonly parent: number;
  readonly fields: readonly IndexedField[];
}

export interface ParsedDocument {
  readonly id: string;
  readonly routing: string | null;
  /** The source to store: as sent, or filtered by the mapping's `_source`; no bytes if it is not stored. */
  readonly source: Uint8Array;
  readonly docs: readonly LuceneDocument[];
  /** New fields found by dynamic mapping, as a mapping to merge before indexing; `null` if none. */
  readonly mappingUpdate: JsonObject | null;
}

export interface SourceToParse {
  readonly id: string;
  readonly routing: string | null;
  readonly source: Uint8Array;
}

/** The origin of a mapping body: a new index, a mapping request, or a document. */
export type MergeReason = 'create' | 'update' | 'dynamic';

/** A mapping that can become the live one once it is durable. */
export interface PreparedMapping {
  /** As `_mapping` would print it. */
  toJson(): JsonObject;
}

/**
 * The mapping of one index: merging, lookup, parsing. Merging replaces immutable state, so readers keep what
 * they hold.
 */
export interface MapperService {
  /** Different after every change. */
  readonly version: number;
  /** `_routing.required`: documents without routing are rejected. */
  readonly routingRequired?: boolean;
  /** A concrete field, a multi-field, a metadata field (`_id`, `_index`, …), or the target of an alias. */
  field(name: string): MappedFieldType | undefined;
  /** Leaf fields in mapping order, multi-fields after their parents. */
  fields(): readonly MappedFieldType[];
  /** Fields whose names match a pattern with `*`. */
  matching(pattern: string): readonly MappedFieldType[];
  /** An object or nested object by its path. */
  object(path: string): { readonly path: string; readonly nested: boolean } | undefined;
  /**
   * As printed by `_mapping`: {} or {properties: …, dynamic: …}. The same object until the mapping changes.
   */
  toJson(): JsonObject;
  /**
   * Merges a mapping body into a candidate, leaving the live mapping unchanged. `null` if nothing would
   * change. Throws mapper_parsing and illegal_argument errors like the original.
   */
  prepare(mapping: JsonObject, reason: MergeReason): PreparedMapping | null;
  /**
   * Like `prepare`, but yields to the event loop, for large mappings. No other candidate may be adopted
   * meanwhile.
   */
  prepareInTurns(mapping: JsonObject, reason: MergeReason, pacer: Pacer): Promise<PreparedMapping | null>;
  /**
   * Makes a candidate the live mapping. Throws rockpool_bug if this mapper did not prepare it, or another
   * candidate was adopted since.
   */
  adopt(prepared: PreparedMapping): void;
  /** `prepare` and `adopt` together, for mappings that need not be durable. */
  merge(mapping: JsonObject, reason: MergeReason): void;
  /**
   * Throws mapper_parsing_exception and similar. Pure: the caller merges `mappingUpdate`, and parses again or
   * continues.
   */
  parse(document: SourceToParse): ParsedDocument;
  /**
   * Like `parse`, but yields to the event loop, for documents of any size; uses the mapping that is live at
   * the start. Also rejects with errors of the pacer.
   */
  parseInTurns(document: SourceToParse, pacer: Pacer): Promise<ParsedDocument>;
}
