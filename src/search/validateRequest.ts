import { formatTimeMs, OpenSearchError } from '../common/index.ts';
import type { SearchSource } from './source/searchSource.ts';
import type { SearchRequest } from './types.ts';

/** Rejects combinations that the original rejects before it queries any shard. */
export function validateRequest(request: SearchRequest, source: SearchSource, maxKeepAliveMs: number): void {
  const errors: string[] = [];
  if (request.scrollMs !== null) {
    errors.push(...scrollErrors(source));
    if (request.requestCache === true) errors.push('[request_cache] cannot be used in a scroll context');
    checkKeepAlive(request.scrollMs, maxKeepAliveMs);
  } else if (source.slice !== null && source.pit === null)
    errors.push('[slice] can only be used with [scroll] or [point-in-time] requests');
  if (source.pit !== null) {
    if (request.scrollMs !== null) errors.push('using [point in time] is not allowed in a scroll context');
  }
  if (errors.length > 0) {
    const list = errors.map((error, i) => `${i + 1}: ${error};`).join('');
    throw new OpenSearchError('action_request_validation_exception', `Validation Failed: ${list}`);
  }
  if (source.pit !== null && request.indices !== null) {
    throw validation('[indices] cannot be used with point in time');
  }
  if (source.searchAfter !== null && source.from !== null && source.from > 0) {
    throw new OpenSearchError(
      'illegal_argument_exception',
      '`from` parameter must be set to 0 when `search_after` is used.',
    );
  }
  if (source.collapse !== null && source.rescore.length > 0) {
    throw new OpenSearchError(
      'illegal_argument_exception',
      'cannot use `collapse` in conjunction with `rescore`',
    );
  }
  if (source.rescore.length > 0 && source.sort.length > 0) {
    throw new OpenSearchError(
      'illegal_argument_exception',
      'Cannot use [sort] option in conjunction with [rescore].',
    );
  }
}

/** Throws for a keep-alive of a scroll or point in time above `search.max_keep_alive`. */
export function checkKeepAlive(keepAliveMs: number, maxKeepAliveMs: number): void {
  if (keepAliveMs <= maxKeepAliveMs) return;
  throw new OpenSearchError(
    'illegal_argument_exception',
    `Keep alive for request (${formatTimeMs(keepAliveMs)}) is too large. It must be less than (${formatTimeMs(maxKeepAliveMs)}). This limit can be set by changing the [search.max_keep_alive] cluster level setting.`,
  );
}

/** Throws for a search of more shards than `action.search.shard_count.limit`. */
export function checkShardCount(count: number, limit: number): void {
  if (count <= limit) return;
  throw new OpenSearchError(
    'illegal_argument_exception',
    `Trying to query ${count} shards, which is over the limit of ${limit}. This limit exists because querying many shards at the same time can make the job of the coordinating node very CPU and/or memory intensive. It is usually a better idea to have a smaller number of larger shards. Update [action.search.shard_count.limit] to a greater value if you really want to query that many shards at the same time.`,
  );
}

function scrollErrors(source: SearchSource): string[] {
  const errors: string[] = [];
  if (source.trackTotalHitsUpTo !== null && source.trackTotalHitsUpTo === 0) {
    errors.push('disabling [track_total_hits] is not allowed in a scroll context');
  } else if (source.trackTotalHitsUpTo === null) {
    errors.push('disabling [track_total_hits] is not allowed in a scroll context');
  }
  if (source.from !== null && source.from > 0) errors.push('using [from] is not allowed in a scroll context');
  if (source.size === 0) errors.push('[size] cannot be [0] in a scroll context');
  if (source.rescore.length > 0) errors.push('using [rescore] is not allowed in a scroll context');
  if (source.searchAfter !== null) errors.push('`search_after` cannot be used in a scroll context.');
  if (source.collapse !== null) errors.push('cannot use `collapse` in a scroll context');
  return errors;
}

function validation(reason: string): OpenSearchError {
  return new OpenSearchError('action_request_validation_exception', `Validation Failed: 1: ${reason};`);
}
