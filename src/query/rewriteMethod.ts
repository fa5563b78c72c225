import type { JsonValue } from '../common/index.ts';
import { rewriteMethod, rewriteMultiTerm } from './bound/multiTerm.ts';
import type { ClauseParts } from './clause.ts';
import { readText } from './reader.ts';

/** Binds, and runs what is bound in the way that `rewrite` names. Throws for a way that the original does not know. */
export function withRewriteMethod(
  given: JsonValue | undefined,
  bind: ClauseParts['bind'],
  otherwise = 'constant_score',
): ClauseParts['bind'] {
  const name = given === undefined || given === null ? otherwise : readText(given);
  return (context) => {
    const method = rewriteMethod(name);
    return rewriteMultiTerm(context, bind(context), method);
  };
}
