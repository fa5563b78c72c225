import { OpenSearchError } from '../common/index.ts';
import type { QueryShardContext } from './types.ts';

/** Throws if `search.allow_expensive_queries` is off; `what`: `[prefix] queries`. */
export function checkExpensive(context: QueryShardContext, what: string, advice = ''): void {
  if (context.allowExpensiveQueries !== false) return;
  throw new OpenSearchError(
    'exception',
    `${what} cannot be executed when 'search.allow_expensive_queries' is set to false.${advice}`,
  );
}
