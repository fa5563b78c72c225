import type { IndicesOptions, ShardHandle } from '../cluster/index.ts';
import type { ExactJsonObject, JsonDouble, JsonObject, RawJson, Soon, StopSignal } from '../common/index.ts';
import type { IndexShard } from '../shard/index.ts';
import type { RequestCacheStats } from './cache/requestCache.ts';
/** A search as `_search` takes it; SQL plans the same. */
import type { ShardSearchCounts } from './statistics/searchStatistics.ts';

export interface SearchRequest {
  /** null: all indices. */
  readonly indices: string | null;
  readonly indicesOptions: IndicesOptions;
  /** The body; URL parameters (size, from, q, sort, _source, …) are merged into it by rest/. */
  readonly source: JsonObject;
  /** What `prepare` has made of the body; absent: the search reads it. */
  readonly prepared?: PreparedSearch;
  readonly routing: string | null;
  readonly preference: string | null;
  /** Keep-alive of a scroll, milliseconds; null: no scroll. */
  readonly scrollMs: number | null;
  readonly searchType: 'query_then_fetch' | 'dfs_query_then_fetch';
  readonly allowPartialSearchResults: boolean;
  readonly typedKeys: boolean;
  readonly requestCache: boolean | null;
  /** From so many shards on, those that cannot match are counted as skipped; absent: the original's default. */
  readonly preFilterShardSize?: number | null;
  /** `_explain`: the search is for the explanation of one document. */
  readonly explains?: boolean;
  /** Sources keep plain numbers: for callers in this process that compute with them. */
  readonly plainNumbers?: boolean;
  /** Cancelled as a task after so long; negative: never; absent: as the cluster's setting says. */
  readonly cancelAfterMs?: number | null;
  /** The task that the search is a part of. */
  readonly parentTaskId?: string;
  /** `X-Opaque-Id` of the request. */
  readonly opaqueId?: string;
  /** Ends the search: the client has left, or what the search is a part of is over. */
  readonly signal: StopSignal | null;
}

/** What a scan asks for. */
export interface ScanQuestion {
  /** Null: all documents. */
  readonly query: JsonObject | null;
  /** Paths of `_source` that are read; null: all of it. The same list is the same object: what is made of it is kept. */
  readonly includes: readonly string[] | null;
  /** By the documents' numbers, as `_doc` sorts, or one shard after the other, as a search without order answers. */
  readonly order: 'doc' | 'shards';
}

/** A body that the search service has read; only it knows what it says. */
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

/** The document that a scan is at. */
export interface ScannedDocument {
  readonly _index: string;
  readonly _id: string;
  readonly _score: null;
  readonly _source?: JsonObject;
}

export type DocumentReader<T> = (document: ScannedDocument) => T;

/** `size` documents at most, after the first `from`. */
export interface DocumentWindow {
  readonly from: number;
  readonly size: number;
}

/** As `_search` answers. Plain members, ready to print. */
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
  /** Reads the body of a search. Throws what the search would throw for it. */
  prepare(body: JsonObject): PreparedSearch;
  prepareScan(question: ScanQuestion): PreparedSearch;
  search(request: SearchRequest): Promise<SearchResponse>;
  /**
   * What `read` makes of every document that matches, batch by batch, from one snapshot; `size` does not count. They come
   * in the order of `_doc`, or shard by shard without a `sort`; other orders have no scan. `read` must keep no document.
   */
  scan<T>(request: SearchRequest, read: DocumentReader<T>): AsyncGenerator<readonly T[]>;
  /** What `read` makes of some documents of such a scan, at once. */
  take<T>(request: SearchRequest, window: DocumentWindow, read: DocumentReader<T>): Soon<readonly T[]>;
  count(request: SearchRequest): Promise<{
    readonly count: number;
    readonly shards: SearchResponse['_shards'];
    readonly terminatedEarly?: boolean;
  }>;
  /** How the query scores one document, or why it does not match; null: no shard has the document. */
  explain(request: SearchRequest, id: string): Promise<DocumentExplanation | null>;
  /** Whether any document could match, by the bounds of the fields alone. */
  canMatch(request: SearchRequest): boolean;
  /** The query as Lucene prints it: before its rewrites or after. */
  validate(request: SearchRequest, rewritten: boolean): string;
  /** The next page of a scroll. Throws search_context_missing as the original. */
  scroll(scrollId: string, keepAliveMs: number | null): Promise<SearchResponse>;
  /** Number of contexts freed. */
  clearScroll(scrollIds: readonly string[] | 'all'): number;
  /** Opens a point in time: `pit_id` of later searches. Throws when too many are open. */
  openPit(request: OpenPitRequest): PitResponse;
  closePits(ids: readonly string[] | 'all'): readonly { readonly id: string; readonly successful: boolean }[];
  /** The open points in time. */
  pits(): readonly { readonly id: string; readonly creationMs: number; readonly keepAliveMs: number }[];
  /** The segments that points in time hold. Throws for an id that stands for none. */
  pitSegments(ids: readonly string[] | 'all'): readonly HeldSegments[];
  /** Ends the scrolls and points in time that hold shards of an index that is gone or closed. */
  indexRemoved(indexUuid: string): void;
  /** How a shard copy was searched; null: never. */
  counts(shard: IndexShard): ShardSearchCounts | null;
  requestCache(shard: IndexShard): Readonly<RequestCacheStats>;
  clearRequestCache(shard: IndexShard): void;
  /** Ends everything that is open. */
  close(): void;
}

/** The segments of one shard copy at the moment when a point in time was opened. */
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
