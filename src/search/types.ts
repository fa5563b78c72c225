import type { IndicesOptions, ShardHandle } from '../cluster/index.ts';
import type {
  ExactJsonObject,
  JsonDouble,
  JsonObject,
  OpenSearchError,
  RawJson,
  Soon,
  StopSignal,
} from '../common/index.ts';
import type { IndexShard } from '../shard/index.ts';
import type { RequestCacheStats } from './cache/requestCache.ts';
/** A search as accepted by `_search`, and as planned by SQL. */
import type { ShardSearchCounts } from './statistics/searchStatistics.ts';

export interface SearchRequest {
  /** `null` for all indices. */
  readonly indices: string | null;
  readonly indicesOptions: IndicesOptions;
  /** The body; rest/ merges URL parameters (size, from, q, sort, _source, …) into it. */
  readonly source: JsonObject;
  /** The result of `prepare`; absent if the search must parse the body. */
  readonly prepared?: PreparedSearch;
  readonly routing: string | null;
  readonly preference: string | null;
  /** Keep-alive of a scroll in milliseconds; `null` without a scroll. */
  readonly scrollMs: number | null;
  readonly searchType: 'query_then_fetch' | 'dfs_query_then_fetch';
  readonly allowPartialSearchResults: boolean;
  readonly typedKeys: boolean;
  readonly requestCache: boolean | null;
  /**
   * From this number of shards on, those that cannot match count as skipped; absent for the original's
   * default.
   */
  readonly preFilterShardSize?: number | null;
  /** `_explain`: the search explains a single document. */
  readonly explains?: boolean;
  /** Keeps plain numbers in sources, for callers in this process that compute with them. */
  readonly plainNumbers?: boolean;
  /** Cancels the search after this time; negative for never; absent for the cluster's setting. */
  readonly cancelAfterMs?: number | null;
  /** The parent task. */
  readonly parentTaskId?: string;
  /** `X-Opaque-Id` of the request. */
  readonly opaqueId?: string;
  /** Ends the search: the client has disconnected, or the enclosing operation has ended. */
  readonly signal: StopSignal | null;
}

/** The request of a scan. */
export interface ScanQuestion {
  /** `null` for all documents. */
  readonly query: JsonObject | null;
  /**
   * The `_source` paths to read; `null` for all. Pass the same object for equal lists, because derived data
   * is cached by identity.
   */
  readonly includes: readonly string[] | null;
  /** By document number, like `_doc`, or one shard after the other, like an unsorted search. */
  readonly order: 'doc' | 'shards';
}

/** A body parsed by the search service, opaque to others. */
export interface PreparedSearch {
  readonly body: JsonObject;
}

export interface SearchHit {
  readonly _index: string;
  readonly _id?: string;
  readonly _score: number | JsonDouble | null;
  /** The document as sent (RawJson), or filtered. */
  readonly _source?: RawJson | ExactJsonObject;
  readonly [member: string]: unknown;
}

/** The current document of a scan. */
export interface ScannedDocument {
  readonly _index: string;
  readonly _id: string;
  readonly _score: null;
  readonly _source?: JsonObject;
}

export type DocumentReader<T> = (document: ScannedDocument) => T;

/** At most `size` documents, after the first `from`. */
export interface DocumentWindow {
  readonly from: number;
  readonly size: number;
}

/** The response of `_search`, with plain members ready to print. */
export interface SearchResponse {
  readonly _scroll_id?: string;
  readonly took: number;
  readonly timed_out: boolean;
  readonly _shards: {
    readonly total: number;
    readonly successful: number;
    readonly skipped: number;
    readonly failed: number;
    readonly failures?: readonly JsonObject[];
  };
  readonly hits: {
    readonly total?: { readonly value: number; readonly relation: 'eq' | 'gte' };
    readonly max_score: number | JsonDouble | null;
    readonly hits: readonly SearchHit[];
  };
  readonly aggregations?: ExactJsonObject;
  readonly [member: string]: unknown;
}

export interface DocumentExplanation {
  readonly matched: boolean;
  readonly explanation: ExactJsonObject;
}

export interface SearchService {
  /** Parses the body of a search. Throws what the search would throw for it. */
  prepare(body: JsonObject): PreparedSearch;
  /** Parses the body of a count. */
  prepareCount(body: JsonObject): PreparedSearch;
  prepareScan(question: ScanQuestion): PreparedSearch;
  search(request: SearchRequest): Promise<SearchResponse>;
  /**
   * Yields what `read` returns for every matching document, in batches, from one snapshot; `size` is ignored.
   * In `_doc` order, or shard by shard without a `sort`; other orders are not supported. `read` must not keep
   * documents.
   */
  scan<T>(request: SearchRequest, read: DocumentReader<T>): AsyncGenerator<readonly T[]>;
  /** Returns what `read` returns for a window of such a scan. */
  take<T>(request: SearchRequest, window: DocumentWindow, read: DocumentReader<T>): Soon<readonly T[]>;
  count(request: SearchRequest): Promise<{
    readonly count: number;
    readonly shards: SearchResponse['_shards'];
    readonly terminatedEarly?: boolean;
  }>;
  /**
   * Explains the query's score of a document, or why it does not match; `null` if no shard has the document.
   */
  explain(request: SearchRequest, id: string): Promise<DocumentExplanation | null>;
  /** Whether any document could match, by the bounds of fields alone. */
  canMatch(request: SearchRequest): boolean;
  /** The query as printed by Lucene, before or after rewriting; or the error of a shard that cannot run it. */
  validate(request: SearchRequest, rewritten: boolean): string | OpenSearchError;
  /** The next page of a scroll. Throws search_context_missing like the original. */
  scroll(scrollId: string, keepAliveMs: number | null): Promise<SearchResponse>;
  /** Returns the number of contexts freed. */
  clearScroll(scrollIds: readonly string[] | 'all'): number;
  /** Opens a point in time: the `pit_id` for later searches. Throws if too many are open. */
  openPit(request: OpenPitRequest): PitResponse;
  closePits(ids: readonly string[] | 'all'): readonly { readonly id: string; readonly successful: boolean }[];
  /** The open points in time. */
  pits(): readonly { readonly id: string; readonly creationMs: number; readonly keepAliveMs: number }[];
  /** The segments held by points in time. Throws for an unknown id. */
  pitSegments(ids: readonly string[] | 'all'): readonly HeldSegments[];
  /** Closes the scrolls and points in time that hold shards of a deleted or closed index. */
  indexRemoved(indexUuid: string): void;
  /** How a shard copy was searched; `null` if never. */
  counts(shard: IndexShard): ShardSearchCounts | null;
  requestCache(shard: IndexShard): Readonly<RequestCacheStats>;
  clearRequestCache(shard: IndexShard): void;
  /** Closes everything that is open. */
  close(): void;
}

/** The segments of a shard copy when a point in time was opened. */
export interface HeldSegments {
  readonly index: string;
  readonly routing: ShardHandle['routing'];
  readonly segments: ReturnType<IndexShard['segments']>;
}

export interface OpenPitRequest {
  readonly indices: string;
  readonly indicesOptions: IndicesOptions;
  readonly routing: string | null;
  readonly preference: string | null;
  readonly keepAliveMs: number;
}

export interface PitResponse {
  readonly id: string;
  readonly creationMs: number;
  readonly shards: SearchResponse['_shards'];
}
