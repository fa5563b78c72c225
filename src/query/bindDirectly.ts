import { OpenSearchError } from '../common/index.ts';
import type { Query, QueryBuilder, QueryShardContext } from './types.ts';

/**
 * Binds a query that is part of something else: a filter of an aggregation, of a sort. The original wraps the
 * errors of a search's own query only.
 */
export function bindDirectly(builder: QueryBuilder, context: QueryShardContext): Query {
  try {
    return builder.toQuery(context);
  } catch (error) {
    throw unwrapped(error);
  }
}

function unwrapped(error: unknown): unknown {
  if (!(error instanceof OpenSearchError) || error.causedBy === null) return error;
  return error.reason.startsWith('failed to create query: ') ? error.causedBy : error;
}
