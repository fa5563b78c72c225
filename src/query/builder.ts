import {
  illegalArgument,
  isJsonObject,
  type JsonObject,
  type JsonValue,
  OpenSearchError,
  prettyJson,
} from '../common/index.ts';
import type { ClauseBuilder, ClauseParts } from './clause.ts';
import { shardError } from './fieldQueries.ts';
import { amongRoots } from './lucene/nestedQuery.ts';
import { bindQuery, boostQuery, type LuceneQuery } from './lucene/query.ts';
import { printedQuery } from './printedQuery.ts';
import type { Query, QueryShardContext } from './types.ts';

/** An error that the original meets before it binds the query: it is not wrapped. */
export class RewriteFailure extends Error {
  readonly error: OpenSearchError;
  constructor(error: OpenSearchError) {
    super(error.message);
    this.error = error;
  }
}

export function makeBuilder(parts: ClauseParts): ClauseBuilder {
  checkBoost(parts);
  const toLucene = (context: QueryShardContext): LuceneQuery => {
    const query = boostQuery(parts.bind(context), parts.boost);
    if (parts.queryName !== null) context.onNamedQuery?.(parts.queryName, bindQuery(query));
    return query;
  };
  return {
    clause: parts.clause,
    queryName: parts.queryName,
    toLucene,
    toQuery: (context) => bindToShard(toLucene, context),
    toJson: () => ({ [parts.clause]: parts.json }) as JsonObject,
  };
}

/** Throws illegal_argument, which prints the clause as it was before its boost. */
function checkBoost({ clause, boost, json }: ClauseParts): void {
  if (!(boost < 0)) return;
  const printed = prettyJson(printedQuery({ [clause]: withoutBoost(json) })).replace(
    /("boost" : \d+)(?=,?$)/gm,
    '$1.0',
  );
  throw illegalArgument(
    `negative [boost] are not allowed in [${printed}], use a value between 0 and 1 to deboost`,
  );
}

function withoutBoost(json: JsonValue): JsonValue {
  if (!isJsonObject(json)) return json;
  const kept = Object.entries(json).filter(([key]) => key !== 'boost');
  return Object.fromEntries(
    kept.map(([key, value]) => [key, isJsonObject(value) && key !== 'filter' ? withoutBoost(value) : value]),
  );
}

/** Errors of binding name the index: `failed to create query: …`. */
function bindToShard(
  toLucene: (context: QueryShardContext) => LuceneQuery,
  context: QueryShardContext,
): Query {
  try {
    const query = toLucene(context);
    return bindQuery(query, () => amongRoots(context, query));
  } catch (error) {
    if (error instanceof RewriteFailure) throw error.error;
    if (!(error instanceof OpenSearchError)) throw error;
    if (error.type === 'query_shard_exception' || error.type === 'parsing_exception') throw error;
    if (error.family === 'notEmulated' || error.family === 'bug' || error.status === 429) throw error;
    throw shardError(context, `failed to create query: ${error.reason}`, error);
  }
}

/** A builder for a query that needs no parsing. */
export function fixedBuilder(clause: string, json: JsonValue, bind: ClauseParts['bind']): ClauseBuilder {
  return makeBuilder({ clause, boost: 1, queryName: null, json, bind });
}
