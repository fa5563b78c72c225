import { illegalArgument, type JsonValue } from '../common/index.ts';
import type { ClauseParts } from './clause.ts';
import { readText } from './reader.ts';

const PLAIN: ReadonlySet<string> = new Set(['constant_score', 'scoring_boolean', 'constant_score_boolean']);
const SIZED = /^(?:top_terms_|top_terms_boost_|top_terms_blended_freqs_)\d+$/;

/** Binds only with a `rewrite` that the original knows; which one it is changes nothing that can be seen here. */
export function withRewriteMethod(
  given: JsonValue | undefined,
  bind: ClauseParts['bind'],
): ClauseParts['bind'] {
  if (given === undefined || given === null) return bind;
  const method = readText(given);
  if (PLAIN.has(method) || SIZED.test(method)) return bind;
  return () => {
    throw illegalArgument(`Failed to parse rewrite_method [${method}]`);
  };
}
