import { type JsonObject, type JsonValue, OpenSearchError } from '../common/index.ts';
import { bindQuery } from './bound/bindQuery.ts';
import { boostQuery } from './bound/boostQuery.ts';
import { amongRoots } from './bound/nestedQuery.ts';
import type { BoundQuery } from './bound/query.ts';
import type { ClauseBuilder, ClauseParts } from './clause.ts';
import { shardError } from './fieldQueries.ts';
import { checkBoost } from './negativeBoost.ts';
import type { Query, QueryShardContext } from './types.ts';

/** An error that the original reports before it binds the query, so it is not wrapped. */
export class RewriteFailure extends Error {
  readonly error: OpenSearchError;
  constructor(error: OpenSearchError) {
    super(error.message);
    this.error = error;
  }
}

export function makeBuilder(parts: ClauseParts): ClauseBuilder {
  checkBoost(parts);
  const toLucene = (context: QueryShardContext): BoundQuery => {
    const query = boostQuery(parts.bind(context), parts.boost);
    if (parts.queryName !== null) context.onNamedQuery?.(parts.queryName, bindQuery(query));
    return query;
  };
  return {
    clause: parts.clause,
    queryName: parts.queryName,
    isUnexplained: parts.isUnexplained,
    toLucene,
    toQuery: (context) => bindToShard(toLucene, context, (error) => bindingError(context, error)),
    bindDirectly: (context) => bindToShard(toLucene, context, unwrapped),
    toJson: () => ({ [parts.clause]: parts.json }) as JsonObject,
  };
}

function bindToShard(
  toLucene: (context: QueryShardContext) => BoundQuery,
  context: QueryShardContext,
  reported: (error: unknown) => unknown,
): Query {
  try {
    const query = toLucene(context);
    return bindQuery(query, () => amongRoots(context, query));
  } catch (error) {
    throw reported(error);
  }
}

function unwrapped(error: unknown): unknown {
  return error instanceof RewriteFailure ? error.error : error;
}

/** Converts an error during binding to the form in which the shard reports it. */
export function bindingError(context: QueryShardContext, error: unknown): unknown {
  if (error instanceof RewriteFailure) return error.error;
  if (!(error instanceof OpenSearchError)) return error;
  if (error.type === 'query_shard_exception' || error.type === 'parsing_exception') return error;
  if (error.family === 'notEmulated' || error.family === 'bug' || error.status === 429) return error;
  return shardError(context, `failed to create query: ${error.reason}`, error);
}

/** A builder for a query that needs no parsing. */
export function fixedBuilder(clause: string, json: JsonValue, bind: ClauseParts['bind']): ClauseBuilder {
  return makeBuilder({ clause, boost: 1, queryName: null, json, bind });
}
