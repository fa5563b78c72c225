import { indicesOptions } from '../../../cluster/index.ts';
import type { JsonObject } from '../../../common/index.ts';
import { OpenSearchError } from '../../../common/index.ts';
import type { RestRequest } from '../../request.ts';
import { json } from '../../response.ts';
import type { Route } from '../../route.ts';
import { routes } from '../../route.ts';
import { indicesParameters, requestIndicesOptions } from '../indicesOptions.ts';
import { bareSearchRequest, uriQuery, uriQueryParameters } from './searchParameters.ts';

export const countRoutes: readonly Route[] = routes(
  ['GET|POST /_count', 'GET|POST /{index}/_count'],
  {
    body: 'json',
    parameters: [
      ...indicesParameters,
      ...uriQueryParameters,
      'min_score',
      'preference',
      'routing',
      'terminate_after',
    ],
    doc: 'how many documents match',
  },
  async (request, { search }) => {
    const source: JsonObject = {};
    const query = queryOnly(request);
    if (query) source.query = query;
    const minScore = request.float('min_score', null);
    if (minScore !== null) source.min_score = minScore;
    const terminateAfter = request.int('terminate_after', null);
    if (terminateAfter !== null) source.terminate_after = terminateAfter;
    const options = requestIndicesOptions(request, indicesOptions.search);
    const { count, shards, terminatedEarly } = await search.count({
      ...bareSearchRequest(request.param('index'), options, source, request.signal),
      routing: request.param('routing'),
      preference: request.param('preference'),
    });
    const early = terminateAfter === null ? {} : { terminated_early: terminatedEarly ?? false };
    return json({ count, ...early, _shards: shards });
  },
);

/** The query of a body that may contain nothing else, or of the URL. */
export function queryOnly(request: RestRequest): JsonObject | null {
  const own = onlyQuery(request, 'query');
  return uriQuery(request) ?? own;
}

/** The query member of a body that may contain nothing else. Throws parsing_exception. */
export function onlyQuery(request: RestRequest, name: string): JsonObject | null {
  const body = request.json() ?? {};
  for (const key of Object.keys(body)) {
    if (key === name) continue;
    throw new OpenSearchError('parsing_exception', `request does not support [${key}]`, {
      metadata: { line: 1, col: 1 },
      at: { container: body, key, edge: 'key' },
    });
  }
  return (body[name] as JsonObject | undefined) ?? null;
}
