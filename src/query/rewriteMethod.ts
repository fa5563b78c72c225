import type { JsonValue } from '../common/index.ts';
import { rewriteMethod, rewriteMultiTerm } from './bound/multiTerm.ts';
import type { ClauseParts } from './clause.ts';
import { readText } from './reader.ts';

/** Binds a query and applies the method named by `rewrite`. Throws for an unknown method. */
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
