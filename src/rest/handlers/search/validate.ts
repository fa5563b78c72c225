import { indicesOptions, validationFailed } from '../../../cluster/index.ts';
import type { JsonObject } from '../../../common/index.ts';
import { OpenSearchError } from '../../../common/index.ts';
import type { RestRequest } from '../../request.ts';
import { json } from '../../response.ts';
import type { Route } from '../../route.ts';
import { routes } from '../../route.ts';
import type { RestServices } from '../../services.ts';
import { broadcastShards } from '../indices/maintenance.ts';
import { indicesParameters, requestIndices, requestIndicesOptions } from '../indicesOptions.ts';
import { bodyQuery, type ReadQuery, refuseUriQuery, requestQuery } from './queryBody.ts';
import { bareSearchRequest, uriQueryParameters } from './searchParameters.ts';

/** An index's rewritten query, or the error that prevents it. */
function verdict(
  index: string,
  { query, prepared }: ReadQuery,
  request: RestRequest,
  { search }: RestServices,
): string | OpenSearchError {
  try {
    const options = requestIndicesOptions(request, indicesOptions.search);
    const rewritten = request.bool('rewrite', false);
    const bare = bareSearchRequest(index, options, { query }, request.signal);
    const text = search.validate({ ...bare, prepared }, rewritten);
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
    const allShards = request.bool('all_shards', false);
    request.bool('rewrite', false);
    const read = parsedQuery(request, services);
    if (read instanceof OpenSearchError) {
      return json({ valid: false, ...(explain ? { error: bodyProblem(request, read) } : {}) });
    }
    const indices = requestIndices(request, services, indicesOptions.expandOpen);
    const explanations: JsonObject[] = [];
    for (const index of indices) {
      const found = verdict(index.name, read, request, services);
      const error = typeof found === 'string' ? null : found;
      if (error !== null && isBodyError(error)) {
        return json({ valid: false, ...(explain ? { error: bodyProblem(request, error) } : {}) });
      }
      const root = error?.rootCauses?.[0] ?? error;
      for (const shard of allShards ? Array(index.numberOfShards).keys() : [null]) {
        explanations.push({
          index: index.name,
          ...(shard === null ? {} : { shard }),
          valid: error === null,
          ...(root
            ? { error: `[${index.name}/${index.uuid}] ${root.reason}` }
            : { explanation: found as string }),
        });
      }
    }
    const count = allShards ? explanations.length : indices.length;
    const shards = { ...broadcastShards([]), total: count, successful: count };
    const valid = explanations.every((explanation) => explanation.valid === true);
    return json({ _shards: shards, valid, ...(explain || allShards ? { explanations } : {}) });
  },
);

/** Errors that the original finds while parsing the body; those of a shard name the index. */
function isBodyError(error: OpenSearchError): boolean {
  return error.type !== 'search_phase_execution_exception';
}

/** Java's exception classes for body parsing errors. */
const JAVA_CLASSES: ReadonlyMap<string, string> = new Map([
  ['parsing_exception', 'org.opensearch.common.ParsingException'],
  ['named_object_not_found_exception', 'org.opensearch.core.xcontent.NamedObjectNotFoundException'],
  ['x_content_parse_exception', 'org.opensearch.core.xcontent.XContentParseException'],
  ['illegal_argument_exception', 'java.lang.IllegalArgumentException'],
  ['parse_exception', 'org.opensearch.OpenSearchParseException'],
  ['number_format_exception', 'java.lang.NumberFormatException'],
  ['illegal_state_exception', 'java.lang.IllegalStateException'],
]);

/** The original's one-line form of an exception: with its causes, the first of which is repeated. */
function bodyProblem(request: RestRequest, error: OpenSearchError): string {
  const chain = chainOf(request.place(error));
  if (error.type !== 'parsing_exception')
    chain.unshift(new OpenSearchError('parsing_exception', 'Failed to parse'));
  const [first, cause] = chain;
  if (cause === undefined) return inFull(first);
  const parts = chain.map(({ type, reason }) => `${simpleName(type)}[${reason}]`);
  return `${parts.join('; nested: ')};; ${inFull(cause)}`;
}

function chainOf(error: OpenSearchError): OpenSearchError[] {
  return [error, ...(error.causedBy ? chainOf(error.causedBy) : [])];
}

function inFull({ type, reason }: OpenSearchError): string {
  return `${JAVA_CLASSES.get(type) ?? type}: ${reason}`;
}

function simpleName(type: string): string {
  const full = JAVA_CLASSES.get(type) ?? type;
  return full.slice(full.lastIndexOf('.') + 1);
}

/** The query, parsed before any index is looked up, or the parsing error. */
function parsedQuery(request: RestRequest, services: RestServices): ReadQuery | OpenSearchError {
  let read: ReadQuery | null;
  try {
    read = request.hasBody
      ? bodyQuery(request, 'query', (query) => services.search.prepare({ query }))
      : requestQuery(request, services);
  } catch (error) {
    if (error instanceof OpenSearchError && error.family === 'request') return error;
    throw error;
  }
  if (request.hasBody) refuseUriQuery(request);
  if (read !== null) return read;
  if (request.hasBody) throw validationFailed(['query cannot be null']);
  const query = { match_all: {} };
  return { query, prepared: services.search.prepare({ query }) };
}
