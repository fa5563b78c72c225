import type { SearchResponse } from '../../../search/index.ts';
import type { RestRequest } from '../../request.ts';
import { json } from '../../response.ts';
import type { Route } from '../../route.ts';
import { routes } from '../../route.ts';
import { searchParameters, searchRequest } from './searchParameters.ts';

/** `hits.total` as a number, as versions before 7 had it. */
export function withTotalAsInt(response: SearchResponse): SearchResponse {
  const total = response.hits.total;
  if (total === undefined) return { ...response, hits: { ...response.hits, total: -1 as never } };
  return { ...response, hits: { ...response.hits, total: total.value as never } };
}

/** How often partial results were reduced; printed when it is more than once. */
function withReducePhases(response: SearchResponse, request: RestRequest): SearchResponse {
  const batch = request.int('batched_reduce_size', null);
  const shards = response._shards.total;
  if (batch === null || shards <= batch) return response;
  const { took, timed_out, ...rest } = response;
  const phases = Math.ceil((shards - batch) / (batch - 1)) + 1;
  return { took, timed_out, num_reduce_phases: phases, ...rest } as SearchResponse;
}

export const searchRoutes: readonly Route[] = routes(
  ['GET|POST /_search', 'GET|POST /{index}/_search'],
  { body: 'json', parameters: searchParameters, doc: 'search' },
  async (request, { search }) => {
    const response = withReducePhases(await search.search(searchRequest(request)), request);
    return json(request.bool('rest_total_hits_as_int', false) ? withTotalAsInt(response) : response);
  },
);
