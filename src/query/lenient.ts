import { OpenSearchError } from '../common/index.ts';
import { noneQuery } from './bound/constantQuery.ts';
import type { BoundQuery } from './bound/query.ts';
import { RewriteFailure } from './builder.ts';

/** Binds a query; if it is `lenient`, values that do not fit the field match nothing. */
export function leniently<T extends BoundQuery | null>(
  field: string,
  lenient: boolean,
  bind: () => T,
): T | BoundQuery {
  try {
    return bind();
  } catch (thrown) {
    const error = thrown instanceof RewriteFailure ? thrown.error : thrown;
    if (!lenient || !(error instanceof OpenSearchError)) throw error;
    if (error.status >= 500 && error.type !== 'illegal_state_exception') throw error;
    return noneQuery(`failed [${field}] query, caused by ${error.type}:[${error.message}]`);
  }
}
