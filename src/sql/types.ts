import type { ExactJsonValue, JsonObject, StopSignal } from '../common/index.ts';

export type SqlFormat = 'jdbc' | 'csv' | 'raw' | 'json';

/** One call of `_sql`, `_explain` or `close` as HTTP (or the library) hands it in. */
export interface SqlHttpRequest {
  readonly operation: 'query' | 'explain' | 'close';
  /** GET with `sql=`; null otherwise. */
  readonly sqlParameter: string | null;
  /** The body's text; null when absent. */
  readonly body: string | null;
  /** URL parameters, `sql` included. */
  readonly parameters: ReadonlyMap<string, string>;
  /** Answers to GET requests and clients that ask for another type follow the request's content type, as recorded. */
  readonly contentType: string | null;
  /** The client has left: the statement ends. */
  readonly signal?: StopSignal;
}

/** One call of `_ppl` or its `_explain`. */
export interface PplHttpRequest {
  readonly operation: 'query' | 'explain';
  readonly body: string;
  readonly parameters: ReadonlyMap<string, string>;
  /** The client has left: the pipeline ends. */
  readonly signal?: StopSignal;
}

/** A part of a statement: UTF-16 offsets into its text. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

/** What goes out: status, content type and text are the recorded ones (COMPAT.md: text/plain errors, CSV labelled JSON). */
export interface SqlHttpResponse {
  readonly status: number;
  readonly contentType: string;
  readonly body: string;
  /** Traps, and features beyond the real engine. */
  readonly warnings: readonly string[];
  /** Of an error, where it is known; parameters are filled in. */
  readonly place?: Span | null;
}

/** Types of expressions: names are those of schema entries, in capitals those of messages. */
export type SqlType =
  /** Of NULL: fits everywhere. */
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

/** Which of the original's two engines answers a statement: their names, types, totals and limits differ. */
export type EngineProfile = 'v2' | 'legacy';

/** A whole result, or its first page. */
export interface SqlResult {
  readonly profile: EngineProfile;
  readonly schema: readonly SchemaColumn[];
  readonly rows: readonly (readonly ExactJsonValue[])[];
  readonly total: number;
  readonly cursor: string | null;
  readonly warnings: readonly string[];
  /** The last search answer, for `format=json`. */
  readonly raw: JsonObject | null;
}

/** What a statement may be made of. */
export interface SqlReference {
  /** In capitals. */
  readonly keywords: readonly string[];
  readonly functions: readonly {
    /** In capitals. */
    readonly name: string;
    readonly aliases: readonly string[];
    readonly family: string;
    readonly signatures: readonly string[];
    readonly doc: string;
    readonly examples: readonly { readonly sql: string; readonly value: string }[];
  }[];
  readonly ppl: {
    /** In small letters, as pipelines are written. */
    readonly keywords: readonly string[];
    /** Names, in capitals, of those functions that PPL has too. */
    readonly functions: readonly string[];
  };
}

/** Statements since the start. */
export interface SqlTotals {
  readonly requests: number;
  /** Those that opened a cursor. */
  readonly cursorRequests: number;
  readonly clientErrors: number;
  readonly serverErrors: number;
}

/** The room's face: HTTP-shaped calls for rest/, statement calls for the library and the CLI. */
export interface SqlService {
  handle(request: SqlHttpRequest): Promise<SqlHttpResponse>;
  pipeline(request: PplHttpRequest): Promise<SqlHttpResponse>;
  /** Every function and keyword, for whoever completes a statement. */
  reference(): SqlReference;
  /** `_sql/stats`. */
  stats(): Record<string, number>;
  /** Counters since the start. */
  totals(): SqlTotals;
  close(): Promise<void>;
}
