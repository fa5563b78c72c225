import { indicesOptions, validationFailed } from '../../../cluster/index.ts';
import type { JsonObject } from '../../../common/index.ts';
import { javaClassOf, OpenSearchError } from '../../../common/index.ts';
import type { RestRequest } from '../../request.ts';
import { json } from '../../response.ts';
import type { Route } from '../../route.ts';
import { routes } from '../../route.ts';
import type { RestServices } from '../../services.ts';
import { broadcastShards } from '../indices/maintenance.ts';
import { indicesParameters, requestIndices, requestIndicesOptions } from '../indicesOptions.ts';
import { bodyQuery, type ReadQuery, refuseUriQuery, requestQuery } from './queryBody.ts';
import { bareSearchRequest, uriQueryParameters } from './searchParameters.ts';

/** An index's rewritten query, or the error of a shard that prevents it. Throws for errors in the body. */
function verdict(
  index: string,
  { query, prepared }: ReadQuery,
  request: RestRequest,
  { search }: RestServices,
): string | OpenSearchError {
  const options = requestIndicesOptions(request, indicesOptions.search);
  const rewritten = request.bool('rewrite', false);
  const bare = bareSearchRequest(index, options, { query }, request.signal);
  const found = search.validate({ ...bare, prepared }, rewritten);
  // The k-NN plugin prints nothing.
  return typeof found === 'string' && 'knn' in query ? '' : found;
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
      let found: string | OpenSearchError;
      try {
        found = verdict(index.name, read, request, services);
      } catch (error) {
        if (!(error instanceof OpenSearchError) || error.status >= 500) throw error;
        return json({ valid: false, ...(explain ? { error: bodyProblem(request, error) } : {}) });
      }
      const told: JsonObject =
        typeof found === 'string'
          ? { valid: true, explanation: found }
          : { valid: false, error: shardProblem(index, request.place(found)) };
      for (const shard of allShards ? Array(index.numberOfShards).keys() : [null]) {
        explanations.push({ index: index.name, ...(shard === null ? {} : { shard }), ...told });
      }
    }
    const count = allShards ? explanations.length : indices.length;
    const shards = { ...broadcastShards([]), total: count, successful: count };
    const valid = explanations.every((explanation) => explanation.valid === true);
    return json({ _shards: shards, valid, ...(explain || allShards ? { explanations } : {}) });
  },
);

function bodyProblem(request: RestRequest, error: OpenSearchError): string {
  const placed = request.place(error);
  if (error.type === 'parsing_exception') return printed(placed);
  return printed(new OpenSearchError('parsing_exception', 'Failed to parse', { causedBy: placed }));
}

/** Only an exception with a cause names the index. */
function shardProblem({ name, uuid }: { name: string; uuid: string }, error: OpenSearchError): string {
  const problem = ofShard(error);
  return problem.causedBy === null ? printed(problem) : `[${name}/${uuid}] ${printed(problem)}`;
}

function ofShard(error: OpenSearchError): OpenSearchError {
  if (error.type === 'query_shard_exception' || error.type === 'parsing_exception') return error;
  const reason = `failed to create query: ${error.reason}`;
  return new OpenSearchError('query_shard_exception', reason, { causedBy: error });
}

/** The original's one-line form of an exception: with its causes, the first of which is repeated in its own form. */
function printed(error: OpenSearchError): string {
  const cause = error.causedBy;
  if (cause === null || isJava(error)) return `${classOf(error)}: ${error.reason}`;
  const parts = chainOf(error).map((one) => `${simpleName(classOf(one))}[${one.reason}]`);
  return `${parts.join('; nested: ')};; ${printed(cause)}`;
}

function chainOf(error: OpenSearchError): OpenSearchError[] {
  return [error, ...(error.causedBy ? chainOf(error.causedBy) : [])];
}

function isJava(error: OpenSearchError): boolean {
  return error.isJavaException || classOf(error) === LUCENE_PARSE_EXCEPTION;
}

const LUCENE_PARSE_EXCEPTION = 'org.apache.lucene.queryparser.classic.ParseException';

/** Two of the original's classes are told as `parse_exception`. */
function classOf(error: OpenSearchError): string {
  if (error.type === 'parse_exception' && /^(?:Cannot parse '|Encountered )/.test(error.reason)) {
    return LUCENE_PARSE_EXCEPTION;
  }
  return javaClassOf(error);
}

function simpleName(full: string): string {
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
