import { type Task, taskId, validationFailed } from '../../../cluster/index.ts';
import type { JsonObject, JsonValue } from '../../../common/index.ts';
import { illegalArgument, OpenSearchError, Pacer, placeError } from '../../../common/index.ts';
import type { SearchRequest } from '../../../search/index.ts';
import type { RestRequest } from '../../request.ts';
import type { RestResponse } from '../../response.ts';
import { json } from '../../response.ts';
import type { Route } from '../../route.ts';
import { NO_BODY_OR_SOURCE, routes } from '../../route.ts';
import type { RestServices } from '../../services.ts';
import { withTotalAsInt } from './index.ts';
import { bodyOfLine, type Line, type ReadLine, readLines } from './msearchLines.ts';
import { opaqueId, trackExactly } from './searchParameters.ts';
import { loggedSearch } from './slowSearches.ts';

export const msearchRoutes: readonly Route[] = routes(
  ['GET|POST /_msearch', 'GET|POST /{index}/_msearch'],
  {
    body: 'ndjson',
    bodyRefusal: NO_BODY_OR_SOURCE,
    parameters: [
      'search_type',
      'routing',
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
    return runMsearch(request, services, (text, search) => {
      const totalAsInt = request.bool('rest_total_hits_as_int', false);
      return preparedLine(text, search, totalAsInt, services);
    });
  },
);

/** Parsed before any search runs: an invalid one is an error of the whole request. */
function preparedLine(
  text: string,
  request: SearchRequest,
  totalAsInt: boolean,
  { search }: RestServices,
): Line {
  const source = bodyOfLine(text, noObject);
  if (totalAsInt) trackExactly(source);
  try {
    return { text, request: { ...request, source, prepared: search.prepare(source) } };
  } catch (error) {
    throw error instanceof OpenSearchError ? placeError(error, source, text) : error;
  }
}

/** The error for a search that begins with a token other than an object's. */
export function noObject(token: string, col: number): OpenSearchError {
  const metadata = { line: 1, col };
  return new OpenSearchError('parsing_exception', `Expected [START_OBJECT] but found [${token}]`, {
    metadata,
  });
}

/** Concurrency has no effect here, but must be in range. */
function checkConcurrency(request: RestRequest): void {
  if (request.int('max_concurrent_searches', 1) < 1) {
    throw illegalArgument('maxConcurrentSearchRequests must be positive');
  }
  if (request.int('pre_filter_shard_size', 1) < 1) throw illegalArgument('preFilterShardSize must be >= 1');
  if (request.int('max_concurrent_shard_requests', 1) < 1) {
    throw illegalArgument('maxConcurrentShardRequests must be >= 1');
  }
}

/**
 * Runs the searches returned by `read` for the lines. A failed one leaves its error in its place, for
 * templates without status.
 */
export async function runMsearch(
  request: RestRequest,
  services: RestServices,
  read: ReadLine,
  tellsStatus = true,
): Promise<RestResponse> {
  const started = services.clock.nanoTime();
  checkConcurrency(request);
  const lines = readLines(request, read);
  if (lines.length === 0) throw validationFailed(['no requests added']);
  const totalAsInt = request.bool('rest_total_hits_as_int', false);
  const { tasks } = services.cluster;
  const task = {
    action: 'indices:data/read/msearch',
    description: '',
    cancellable: true,
    ...opaqueId(request),
  };
  const responses = await tasks.run(task, (parent) => runLines(lines, totalAsInt, parent, services));
  const took = Number((services.clock.nanoTime() - started) / 1_000_000n);
  return json({ took, responses: tellsStatus ? responses : responses.map(withoutStatus) });
}

function withoutStatus(response: JsonValue): JsonValue {
  const { status, ...rest } = response as JsonObject;
  return rest;
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
