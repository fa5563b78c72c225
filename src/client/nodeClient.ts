import { type IndicesOptions, indicesOptions, isHidden } from '../cluster/index.ts';
import type { ExactJsonValue, JsonObject, Soon, StopSignal } from '../common/index.ts';
import { isJsonObject, parseTimeMs, plainNumbers, RawJson } from '../common/index.ts';
import {
  type PreparedSearch,
  type ScanQuestion,
  type SearchHit,
  type SearchRequest,
  type SearchResponse,
  scanBody,
} from '../search/index.ts';
import type { ByQueryServices } from './byQuery.ts';
import { ByQueryProgress, runByQuery } from './byQuery.ts';
import type {
  ClientHit,
  ClientScanRequest,
  ClientSearchRequest,
  ClientSearchResponse,
  ClientTakeRequest,
  SearchClient,
  SettingLookup,
} from './types.ts';

const BATCH_SIZE = 1000;

const TABLE_OPTIONS: IndicesOptions = { ...indicesOptions.search, allowNoIndices: false };

/** A scan as a search request; its body is only used to list tasks. */
class ScanRequest implements SearchRequest {
  readonly indices: string;
  readonly indicesOptions = indicesOptions.search;
  readonly prepared: PreparedSearch;
  readonly routing = null;
  readonly preference = null;
  readonly scrollMs = null;
  readonly searchType = 'query_then_fetch';
  readonly allowPartialSearchResults = true;
  readonly typedKeys = false;
  readonly requestCache = null;
  readonly plainNumbers = true;
  readonly signal: StopSignal | null;
  readonly #question: ScanQuestion;

  constructor(
    question: ScanQuestion & { readonly index: string; readonly signal?: StopSignal },
    prepared: PreparedSearch,
  ) {
    this.indices = question.index;
    this.signal = question.signal ?? null;
    this.prepared = prepared;
    this.#question = question;
  }

  get source(): JsonObject {
    return scanBody(this.#question);
  }
}

/** The engine in this process, called directly without HTTP. */
export class NodeClient implements SearchClient {
  readonly #services: ByQueryServices;

  constructor(services: ByQueryServices) {
    this.#services = services;
  }

  async clusterName(): Promise<string> {
    return this.#services.cluster.name;
  }

  getMappings(expression: string): ReadonlyMap<string, JsonObject> {
    const indices = this.#services.cluster.localIndices(expression, TABLE_OPTIONS);
    return new Map(indices.map((index) => [index.name, index.mapper.toJson()]));
  }

  async listTables(): Promise<readonly string[]> {
    const { indices, aliases } = this.#services.cluster.names;
    const names = [...indices.values()]
      .filter((index) => !isHidden(index) && index.state === 'open')
      .map(({ name }) => name);
    return [...names, ...aliases.keys()].sort();
  }

  maxResultWindow(expression: string): number {
    const indices = this.#services.cluster.localIndices(expression, indicesOptions.search);
    return Math.min(
      ...indices.map((index) => Number(index.settings.get('index.max_result_window') ?? 10_000)),
      1e9,
    );
  }

  async search(request: ClientSearchRequest): Promise<ClientSearchResponse> {
    const scrollMs = request.scroll === undefined ? null : parseTimeMs(request.scroll, 'scroll');
    return clientResponse(await this.#services.search.search(searchRequest(request, scrollMs)));
  }

  scan<T>(request: ClientScanRequest, read: (document: ClientHit) => T): AsyncGenerator<readonly T[]> {
    return this.#services.search.scan(this.#scanRequest(request), read);
  }

  take<T>(request: ClientTakeRequest, read: (document: ClientHit) => T): Soon<readonly T[]> {
    return this.#services.search.take(this.#scanRequest(request), request, read);
  }

  #scanRequest(question: ScanQuestion & { readonly index: string; readonly signal?: StopSignal }) {
    return new ScanRequest(question, this.#services.search.prepareScan(question));
  }

  async nextScrollPage(scrollId: string, keepAlive: string): Promise<ClientSearchResponse> {
    return clientResponse(await this.#services.search.scroll(scrollId, parseTimeMs(keepAlive, 'scroll')));
  }

  async clearScroll(scrollId: string): Promise<void> {
    this.#services.search.clearScroll([scrollId]);
  }

  deleteByQuery(expression: string, body: JsonObject): Promise<JsonObject> {
    const request = {
      kind: 'delete',
      indices: expression,
      indicesOptions: indicesOptions.search,
      source: body,
      script: null,
      destination: null,
      proceedOnConflicts: false,
      maxDocs: null,
      batchSize: BATCH_SIZE,
      routing: null,
      pipeline: null,
      slices: 1,
      requestsPerSecond: null,
      refresh: true,
      signal: new AbortController().signal,
    } as const;
    return runByQuery(this.#services, request, new ByQueryProgress('delete'));
  }

  clusterSettings(): SettingLookup {
    return (key) => this.#services.cluster.settings.text(key);
  }
}

function searchRequest(request: ClientSearchRequest, scrollMs: number | null): SearchRequest {
  return {
    indices: request.index,
    indicesOptions: indicesOptions.search,
    source: request.body,
    routing: null,
    preference: null,
    scrollMs,
    searchType: 'query_then_fetch',
    allowPartialSearchResults: true,
    typedKeys: false,
    requestCache: null,
    plainNumbers: request.printed !== true,
    signal: request.signal ?? null,
  };
}

function clientResponse(response: SearchResponse): ClientSearchResponse {
  return {
    scrollId: response._scroll_id ?? null,
    total: response.hits.total?.value ?? 0,
    maxScore: response.hits.max_score === null ? null : Number(response.hits.max_score),
    hits: response.hits.hits.map(clientHit),
    aggregations: plainNumbers(response.aggregations ?? null) as JsonObject | null,
    raw: response as unknown as JsonObject,
  };
}

/** Converts a hit's JsonDoubles to plain numbers. */
function plainMembers(hit: SearchHit): Record<string, unknown> {
  const plain: Record<string, unknown> = {};
  for (const name of ['sort', 'fields', 'inner_hits']) {
    if (hit[name] !== undefined) plain[name] = plainNumbers(hit[name] as ExactJsonValue);
  }
  return plain;
}

function clientHit(hit: SearchHit): ClientHit {
  const source = hit._source instanceof RawJson ? hit._source.value : hit._source;
  return {
    ...hit,
    _score: hit._score === null ? null : Number(hit._score),
    _id: String(hit._id ?? ''),
    _source: isJsonObject(source) ? source : undefined,
    ...plainMembers(hit),
  } as ClientHit;
}
