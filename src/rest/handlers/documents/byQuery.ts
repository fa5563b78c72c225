import type { ByQueryRequest } from '../../../client/index.ts';
import { ByQueryProgress, runByQuery } from '../../../client/index.ts';
import type { Task } from '../../../cluster/index.ts';
import { indicesOptions, parseActiveCopies, validationFailed } from '../../../cluster/index.ts';
import type { JsonObject, JsonValue } from '../../../common/index.ts';
import {
  hashMapOrder,
  illegalArgument,
  isJsonObject,
  OpenSearchError,
  placeError,
  stringifyJson,
  tokenName,
} from '../../../common/index.ts';
import type { ParameterName } from '../../parameterTable.ts';
import type { RestRequest } from '../../request.ts';
import type { RestResponse } from '../../response.ts';
import { json } from '../../response.ts';
import type { Route } from '../../route.ts';
import { NO_BODY, routes } from '../../route.ts';
import type { RestServices } from '../../services.ts';
import { runningTask, tasksJson } from '../cluster/tasks.ts';
import { indicesParameters, requestIndicesOptions } from '../indicesOptions.ts';
import { sortKey, uriQuery, uriQueryParameters } from '../search/searchParameters.ts';
import { readReindex } from './reindexBody.ts';

const parameters: readonly ParameterName[] = [
  ...indicesParameters,
  ...uriQueryParameters,
  'conflicts',
  'from',
  'max_docs',
  'pipeline',
  'preference',
  'refresh',
  'request_cache',
  'requests_per_second',
  'routing',
  'scroll',
  'scroll_size',
  'search_timeout',
  'search_type',
  'size',
  'slices',
  'sort',
  'stats',
  'terminate_after',
  'timeout',
  'version',
  'wait_for_active_shards',
  'wait_for_completion',
];

const REINDEX_PARAMETERS: readonly ParameterName[] = [
  'max_docs',
  'pipeline',
  'refresh',
  'requests_per_second',
  'scroll',
  'slices',
  'timeout',
  'wait_for_active_shards',
  'wait_for_completion',
];

const PIPELINE_IN_DEST =
  "_reindex doesn't support [pipeline] as a query parameter. Specify it in the [dest] object instead.";

const DEFAULT_BATCH = 1000;

/** Runs it as a task, waiting for the result or not. Conflicts and failures make the response an error. */
async function start(
  action: string,
  description: string,
  request: RestRequest,
  services: RestServices,
  byQuery: Omit<ByQueryRequest, 'signal'>,
): Promise<RestResponse> {
  checkWords(request, byQuery);
  const progress = new ByQueryProgress(byQuery.kind);
  const task = { action, description, cancellable: true, status: () => progress.toJson() };
  const { tasks } = services.cluster;
  const work = (started: Task): Promise<JsonObject> => {
    progressOfTask.set(started, progress);
    return runByQuery(services, { ...byQuery, signal: started.signal }, progress);
  };
  if (!request.bool('wait_for_completion', true)) return json({ task: tasks.start(task, work) });
  const answer = await tasks.run(task, work);
  const [failure] = progress.failures;
  return json(answer, isJsonObject(failure) ? Number(failure.status) : 200);
}

/** Validates parameters that have no effect here. */
function checkWords(request: RestRequest, byQuery: Omit<ByQueryRequest, 'signal'>): void {
  request.time('timeout', 0);
  request.time('scroll', 0);
  parseActiveCopies(request.param('wait_for_active_shards'));
  const searchType = request.param('search_type');
  if (searchType !== null && searchType !== 'query_then_fetch' && searchType !== 'dfs_query_then_fetch') {
    throw illegalArgument(`No search type for [${searchType}]`);
  }
  if (request.has('request_cache') && request.bool('request_cache', false)) {
    throw validationFailed(['[request_cache] cannot be used in a scroll context']);
  }
  if (byQuery.batchSize < 0) {
    throw illegalArgument(`[size] parameter cannot be negative, found [${byQuery.batchSize}]`);
  }
  if (byQuery.maxDocs !== null && byQuery.maxDocs < byQuery.slices) {
    throw illegalArgument('[max_docs] should be >= [slices]');
  }
  const routing = byQuery.destination?.routing ?? 'keep';
  if (routing !== 'keep' && routing !== 'discard' && !routing.startsWith('=')) {
    throw validationFailed(['routing must be unset, [keep], [discard] or [=<some new value>]']);
  }
}

/** For changes by `_rethrottle`. */
const progressOfTask = new WeakMap<Task, ByQueryProgress>();

/** `requests_per_second`; `null` for no limit, given as -1 or not at all. */
function requestsPerSecond(request: RestRequest): number | null {
  const text = request.param('requests_per_second') ?? '';
  const value = text === '' ? -1 : Number(text);
  if (value === -1) return null;
  if (value > 0) return value;
  throw illegalArgument(
    '[requests_per_second] must be a float greater than 0. Use -1 to disable throttling.',
  );
}

const MAX_SLICES = 1024;

