import { indicesOptions } from '../../../cluster/index.ts';
import type { JsonObject } from '../../../common/index.ts';
import { isJsonObject, OpenSearchError } from '../../../common/index.ts';
import type { RestRequest } from '../../request.ts';
import { json } from '../../response.ts';
import type { Route } from '../../route.ts';
import { routes } from '../../route.ts';
import type { RestServices } from '../../services.ts';
import { broadcastShards } from '../indices/maintenance.ts';
import { indicesParameters, requestIndices, requestIndicesOptions } from '../indicesOptions.ts';
import { queryOnly } from './count.ts';
import { bareSearchRequest, uriQueryParameters } from './searchParameters.ts';

/** What an index makes of a query, or the error that stands in its way. */
function verdict(
  index: string,
  query: JsonObject,
  request: RestRequest,
  { search }: RestServices,
): string | OpenSearchError {
  try {
    const options = requestIndicesOptions(request, indicesOptions.search);
    const text = search.validate(bareSearchRequest(index, options, { query }, request.signal));
    // The k-NN plugin prints nothing.
    return 'knn' in query ? '' : text;
  } catch (error) {
    if (error instanceof OpenSearchError && error.status < 500) return error;
    throw error;
  }
}

export const validateRoutes: readonly Route[] = routes(
  ['GET|POST /_validate/query', 'GET|POST /{index}/_validate/query'],
  {
    body: 'json',
    parameters: [...indicesParameters, ...uriQueryParameters, 'explain', 'rewrite', 'all_shards'],
    doc: 'whether a query could run',
  },
  async (request, services) => {
    const explain = request.bool('explain', false);
    const shape = shapeProblem(request);
    const indices = requestIndices(request, services, indicesOptions.search);
    if (shape) return json({ valid: false, ...(explain ? { error: shape } : {}) });
    const query = queryOnly(request) ?? { match_all: {} };
    const explanations: JsonObject[] = [];
    for (const index of indices) {
      const found = verdict(index.name, query, request, services);
      const error = typeof found === 'string' ? null : found;
      const root = error?.rootCauses?.[0] ?? error;
      if (error?.type === 'parsing_exception') {
        return json({ valid: false, ...(explain ? { error: `ParsingException[${error.reason}]` } : {}) });
      }
      explanations.push({
        index: index.name,
        valid: error === null,
        ...(root
          ? { error: `[${index.name}/${index.uuid}] ${root.reason}` }
          : { explanation: found as string }),
      });
    }
    const count = indices.length;
    const shards = { ...broadcastShards([]), total: count, successful: count };
    const valid = explanations.every((explanation) => explanation.valid === true);
    return json({ _shards: shards, valid, ...(explain ? { explanations } : {}) });
  },
);

/** What is wrong with the body before any index is asked. */
function shapeProblem(request: RestRequest): string | null {
  try {
    const query = queryOnly(request);
    if (query === null && request.hasBody) return 'ParsingException[request body has no query]';
    return query === null || isJsonObject(query) ? null : 'ParsingException[query malformed]';
  } catch (error) {
    if (error instanceof OpenSearchError) return `${error.type}[${error.reason}]`;
    throw error;
  }
}
