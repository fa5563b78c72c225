import { OpenSearchError } from '../../common/index.ts';
import type { QueryShardContext } from '../types.ts';

const MISSING = "A document doesn't have a value for a field!";

/**
 * Whether a script failed because the document lacks a value. The scripts of explained SQL must not fail, so
 * for them the value counts as null.
 */
export function isMissingValue(context: QueryShardContext, error: unknown): boolean {
  if (context.absentIsNull !== true) return false;
  for (let cause = error; cause instanceof OpenSearchError; cause = cause.causedBy) {
    if (cause.type === 'illegal_state_exception' && cause.reason.startsWith(MISSING)) return true;
  }
  return false;
}
