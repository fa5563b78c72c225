import type { IndicesOptions } from '../../../cluster/index.ts';
import { indicesOptions } from '../../../cluster/index.ts';
import type { JsonObject, JsonValue, StopSignal } from '../../../common/index.ts';
import { illegalArgument, parseBoolean } from '../../../common/index.ts';
import type { SearchRequest } from '../../../search/index.ts';
import type { ParameterName } from '../../parameterTable.ts';
import type { RestRequest } from '../../request.ts';
import type { RestServices } from '../../services.ts';
import { requestSourceFilter, sourceFilterJson, sourceParameters } from '../../sourceFilter.ts';
import { indicesParameters, requestIndicesOptions } from '../indicesOptions.ts';

/** Parameters of a URL query: `q` and its options. */
export const uriQueryParameters: readonly ParameterName[] = [
  'q',
  'df',
  'default_operator',
  'analyzer',
  'analyze_wildcard',
  'lenient',
];

export const searchParameters: readonly ParameterName[] = [
  ...indicesParameters,
  ...sourceParameters,
  ...uriQueryParameters,
  'allow_partial_search_results',
  'batched_reduce_size',
  'cancel_after_time_interval',
  'ccs_minimize_roundtrips',
  'docvalue_fields',
  'explain',
  'from',
  'max_concurrent_shard_requests',
  'pre_filter_shard_size',
  'preference',
  'request_cache',
  'rest_total_hits_as_int',
  'routing',
  'scroll',
  'search_type',
  'seq_no_primary_term',
  'size',
  'sort',
  'stats',
  'stored_fields',
  'suggest_field',
  'suggest_mode',
  'suggest_size',
  'suggest_text',
  'terminate_after',
  'timeout',
  'track_scores',
  'track_total_hits',
  'typed_keys',
  'version',
];

/** Options of the original's distributed search that have no effect here but must be in range. */
function checkDistribution(request: RestRequest): void {
  if (request.int('batched_reduce_size', 2) < 2) throw illegalArgument('batchedReduceSize must be >= 2');
  if (request.int('pre_filter_shard_size', 1) < 1) throw illegalArgument('preFilterShardSize must be >= 1');
  if (request.int('max_concurrent_shard_requests', 1) < 1) {
    throw illegalArgument('maxConcurrentShardRequests must be >= 1');
  }
}

/** The request for the search room. The original reads the body first, and reports its errors first. */
export function searchRequest(request: RestRequest, { search }: RestServices): SearchRequest {
  const source = request.json() ?? {};
  try {
    return mergedRequest(request, source);
  } catch (error) {
    search.prepare(source);
    throw error;
  }
}

/** The body with URL parameters merged in. */
function mergedRequest(request: RestRequest, source: JsonObject): SearchRequest {
  const members = request.isQueried ? urlMembers(request, source) : null;
  const merged = {
    indices: request.param('index'),
    indicesOptions: requestIndicesOptions(request, indicesOptions.search),
    source,
    routing: request.param('routing'),
    preference: request.param('preference'),
    scrollMs: request.has('scroll') ? request.time('scroll', 0) : null,
    searchType: searchType(request.param('search_type')),
    allowPartialSearchResults: request.bool('allow_partial_search_results', true),
    typedKeys: request.bool('typed_keys', false),
    requestCache: request.has('request_cache') ? request.bool('request_cache', true) : null,
    preFilterShardSize: request.int('pre_filter_shard_size', null),
    cancelAfterMs: request.has('cancel_after_time_interval')
      ? request.time('cancel_after_time_interval', -1)
      : null,
    ...opaqueId(request),
    signal: request.signal,
  };
  if (members !== null) Object.assign(source, members);
  return merged;
}

export function searchType(text: string | null): SearchRequest['searchType'] {
  if (text === null || text === 'query_then_fetch') return 'query_then_fetch';
  if (text === 'dfs_query_then_fetch') return 'dfs_query_then_fetch';
  throw illegalArgument(`No search type for [${text}]`);
}

/** The request header shown by `_tasks`. */
export function opaqueId(request: RestRequest): { readonly opaqueId?: string } {
  const id = request.headers['x-opaque-id'];
  return typeof id === 'string' ? { opaqueId: id } : {};
}

/** A request without URL parameters: `_msearch` lines, templates, the library. */
export function bareSearchRequest(
  indices: string | null,
  options: IndicesOptions,
  source: JsonObject,
  signal: StopSignal | null,
): SearchRequest {
  return {
    indices,
    indicesOptions: options,
    source,
    routing: null,
    preference: null,
    scrollMs: null,
    searchType: 'query_then_fetch',
    allowPartialSearchResults: true,
    typedKeys: false,
    requestCache: null,
    signal,
  };
}