/** `slices=auto`: the shard count of the index with the fewest shards. */
function slices(request: RestRequest, indices: string, { cluster }: RestServices): number {
  const text = request.param('slices') ?? '1';
  if (text === 'auto') {
    const found = cluster.localIndices(indices, { ...indicesOptions.search, ignoreUnavailable: true });
    return Math.max(1, Math.min(...found.map(({ numberOfShards }) => numberOfShards), MAX_SLICES));
  }
  const count = /^[+-]?\d{1,10}$/.test(text) ? Number(text) : 0;
  if (count >= 1 && count <= MAX_SLICES) return count;
  throw illegalArgument(`[slices] must be a positive integer or the string "auto", but was [${text}]`);
}

function proceeds(request: RestRequest, body: JsonObject): boolean {
  const value = request.param('conflicts') ?? body.conflicts ?? 'abort';
  if (value === 'proceed') return true;
  if (value === 'abort') return false;
  throw illegalArgument(`conflicts may only be "proceed" or "abort" but was [${String(value)}]`);
}

function maxDocs(request: RestRequest, body: JsonObject): number | null {
  const given = request.int('max_docs', null) ?? request.int('size', null);
  if (given !== null && given < 0) {
    throw illegalArgument(`[max_docs] parameter cannot be negative, found [${given}]`);
  }
  const value = given ?? body.max_docs ?? null;
  if (value === null || Number(value) === -1) return null;
  if (Number(value) <= 0) {
    throw validationFailed([
      `[max_docs] should be greater than 0 if the request is limited to some number of documents or -1 if it isn't but it was [${Number(value)}]`,
    ]);
  }
  return Number(value);
}

const SEARCH_KEYS = ['query', 'sort', 'slice', '_source'];

/** Members that the original reads from the body before it writes the rest anew, as a search. */
const READ_FIRST = {
  update: ['conflicts', 'max_docs', 'script'],
  delete: ['conflicts', 'max_docs'],
} as const;

/** The search in a body as the original parses it: without spaces, members in the order of its maps. */
function searchOf(body: JsonObject, kind: keyof typeof READ_FIRST): JsonObject {
  const read: readonly string[] = READ_FIRST[kind];
  const kept = Object.entries(body).filter(([key]) => !read.includes(key));
  return inMapOrder(Object.fromEntries(kept)) as JsonObject;
}

function inMapOrder(value: JsonValue): JsonValue {
  if (Array.isArray(value)) return value.map(inMapOrder);
  if (!isJsonObject(value)) return value;
  return Object.fromEntries(hashMapOrder(Object.keys(value)).map((key) => [key, inMapOrder(value[key])]));
}

/** Runs a request by query; errors point into the search that the original has written anew. */
async function runOn(
  kind: 'delete' | 'update',
  request: RestRequest,
  services: RestServices,
): Promise<RestResponse> {
  const body = request.json() ?? {};
  const search = searchOf(body, kind);
  try {
    const byQuery = byQueryRequest(kind, request, { ...body, ...search }, services, search);
    const action = `indices:data/write/${kind}/byquery`;
    return await start(action, `${kind}-by-query [${byQuery.indices}]`, request, services, byQuery);
  } catch (error) {
    throw error instanceof OpenSearchError ? placeError(error, search, stringifyJson(search)) : error;
  }
}

function byQueryRequest(
  kind: 'delete' | 'update',
  request: RestRequest,
  body: JsonObject,
  services: RestServices,
  search: JsonObject,
): Omit<ByQueryRequest, 'signal'> {
  const known = new Set([
    ...SEARCH_KEYS,
    'conflicts',
    'max_docs',
    'size',
    ...(kind === 'update' ? ['script'] : []),
  ]);
  for (const [key, value] of Object.entries(search)) {
    if (!known.has(key) || (key === 'query' && !isJsonObject(value))) {
      throw new OpenSearchError('parsing_exception', `Unknown key for a ${tokenName(value)} in [${key}].`, {
        metadata: { line: 1, col: 1 },
        at: { container: search, key, edge: 'value' },
      });
    }
  }
  const query = uriQuery(request) ?? body.query;
  if (kind === 'delete' && query === undefined) throw validationFailed(['query is missing']);
  const source: JsonObject = query === undefined ? {} : { query };
  if (body.slice !== undefined) source.slice = body.slice;
  const sort = request.list('sort')?.flatMap(sortKey) ?? body.sort;
  if (sort !== undefined) source.sort = sort;
  return {
    kind,
    indices: request.pathParam('index'),
    indicesOptions: requestIndicesOptions(request, indicesOptions.search),
    source,
    script: body.script === undefined || kind === 'delete' ? null : configuredScript(body.script),
    destination: null,
    proceedOnConflicts: proceeds(request, body),
    maxDocs: maxDocs(request, body),
    batchSize: request.int('scroll_size', body.size === undefined ? DEFAULT_BATCH : Number(body.size)),
    routing: request.param('routing'),
    refresh: request.bool('refresh', false),
    pipeline: request.param('pipeline'),
    slices: slices(request, request.pathParam('index'), services),
    requestsPerSecond: requestsPerSecond(request),
  };
}

