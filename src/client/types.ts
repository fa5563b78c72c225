import type { JsonObject, Soon, StopSignal } from '../common/index.ts';
import type { ScanQuestion } from '../search/index.ts';

/** What SQL and the CLI need from an engine: this process (NodeClient) or a real cluster (RestClient). */
export interface SearchClient {
  clusterName(): Promise<string>;
  /**
   * Maps each concrete index to its mapping (`{properties: …}`); the expression is a name, alias, pattern or
   * comma list. Throws index_not_found_exception.
   */
  getMappings(expression: string): Soon<ReadonlyMap<string, JsonObject>>;
  /** Sorted names of indices and aliases, without hidden ones. */
  listTables(): Promise<readonly string[]>;
  /** The smallest `index.max_result_window` of the indices. */
  maxResultWindow(expression: string): Soon<number>;
  /** Runs a `_search` body on an index expression. */
  search(request: ClientSearchRequest): Promise<ClientSearchResponse>;
  /** Reads all documents that match a query, from one snapshot. */
  scan<T>(request: ClientScanRequest, read: (document: ClientHit) => T): AsyncGenerator<readonly T[]>;
  /** Reads a window of such a scan, with a single search. */
  take<T>(request: ClientTakeRequest, read: (document: ClientHit) => T): Soon<readonly T[]>;
  nextScrollPage(scrollId: string, keepAlive: string): Promise<ClientSearchResponse>;
  clearScroll(scrollId: string): Promise<void>;
  deleteByQuery(expression: string, body: JsonObject): Promise<JsonObject>;
  /** The cluster's effective settings (transient, persistent, default), read together. */
  clusterSettings(): Soon<SettingLookup>;
  /** Drops cached mappings and settings; absent if the client caches none. */
  forget?(): void;
}

/**
 * A scan yields, in batches, what its reader returns for each document. The reader sees `_index`, `_id` and
 * `_source`, and must not keep the object, which may be reused.
 */
export interface ClientScanRequest extends ScanQuestion {
  /** The index expression as written in FROM. */
  readonly index: string;
  /** Documents per page; absent for as many as allowed. */
  readonly pageSize?: number;
  readonly signal?: StopSignal;
}

/** At most `size` documents of a scan, after the first `from`; together at most `maxResultWindow`. */
export interface ClientTakeRequest extends Omit<ClientScanRequest, 'pageSize'> {
  readonly from: number;
  readonly size: number;
}

/** Returns a setting's value as text; `null` if it is unknown. */
export type SettingLookup = (key: string) => string | null;

export interface ClientSearchRequest {
  /** The index expression as written in FROM. */
  readonly index: string;
  readonly body: JsonObject;
  /** Opens a scroll for this time, such as `1m`. */
  readonly scroll?: string;
  /** The whole answer will be printed (`raw`), so numbers must keep the original's form. */
  readonly printed?: boolean;
  /** Cancels the search. */
  readonly signal?: StopSignal;
}

export interface ClientHit {
  readonly _index: string;
  readonly _id: string;
  readonly _score: number | null;
  readonly _source?: JsonObject;
  readonly fields?: Readonly<Record<string, readonly unknown[]>>;
  readonly sort?: readonly unknown[];
  readonly inner_hits?: Readonly<
    Record<
      string,
      { readonly hits: { readonly total: { readonly value: number }; readonly hits: readonly ClientHit[] } }
    >
  >;
  readonly highlight?: Readonly<Record<string, readonly string[]>>;
  readonly _routing?: string;
}

export interface ClientSearchResponse {
  readonly scrollId: string | null;
  readonly total: number;
  readonly maxScore: number | null;
  readonly hits: readonly ClientHit[];
  readonly aggregations: JsonObject | null;
  /** The whole response, for `format=json`. */
  readonly raw: JsonObject;
}
