import { type ClusterService, indicesOptions, isHidden } from '../cluster/index.ts';
import { isJsonObject, type JsonObject, parseTimeMs, RawJson } from '../common/index.ts';
import type { SearchHit, SearchRequest, SearchResponse, SearchService } from '../search/index.ts';
import type { ClientHit, ClientSearchRequest, ClientSearchResponse, SearchClient } from './types.ts';

const DEFAULT_RESULT_WINDOW = 10_000;

export interface NodeClientOptions {
  readonly cluster: ClusterService;
  readonly search: SearchService;
  /** Deletes what a query matches; the answer of `_delete_by_query`. */
  readonly deleteByQuery: (expression: string, body: JsonObject) => Promise<JsonObject>;
}

/** The engine of this process. */
export class NodeClient implements SearchClient {
  readonly #options: NodeClientOptions;

  constructor(options: NodeClientOptions) {
    this.#options = options;
  }

  async clusterName(): Promise<string> {
    return this.#options.cluster.name;
  }

  async getMappings(expression: string): Promise<ReadonlyMap<string, JsonObject>> {
    const { resolver } = this.#options.cluster;
    const resolved = resolver.resolve(expression, indicesOptions.search);
    return new Map(resolved.map(({ index }) => [index.name, index.mapper.toJson()]));
  }

  async listTables(): Promise<readonly string[]> {
    const { names } = this.#options.cluster;
    const visible = [...names.indices.values()].filter((index) => !isHidden(index));
    return [...visible.map((index) => index.name), ...names.aliases.keys()].sort();
  }

  async maxResultWindow(expression: string): Promise<number> {
    const resolved = this.#options.cluster.resolver.resolve(expression, indicesOptions.search);
    const windows = resolved.map(({ index }) =>
      Number(index.settings.get('index.max_result_window') ?? DEFAULT_RESULT_WINDOW),
    );
    return Math.min(DEFAULT_RESULT_WINDOW, ...windows);
  }

  async search(request: ClientSearchRequest): Promise<ClientSearchResponse> {
    const scrollMs = request.scroll === undefined ? null : parseTimeMs(request.scroll, 'scroll');
    return clientResponse(await this.#options.search.search(searchRequest(request, scrollMs)));
  }

  async nextScrollPage(scrollId: string, keepAlive: string): Promise<ClientSearchResponse> {
    return clientResponse(await this.#options.search.scroll(scrollId, parseTimeMs(keepAlive, 'scroll')));
  }

  async clearScroll(scrollId: string): Promise<void> {
    this.#options.search.clearScroll([scrollId]);
  }

  deleteByQuery(expression: string, body: JsonObject): Promise<JsonObject> {
    return this.#options.deleteByQuery(expression, body);
  }

  async clusterSetting(key: string): Promise<string | null> {
    return this.#options.cluster.settings.text(key);
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
    allowPartialSearchResults: false,
    typedKeys: false,
    requestCache: null,
    signal: null,
  };
}

function clientResponse(response: SearchResponse): ClientSearchResponse {
  const { hits } = response;
  return {
    scrollId: response._scroll_id ?? null,
    total: hits.total?.value ?? hits.hits.length,
    maxScore: hits.max_score,
    hits: hits.hits.map(clientHit),
    aggregations: response.aggregations ?? null,
    raw: response as unknown as JsonObject,
  };
}

/** The port hands out parsed sources. */
function clientHit(hit: SearchHit): ClientHit {
  const { _source: source } = hit;
  if (!(source instanceof RawJson)) return hit as unknown as ClientHit;
  const { value } = source;
  return { ...(hit as unknown as ClientHit), _source: isJsonObject(value) ? value : undefined };
}
