import { indicesOptions, type Task, taskId, validationFailed } from '../../../cluster/index.ts';
import type { JsonObject, JsonValue } from '../../../common/index.ts';
import {
  illegalArgument,
  isJsonObject,
  limits,
  OpenSearchError,
  Pacer,
  parseJson,
  parseRequestJson,
  placeError,
} from '../../../common/index.ts';
import type { SearchRequest } from '../../../search/index.ts';
import { checkLineBytes } from '../../lineBytes.ts';
import type { RestRequest } from '../../request.ts';
import type { RestResponse } from '../../response.ts';
import { json } from '../../response.ts';
import type { Route } from '../../route.ts';
import { routes } from '../../route.ts';
import type { RestServices } from '../../services.ts';
import { requestIndicesOptions } from '../indicesOptions.ts';
import { withTotalAsInt } from './index.ts';
import { bareSearchRequest, flagOf, opaqueId, searchType, trackExactly } from './searchParameters.ts';
import { loggedSearch } from './slowSearches.ts';

interface Line {
  readonly text: string;
  /** Or why there is none. */
  readonly request: SearchRequest | OpenSearchError;
}

export const msearchRoutes: readonly Route[] = routes(
  ['GET|POST /_msearch', 'GET|POST /{index}/_msearch'],
  {
    body: 'ndjson',
    parameters: [
      'search_type',
      'max_concurrent_searches',
      'max_concurrent_shard_requests',
      'pre_filter_shard_size',
      'ccs_minimize_roundtrips',
      'typed_keys',
      'rest_total_hits_as_int',
      'ignore_unavailable',
      'allow_no_indices',
      'expand_wildcards',
      'ignore_throttled',
    ],
    doc: 'many searches in one request',
  },
  (request, services) => {
    if (!request.hasBody)
      throw new OpenSearchError('parse_exception', 'request body or source parameter is required');
    return runMsearch(request, services, (text) => text);
  },
);

/** Runs the searches of the lines; `prepare` makes a search of each second line. A line that fails stays in its place. */
export async function runMsearch(
  request: RestRequest,
  services: RestServices,
  prepare: (text: string) => string,
): Promise<RestResponse> {
  const started = services.clock.nanoTime();
  const lines = parseLines(request, prepare);
  if (lines.length === 0) throw validationFailed(['no requests added']);
  const totalAsInt = request.bool('rest_total_hits_as_int', false);
  if (totalAsInt) {
    for (const { request: search } of lines) {
      if (!(search instanceof OpenSearchError)) trackExactly(search.source);
    }
  }
  const { tasks } = services.cluster;
  const task = {
    action: 'indices:data/read/msearch',
    description: '',
    cancellable: true,
    ...opaqueId(request),
  };
  const responses = await tasks.run(task, (parent) => runLines(lines, totalAsInt, parent, services));
  const took = Number((services.clock.nanoTime() - started) / 1_000_000n);
  return json({ took, responses });
}

async function runLines(
  lines: readonly Line[],
  totalAsInt: boolean,
  parent: Task,
  services: RestServices,
): Promise<JsonValue[]> {
  const responses: JsonValue[] = [];
  const pacer = new Pacer(services.clock);
  for (const line of lines) {
    responses.push((await runLine(line, totalAsInt, parent, services)) as JsonValue);
    await pacer.pause();
  }
  return responses;
}

async function runLine(
  line: Line,
  totalAsInt: boolean,
  parent: Task,
  services: RestServices,
): Promise<unknown> {
  if (line.request instanceof OpenSearchError) return line.request.toResponse();
  try {
    const response = await loggedSearch({ ...line.request, parentTaskId: taskId(parent) }, services);
    return { ...(totalAsInt ? withTotalAsInt(response) : response), status: 200 };
  } catch (error) {
    if (!(error instanceof OpenSearchError)) throw error;
    return placeError(error, line.request.source, line.text).toResponse();
  }
}

