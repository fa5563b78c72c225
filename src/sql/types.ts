import type { ExactJsonValue, JsonObject, StopSignal } from '../common/index.ts';

export type SqlFormat = 'jdbc' | 'csv' | 'raw' | 'json';

/** A request to `_sql`, `_explain` or `close`, from HTTP or the library. */
export interface SqlHttpRequest {
  readonly operation: 'query' | 'explain' | 'close';
  /** The `sql` parameter of a GET request; null otherwise. */
  readonly sqlParameter: string | null;
  /** The body text; null when absent. */
  readonly body: string | null;
  /** URL parameters, including `sql`. */
  readonly parameters: ReadonlyMap<string, string>;
  /**
   * Responses to GET requests, and to clients that request another type, use the request's content type
   * (recorded).
   */
  readonly contentType: string | null;
  /** Aborted when the client disconnects; this ends the statement. */
  readonly signal?: StopSignal;
}

/** A request to `_ppl` or its `_explain`. */
export interface PplHttpRequest {
  readonly operation: 'query' | 'explain';
  readonly body: string;
  readonly parameters: ReadonlyMap<string, string>;
  /** Aborted when the client disconnects; this ends the pipeline. */
  readonly signal?: StopSignal;
}

/** A range of a statement, as UTF-16 offsets into its text. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

/**
 * The response: status, content type and text are those recorded from the original (COMPAT.md: text/plain
 * errors, CSV labelled as JSON).
 */
export interface SqlHttpResponse {
  readonly status: number;
  readonly contentType: string;
  readonly body: string;
  /** Pitfalls of the original that the statement ran into, and features the original lacks. */
  readonly warnings: readonly string[];
  /**
   * Where in the statement the error is, if known; offsets are into the text with its parameters filled in.
   */
  readonly place?: Span | null;
}

/** Expression types: named as in response schemas, and in upper case in messages. */
export type SqlType =
  /** The type of NULL, compatible with every type. */
  | 'undefined'
  | 'boolean'
  | 'byte'
  | 'short'
  | 'integer'
  | 'long'
  | 'float'
  | 'double'
  | 'keyword'
  | 'text'
  | 'date'
  | 'time'
  | 'datetime'
  | 'timestamp'
  | 'interval'
  | 'ip'
  | 'binary'
  | 'geo_point'
  | 'object'
  | 'nested'
  | 'knn_vector';

export interface SchemaColumn {
  readonly name: string;
  readonly alias?: string;
  readonly type: string;
}

/**
 * Which of the original's two engines answers a statement: names, types, totals and limits differ between
 * them.
 */
export type EngineProfile = 'v2' | 'legacy';

/** A complete result, or its first page. */
export interface SqlResult {
  readonly profile: EngineProfile;
  readonly schema: readonly SchemaColumn[];
  readonly rows: readonly (readonly ExactJsonValue[])[];
  readonly total: number;
  readonly cursor: string | null;
  readonly warnings: readonly string[];
  /** The last search response, for `format=json`. */
  readonly raw: JsonObject | null;
}

/** The vocabulary of statements. */
export interface SqlReference {
  /** In upper case. */
  readonly keywords: readonly string[];
  readonly functions: readonly {
    /** In upper case. */
    readonly name: string;
    readonly aliases: readonly string[];
    readonly family: string;
    readonly signatures: readonly string[];
    readonly doc: string;
    readonly examples: readonly { readonly sql: string; readonly value: string }[];
  }[];
  readonly ppl: {
    /** In lower case, as pipelines are usually written. */
    readonly keywords: readonly string[];
    /** Names, in upper case, of the functions that PPL has as well. */
    readonly functions: readonly string[];
  };
}

/** Counts of statements since the start. */
export interface SqlTotals {
  readonly requests: number;
  /** Statements that opened a cursor. */
  readonly cursorRequests: number;
  readonly clientErrors: number;
  readonly serverErrors: number;
}

/** The interface of this module: HTTP-shaped requests for rest/, statements for the library and the CLI. */
export interface SqlService {
  handle(request: SqlHttpRequest): Promise<SqlHttpResponse>;
  pipeline(request: PplHttpRequest): Promise<SqlHttpResponse>;
  /** Every function and keyword, for autocompletion. */
  reference(): SqlReference;
  /** `_sql/stats`. */
  stats(): Record<string, number>;
  /** Counters since the start. */
  totals(): SqlTotals;
  close(): Promise<void>;
}
