import { OpenSearchError } from '../common/index.ts';
import type { SearchSource } from './source/searchSource.ts';
import type { SearchRequest } from './types.ts';

/** Combinations that the original refuses before it asks a shard. */
export function validateRequest(request: SearchRequest, source: SearchSource): void {
  const errors: string[] = [];
  if (request.scrollMs !== null) errors.push(...scrollErrors(source));
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
  if (source.rescore.length > 0 && source.sort.length > 0) {
    throw new OpenSearchError(
      'illegal_argument_exception',
      'Cannot use [sort] option in conjunction with [rescore].',
    );
  }
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
