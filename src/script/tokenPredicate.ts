import type { PredicateCompiler, ScriptToken } from '../analysis/index.ts';
import { illegalArgument } from '../common/index.ts';
import { compileScript } from './compile.ts';
import { PainlessFailure } from './painless/errors.ts';
import type { MemberHolder } from './painless/memberTable.ts';
import { asText, type Value } from './painless/values.ts';

/** Compiles the script of a token filter, which sees the token only. */
export const compileTokenPredicate: PredicateCompiler = (source, lang) => {
  if (lang === 'expression') {
    throw illegalArgument('expression engine does not know how to handle script context [analysis]');
  }
  const script = compileScript({ source, lang, id: null, params: {} }, 'analysis');
  return (token) => script.bind({ token: new TokenMembers(token), now: () => 0 })() === true;
};

class TokenMembers implements MemberHolder {
  readonly className = 'org.opensearch.analysis.common.AnalysisPredicateScript.Token';
  readonly #members: Readonly<Record<string, Value>>;

  constructor(token: ScriptToken) {
    const { term, position, positionIncrement, positionLength, startOffset, endOffset, type, keyword } =
      token;
    this.#members = {
      term,
      position,
      positionIncrement,
      positionLength,
      startOffset,
      endOffset,
      type,
      keyword,
    };
  }

  member(name: string): Value {
    const getter = /^(?:get|is)([A-Z])(\w*)$/.exec(name);
    const key = getter === null ? name : getter[1].toLowerCase() + getter[2];
    if (Object.hasOwn(this.#members, key)) return this.#members[key];
    throw notFound(this.className, name);
  }

  at(index: Value): Value {
    throw notFound(this.className, asText(index));
  }
}

function notFound(className: string, name: string): PainlessFailure {
  return new PainlessFailure('illegal_argument_exception', `field [${className}, ${name}] not found`);
}
