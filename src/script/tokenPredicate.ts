import type { PredicateCompiler, ScriptToken } from '../analysis/index.ts';
import { illegalArgument } from '../common/index.ts';
import { compileScript } from './compile.ts';
import { Getters } from './getters.ts';

/** Compiles the script of a token filter, whose only variable is the token. */
export const compileTokenPredicate: PredicateCompiler = (source, lang) => {
  if (lang === 'expression') {
    throw illegalArgument('expression engine does not know how to handle script context [analysis]');
  }
  const script = compileScript({ source, lang, id: null, params: {} }, 'analysis');
  return (token) => script.bind({ token: tokenMembers(token), now: () => 0 })() === true;
};

function tokenMembers(token: ScriptToken): Getters {
  return new Getters('org.opensearch.analysis.common.AnalysisPredicateScript.Token', { ...token });
}