const SCRIPT_TYPES: Readonly<Record<string, 'String' | 'Map'>> = {
  source: 'String',
  id: 'String',
  lang: 'String',
  params: 'Map',
  options: 'Map',
};

/** A script as the original reads it from a map that has been parsed already. */
function configuredScript(value: JsonValue): JsonObject | null {
  if (value === null) return null;
  if (typeof value === 'string') return { source: value };
  if (!isJsonObject(value)) throw illegalArgument('Script value should be a String or a Map');
  for (const [key, type] of Object.entries(SCRIPT_TYPES)) {
    const member = value[key] ?? null;
    if (member === null || (type === 'Map' ? isJsonObject(member) : typeof member === 'string')) continue;
    throw new OpenSearchError('parse_exception', `Value must be of type ${type}: [${key}]`);
  }
  if ((value.source ?? value.id ?? null) === null) {
    const reason = 'Expected one of [source] or [id] fields, but found none';
    throw new OpenSearchError('parse_exception', reason);
  }
  if (typeof value.id === 'string' && typeof value.lang === 'string') {
    throw illegalArgument('[lang] cannot be specified for stored scripts');
  }
  return value;
}

const rethrottle = routes(
  ['_delete_by_query', '_update_by_query', '_reindex'].map((api) => `POST /${api}/{task_id}/_rethrottle`),
  { parameters: ['requests_per_second', 'group_by'], doc: 'change the rate of a running request' },
  (request, services) => {
    const found = runningTask(request.pathParam('task_id'), 'is missing', services);
    if (!request.has('requests_per_second')) {
      throw illegalArgument('requests_per_second is a required parameter');
    }
    const rate = requestsPerSecond(request);
    if ('failure' in found) return json(found.failure);
    progressOfTask.get(found.task)?.rethrottle(rate);
    return json(tasksJson([found.task], request, services, true));
  },
);

export const byQueryRoutes: readonly Route[] = [
  ...rethrottle,
  ...routes(
    ['POST /{index}/_delete_by_query'],
    {
      body: 'json',
      parameters: parameters.filter((name) => name !== 'pipeline'),
      doc: 'delete what a query finds',
    },
    (request, services) => runOn('delete', request, services),
  ),
  ...routes(
    ['POST /{index}/_update_by_query'],
    { body: 'json', parameters, doc: 'change what a query finds' },
    (request, services) => runOn('update', request, services),
  ),
  ...routes(
    ['POST /_reindex'],
    {
      body: 'json',
      bodyRefusal: NO_BODY,
      parameters: REINDEX_PARAMETERS,
      doc: 'copy documents from index to index',
    },
    (request, services) => {
      if (request.has('pipeline')) throw illegalArgument(PIPELINE_IN_DEST);
      const byQuery = reindexRequest(request, request.requiredJson(), services);
      const description = `reindex from [${byQuery.indices}] to [${byQuery.destination?.index}]`;
      return start('indices:data/write/reindex', description, request, services, byQuery);
    },
  ),
];

function reindexRequest(
  request: RestRequest,
  body: JsonObject,
  services: RestServices,
): Omit<ByQueryRequest, 'signal'> {
  const given = readReindex(body);
  const { index, query, sort, _source: fields, size, slice, from } = given.source;
  const indices = index === undefined ? '' : [index].flat().join(',');
  const { destination } = given;
  const problems: string[] = [];
  if (indices === '') problems.push('use _all if you really want to copy from all existing indexes');
  if (destination.index === '') problems.push('index must be specified');
  if (problems.length > 0) throw validationFailed(problems);
  if (Number(from) > 0) {
    throw validationFailed([
      'using [from] is not allowed in a scroll context',
      'from is not supported in this context',
    ]);
  }
  checkNotOwnSource(indices, destination.index, services);
  const search: JsonObject = {};
  if (query !== undefined) search.query = query;
  if (sort !== undefined) search.sort = sort;
  if (fields !== undefined) search._source = fields;
  if (slice !== undefined) search.slice = slice;
  return {
    kind: 'reindex',
    indices,
    indicesOptions: indicesOptions.search,
    source: search,
    script: given.script,
    destination,
    proceedOnConflicts: given.conflicts === 'proceed',
    maxDocs: maxDocs(request, given.maxDocs === undefined ? {} : { max_docs: given.maxDocs }),
    batchSize: size === undefined ? DEFAULT_BATCH : Number(size),
    routing: null,
    refresh: request.bool('refresh', false),
    pipeline: given.pipeline,
    slices: slices(request, indices, services),
    requestsPerSecond: requestsPerSecond(request),
  };
}

function checkNotOwnSource(indices: string, target: string, { cluster }: RestServices): void {
  const sources = cluster.resolver.resolve(indices, indicesOptions.search).map(({ index }) => index.name);
  if (sources.includes(target))
    throw validationFailed([`reindex cannot write into an index its reading from [${target}]`]);
}
