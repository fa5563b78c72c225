import type { JsonObject, JsonValue, OpenSearchError, Pacer } from '../common/index.ts';

/** A value in the form in which it is indexed and compared: dates are milliseconds, IPs 32 hex digits, booleans `T`/`F`. */
export type IndexValue = number | bigint | string;

/** What a search asks of a field: its doc values (aggregations do too), to sort by it, to show it in `fields`. */
export type FieldUse = 'values' | 'sort' | 'fields';

/** How a field is indexed, searched and aggregated; several mapping types share a family. */
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
  /** Date math rounds up (`lte`, `gt`) or down (`gte`, `lt`). */
  readonly roundUp: boolean;
  readonly format: string | null;
  readonly timeZone: string | null;
  readonly now: () => number;
}

export interface RenderOptions {
  readonly format?: string | null;
  readonly timeZone?: string | null;
}

/** The parts of a field that completes what is typed. */
export interface AsYouType {
  readonly root: string;
  readonly part: 'whole' | 'shingles' | 'prefixes';
  /** Words of its longest shingles. */
  readonly maxShingle: number;
}

/** One field of a mapping as queries, aggregations and fetch see it. Immutable. */
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
  /** The innermost nested object around the field, or null. */
  readonly nestedPath: string | null;
  /** The parameters as given in the mapping (without multi-fields). */
  readonly params: JsonObject;
  readonly numericKind: NumericKind | null;
  /** Names of analyzers for text fields; normalizer for keywords. */
  readonly indexAnalyzer: string | null;
  readonly searchAnalyzer: string | null;
  readonly searchQuoteAnalyzer: string | null;
  /** dimension, method, space, engine of a knn_vector; null elsewhere. */
  readonly vector: VectorFieldInfo | null;
  /** The relations of a `join` field. */
  readonly relations?: readonly JoinRelation[];
  /** The path within a `flat_object` that the field's terms begin with, `=` after it. */
  readonly flatPath?: string;
  /** `fields` gives what doc values hold, not what the source says. */
  readonly derived?: true;
  /** The column of its values where that has another name. */
  readonly column?: string;
  /** Of a search_as_you_type: which of its fields this is, and their parent. */
  readonly asYouType?: AsYouType;
  /** The nearest value above (1) or below (-1) a bound of a range field; whole numbers by default. */
  readonly nextBound?: (value: number, by: 1 | -1) => number;
  /** Values in full precision, where `toIndexValue` and the column of the field's own name hold less (date_nanos). */
  readonly nanos?: NanosecondValues;
  /** What it says to a use that its type has not; absent: it has all. */
  readonly refusal?: (use: FieldUse) => OpenSearchError;
  /** A query or missing value → the indexed form. Throws illegal_argument / number_format / parse errors in the original's words. */
  toIndexValue(value: JsonValue): IndexValue;
  /** A bound of a range query (date math, formats, time zones). */
  toRangeBound(value: JsonValue, options: RangeBoundOptions): IndexValue;
  /** Doc values → JSON (docvalue_fields, sort values, aggregation keys, `fields`). */
  render(value: IndexValue, options?: RenderOptions): JsonValue;
}

export interface JoinRelation {
  readonly parent: string;
  readonly children: readonly string[];
}

/** The values of a date_nanos field in nanoseconds since 1970, beside the milliseconds of its own column. */
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

/** The indexed content of one field of one Lucene document. A field occurs at most once a document. */
export type IndexedField =
  /** Exact terms with ordinals (keyword, boolean, ip, …); sorted and without duplicates is not required. */
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
  /** Numbers and dates; bigint only where a value needs more than 53 bits. */
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
  /** The field exists, but nothing else of it is kept (doc_values and norms off): for `exists`. */
  | { readonly kind: 'presence'; readonly field: string };

/** Lucene's block: nested children stand before their parent; the root document is the last. */
export interface LuceneDocument {
  readonly nestedPath: string | null;
  /** Which value of its nested array this child is, counted in its parent (inner_hits `_nested.offset`). */
  readonly nestedOffset: number;
  /** Index of the parent within the block; -1 for the root. */
  readonly parent: number;
  readonly fields: readonly IndexedField[];
}

export interface ParsedDocument {
  readonly id: string;
  readonly routing: string | null;
  /** The source to store: as sent, or as the mapping's `_source` filters it; no bytes when it is not kept. */
  readonly source: Uint8Array;
  readonly docs: readonly LuceneDocument[];
  /** New fields found by dynamic mapping, as a mapping to merge before indexing; null when there are none. */
  readonly mappingUpdate: JsonObject | null;
}

export interface SourceToParse {
  readonly id: string;
  readonly routing: string | null;
  readonly source: Uint8Array;
}

/** Where a mapping body comes from: a new index, a mapping request, or a document. */
export type MergeReason = 'create' | 'update' | 'dynamic';

/** A mapping that may become the live one, once it is durable. */
export interface PreparedMapping {
  /** As `_mapping` would print it. */
  toJson(): JsonObject;
}

/** The mapping of one index: merge, look up, parse. Merging replaces immutable state; readers keep what they have. */
export interface MapperService {
  /** Every change gives a new number. */
  readonly version: number;
  /** `_routing.required`: documents without routing are refused. */
  readonly routingRequired?: boolean;
  /** A concrete field, a multi-field, a metadata field (`_id`, `_index`, …) or an alias' target. */
  field(name: string): MappedFieldType | undefined;
  /** Leaf fields in mapping order, multi-fields after their parents. */
  fields(): readonly MappedFieldType[];
  /** Fields matching a pattern with `*`. */
  matching(pattern: string): readonly MappedFieldType[];
  /** Objects and nested objects: path → nested or not. */
  object(path: string): { readonly path: string; readonly nested: boolean } | undefined;
  /** As `_mapping` prints it: {} or {properties: …, dynamic: …}. The same object until the mapping changes. */
  toJson(): JsonObject;
  /**
   * The result of merging a mapping body, as a candidate: the live mapping does not change. null when nothing would
   * change. Throws mapper_parsing / illegal_argument errors as the original.
   */
  prepare(mapping: JsonObject, reason: MergeReason): PreparedMapping | null;
  /** The same in turns of the event loop, for large mappings. No other candidate may be adopted meanwhile. */
  prepareInTurns(mapping: JsonObject, reason: MergeReason, pacer: Pacer): Promise<PreparedMapping | null>;
  /**
   * Makes a candidate the live mapping. Throws rockpool_bug when this mapper did not prepare it, or when another
   * candidate was adopted since.
   */
  adopt(prepared: PreparedMapping): void;
  /** `prepare` and `adopt` in one step, for mappings that need not be durable. */
  merge(mapping: JsonObject, reason: MergeReason): void;
  /** Throws mapper_parsing_exception and relatives. Pure: the caller merges `mappingUpdate` and parses again or goes on. */
  parse(document: SourceToParse): ParsedDocument;
  /**
   * The same in turns of the event loop, for documents of any size, by the mapping that is live when it begins.
   * Rejects with what ends the pacer's task, too.
   */
  parseInTurns(document: SourceToParse, pacer: Pacer): Promise<ParsedDocument>;
}
