import type { SearchResponse } from '../../../search/index.ts';
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

export const searchRoutes: readonly Route[] = routes(
  ['GET|POST /_search', 'GET|POST /{index}/_search'],
  { body: 'json', parameters: searchParameters, doc: 'search' },
  async (request, { search }) => {
    const response = await search.search(searchRequest(request));
    return json(request.bool('rest_total_hits_as_int', false) ? withTotalAsInt(response) : response);
  },
);