function parseLines(request: RestRequest, prepare: (text: string) => string): readonly Line[] {
  const body = request.text();
  if (!body.endsWith('\n'))
    throw illegalArgument('The msearch request must be terminated by a newline [\\n]');
  const lines = body.split('\n').slice(0, -1);
  checkLines(lines);
  const parsed: Line[] = [];
  for (let i = 0; i < lines.length; i += 2) {
    if (lines[i].trim() === '' && i + 1 >= lines.length) break;
    const header = lines[i].trim() === '' ? {} : parseJson(lines[i]);
    if (!isJsonObject(header))
      throw illegalArgument(`key [${String(header)}] is not supported in the metadata section`);
    parsed.push(parseLine(request, header, lines[i + 1] ?? '', prepare));
  }
  return parsed;
}

/** Throws illegal_argument for too many searches, or a line that is too long. */
function checkLines(lines: readonly string[]): void {
  const searches = Math.ceil(lines.length / 2);
  if (searches > limits.multiSearches.value) {
    throw illegalArgument(
      `The msearch request has [${searches}] searches, more than the limit of [${limits.multiSearches.value}]`,
    );
  }
  for (const line of lines) checkLineBytes(Buffer.byteLength(line));
}

function parseLine(
  request: RestRequest,
  header: JsonObject,
  line: string,
  prepare: (text: string) => string,
): Line {
  const prepared = line.trim() === '' ? line : tryPrepare(line, prepare);
  if (prepared instanceof OpenSearchError) return { text: line, request: prepared };
  const source = prepared.trim() === '' ? {} : parseRequestJson(prepared);
  if (!isJsonObject(source)) throw illegalArgument('The msearch body must be an object');
  return { text: prepared, request: lineRequest(request, header, source) };
}

function tryPrepare(line: string, prepare: (text: string) => string): string | OpenSearchError {
  try {
    return prepare(line);
  } catch (error) {
    if (error instanceof OpenSearchError) return error;
    throw error;
  }
}

const HEADER_KEYS: ReadonlySet<string> = new Set([
  'index',
  'indices',
  'search_type',
  'searchType',
  'request_cache',
  'requestCache',
  'preference',
  'routing',
  'allow_partial_search_results',
  'ignore_unavailable',
  'ignoreUnavailable',
  'allow_no_indices',
  'allowNoIndices',
  'expand_wildcards',
  'expandWildcards',
  'ccs_minimize_roundtrips',
  'ignore_throttled',
]);

function lineRequest(request: RestRequest, header: JsonObject, source: JsonObject): SearchRequest {
  for (const key of Object.keys(header)) {
    if (!HEADER_KEYS.has(key)) throw illegalArgument(`key [${key}] is not supported in the metadata section`);
  }
  const index = header.index ?? header.indices;
  const expression =
    index === undefined || index === null ? request.param('index') : [index].flat().join(',');
  const defaults = requestIndicesOptions(request, indicesOptions.search);
  const options = {
    ...defaults,
    ignoreUnavailable: flagOf(
      header.ignore_unavailable ?? header.ignoreUnavailable,
      defaults.ignoreUnavailable,
    ),
    allowNoIndices: flagOf(header.allow_no_indices ?? header.allowNoIndices, defaults.allowNoIndices),
  };
  const cached = header.request_cache ?? header.requestCache;
  const type = header.search_type ?? header.searchType;
  return {
    ...bareSearchRequest(expression, options, source, request.signal),
    routing: textOf(header.routing),
    preference: textOf(header.preference),
    searchType: searchType(textOf(type) ?? request.param('search_type')),
    allowPartialSearchResults: flagOf(header.allow_partial_search_results, true),
    typedKeys: request.bool('typed_keys', false),
    requestCache: cached === undefined || cached === null ? null : flagOf(cached, true),
  };
}

function textOf(value: JsonValue | undefined): string | null {
  return value === undefined || value === null ? null : String(value);
}
