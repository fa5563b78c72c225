import { isJsonObject, type JsonObject, RawJson } from '../../../common/index.ts';
import type { SearchResponse } from '../../../search/index.ts';
import type { RestRequest } from '../../request.ts';
import { json } from '../../response.ts';
import type { Route } from '../../route.ts';
import { routes } from '../../route.ts';
import { searchParameters, searchRequest } from './searchParameters.ts';
import { loggedSearch } from './slowSearches.ts';

/** `hits.total` as a number, as before version 7: in the response, in inner hits and in top_hits. */
export function withTotalAsInt(response: SearchResponse): SearchResponse {
  const { hits, aggregations } = response;
  const total = hits.total === undefined ? -1 : hits.total.value;
  return {
    ...response,
    hits: { ...hits, total: total as never, hits: hits.hits.map(innerTotalsAsInt) },
    ...(aggregations === undefined ? {} : { aggregations: hitListTotalsAsInt(aggregations) as JsonObject }),
  };
}

function innerTotalsAsInt<T extends { readonly [member: string]: unknown }>(hit: T): T {
  return hit.inner_hits === undefined ? hit : { ...hit, inner_hits: hitListTotalsAsInt(hit.inner_hits) };
}

/** Converts `{hits: {total: {value, relation}, hits}}` anywhere, except in document sources. */
function hitListTotalsAsInt(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(hitListTotalsAsInt);
  if (!isJsonObject(value) || value instanceof RawJson) return value;
  const members: Readonly<Record<string, unknown>> = value;
  if (Array.isArray(members.hits) && isTotal(members.total)) {
    return { ...members, total: members.total.value, hits: members.hits.map(innerTotalsAsInt) };
  }
  return Object.fromEntries(
    Object.entries(members).map(([name, member]) => [name, hitListTotalsAsInt(member)]),
  );
}

function isTotal(value: unknown): value is { readonly value: number } {
  return typeof value === 'object' && value !== null && 'value' in value && 'relation' in value;
}

/** The number of partial reductions, printed if more than one. */
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
  async (request, services) => {
    const response = withReducePhases(
      await loggedSearch(searchRequest(request, services), services),
      request,
    );
    return json(request.bool('rest_total_hits_as_int', false) ? withTotalAsInt(response) : response);
  },
);
