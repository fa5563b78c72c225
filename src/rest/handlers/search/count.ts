import { indicesOptions } from '../../../cluster/index.ts';
import type { JsonObject } from '../../../common/index.ts';
import { illegalArgument } from '../../../common/index.ts';
import { json } from '../../response.ts';
import type { Route } from '../../route.ts';
import { routes } from '../../route.ts';
import { indicesParameters, requestIndicesOptions } from '../indicesOptions.ts';
import { requestQuery } from './queryBody.ts';
import { bareSearchRequest, uriQueryParameters } from './searchParameters.ts';

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
  async (request, services) => {
    const { search } = services;
    const source: JsonObject = {};
    const minScore = request.float('min_score', null);
    if (minScore !== null) source.min_score = minScore;
    const terminateAfter = request.int('terminate_after', null);
    if (terminateAfter !== null && terminateAfter < 0) throw illegalArgument('terminateAfter must be > 0');
    if (terminateAfter !== null) source.terminate_after = terminateAfter;
    const read = requestQuery(request, services, (query) => search.prepareCount({ ...source, query }));
    const options = requestIndicesOptions(request, indicesOptions.search);
    const { count, shards, terminatedEarly } = await search.count({
      ...bareSearchRequest(request.param('index'), options, source, request.signal),
      prepared: read?.prepared,
      routing: request.param('routing'),
      preference: request.param('preference'),
    });
    const early = terminateAfter === null ? {} : { terminated_early: terminatedEarly ?? false };
    return json({ count, ...early, _shards: shards });
  },
);
