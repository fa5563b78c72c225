import type { JsonObject, Soon, StopSignal } from '../common/index.ts';
import type { ScanQuestion } from '../search/index.ts';

/** What SQL (and the CLI) need of an engine: this process (NodeClient) or a real cluster (RestClient). */
export interface SearchClient {
  clusterName(): Promise<string>;
  /** Concrete index → its mapping (`{properties: …}`), by name, alias, pattern or comma list. Throws index_not_found_exception. */
  getMappings(expression: string): Soon<ReadonlyMap<string, JsonObject>>;
  /** Names of indices and aliases, hidden ones excluded, sorted. */
  listTables(): Promise<readonly string[]>;
  /** `index.max_result_window` of the strictest index. */
  maxResultWindow(expression: string): Soon<number>;
  /** A `_search` body on an index expression. */
  search(request: ClientSearchRequest): Promise<ClientSearchResponse>;
  /** Every document that a query finds, from one snapshot. */
  scan<T>(request: ClientScanRequest, read: (document: ClientHit) => T): AsyncGenerator<readonly T[]>;
  /** What `read` makes of some documents of such a scan: one search for those that a window has room for. */
  take<T>(request: ClientTakeRequest, read: (document: ClientHit) => T): Soon<readonly T[]>;
  nextScrollPage(scrollId: string, keepAlive: string): Promise<ClientSearchResponse>;
  clearScroll(scrollId: string): Promise<void>;
  deleteByQuery(expression: string, body: JsonObject): Promise<JsonObject>;
  /** The cluster's settings in force (transient, persistent, default), read at once. */
  clusterSettings(): Soon<SettingLookup>;
  /** Asks anew for what it remembers of mappings and settings; absent where nothing is. */
  forget?(): void;
}

/**
 * A scan answers with what its reader makes of each document, batch by batch. The reader sees the document's `_index`,
 * `_id` and `_source`, and must not keep it: one object may stand for all of them.
 */
export interface ClientScanRequest extends ScanQuestion {
  /** Index expression as written in FROM. */
  readonly index: string;
  /** Documents that a cluster sends at once; absent: as many as it may. */
  readonly pageSize?: number;
  readonly signal?: StopSignal;
}

/** `size` documents of a scan at most, after the first `from`; no more than `maxResultWindow` of both. */
export interface ClientTakeRequest extends Omit<ClientScanRequest, 'pageSize'> {
  readonly from: number;
  readonly size: number;
}

/** A setting's value as text; null when it is unknown. */
export type SettingLookup = (key: string) => string | null;

export interface ClientSearchRequest {
  /** Index expression as written in FROM. */
  readonly index: string;
  readonly body: JsonObject;
  /** Opens a scroll: `1m`. */
  readonly scroll?: string;
  /** The answer as a whole is printed (`raw`): its numbers keep the forms of the original. */
  readonly printed?: boolean;
  /** Ends the search. */
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
  /** The whole answer, for `format=json`. */
  readonly raw: JsonObject;
}