const INTS = ['from', 'size', 'terminate_after'] as const;
const FLAGS = ['explain', 'version', 'seq_no_primary_term', 'track_scores'] as const;

/** The members of a body that the URL replaces. */
function urlMembers(request: RestRequest, body: JsonObject): JsonObject {
  checkDistribution(request);
  const source: JsonObject = {};
  for (const name of INTS) {
    const value = request.int(name, null);
    if (value === null) continue;
    if (name === 'size' && value < -1) {
      throw illegalArgument(`[size] parameter cannot be negative, found [${value}]`);
    }
    source[name] = value;
  }
  for (const name of FLAGS) if (request.has(name)) source[name] = request.bool(name, true);
  const query = uriQuery(request);
  if (query) source.query = query;
  const timeout = request.param('timeout');
  if (timeout !== null) source.timeout = timeout;
  const sort = request.list('sort');
  if (sort) source.sort = sort.flatMap(sortKey);
  const stored = request.list('stored_fields');
  if (stored) source.stored_fields = [...stored];
  const docValues = request.list('docvalue_fields');
  if (docValues) source.docvalue_fields = [...docValues];
  const stats = request.list('stats');
  if (stats) source.stats = [...stats];
  mergeSourceFilter(request, source);
  mergeTrackTotalHits(request, source, body);
  mergeSuggest(request, source);
  return source;
}

/** `q=…` as a query_string query; `null` if absent. */
export function uriQuery(request: RestRequest): JsonObject | null {
  const q = request.param('q');
  if (q === null) return null;
  const query: JsonObject = { query: q };
  const df = request.param('df');
  if (df !== null) query.default_field = df;
  const operator = request.param('default_operator');
  if (operator !== null) query.default_operator = operator;
  const analyzer = request.param('analyzer');
  if (analyzer !== null) query.analyzer = analyzer;
  if (request.has('analyze_wildcard')) query.analyze_wildcard = request.bool('analyze_wildcard', false);
  if (request.has('lenient')) query.lenient = request.bool('lenient', false);
  return { query_string: query };
}

/** `age:desc` → `{age: {order: desc}}`; a colon not followed by an order sorts by nothing. */
export function sortKey(text: string): JsonValue[] {
  const colon = text.lastIndexOf(':');
  if (colon === -1) return [text];
  const order = text.slice(colon + 1);
  if (order !== 'asc' && order !== 'desc') return [];
  return [Object.fromEntries([[text.slice(0, colon), { order }]])];
}

function mergeSourceFilter(request: RestRequest, source: JsonObject): void {
  const filter = requestSourceFilter(request);
  if (!filter) return;
  source._source = sourceFilterJson(filter);
}

function mergeTrackTotalHits(request: RestRequest, source: JsonObject, body: JsonObject): void {
  const text = request.param('track_total_hits');
  if (text !== null) {
    if (text === '' || text === 'true' || text === 'false') source.track_total_hits = text !== 'false';
    else source.track_total_hits = request.int('track_total_hits', 0);
  }
  if (!request.bool('rest_total_hits_as_int', false)) return;
  if (body.track_total_hits !== undefined) source.track_total_hits ??= body.track_total_hits;
  trackExactly(source);
}

/** A total printed as a number must be exact. */
export function trackExactly(source: JsonObject): void {
  const tracked = source.track_total_hits ?? true;
  if (typeof tracked === 'number' && tracked < -1) {
    throw illegalArgument(`[track_total_hits] parameter must be positive or equals to -1, got ${tracked}`);
  }
  if (tracked !== true && tracked !== false) {
    throw illegalArgument(
      `[rest_total_hits_as_int] cannot be used if the tracking of total hits is not accurate, got ${tracked}`,
    );
  }
  source.track_total_hits = tracked;
}

function mergeSuggest(request: RestRequest, source: JsonObject): void {
  const field = request.param('suggest_field');
  if (field === null) return;
  const term: JsonObject = { field };
  const size = request.int('suggest_size', 5);
  term.size = size;
  const mode = request.param('suggest_mode');
  if (mode !== null) term.suggest_mode = mode;
  const text = request.param('suggest_text') ?? request.param('q') ?? '';
  source.suggest = Object.fromEntries([[field, { text, term }]]);
}

/** `true`/`false` in an `_msearch` header, possibly as a string. */
export function flagOf(value: JsonValue | undefined, defaultValue: boolean): boolean {
  if (value === undefined || value === null) return defaultValue;
  return typeof value === 'boolean' ? value : parseBoolean(String(value));
}
