import { illegalArgument } from '../../common/index.ts';
import type { FilterSource } from '../components.ts';
import type { ComponentParameters } from '../parameters.ts';
import { keepTokens, type TokenFilter, type TokenStream, type WorkToken } from '../stream.ts';
import type { TokenPredicate } from '../types.ts';

/** `predicate_token_filter`: keeps tokens for which a script returns true. */
export function predicateFilter(parameters: ComponentParameters): TokenFilter {
  const test = predicateOf(parameters);
  return {
    apply: (stream) => {
      const holds = positioned(stream.tokens, test);
      return keepTokens(stream, (_token, i) => holds[i]);
    },
  };
}

/**
 * `condition`: applies other filters to tokens for which a script returns true; each run of them is filtered
 * as a separate stream.
 */
export function conditionFilter(parameters: ComponentParameters, source: FilterSource): TokenFilter {
  const test = predicateOf(parameters);
  const names = parameters.list('filter') ?? [];
  if (names.length === 0) {
    throw illegalArgument(`Empty list of filters provided to tokenfilter [${parameters.name}]`);
  }
  const filters = names.map((name) => {
    const filter = source(name);
    if (filter !== null) return filter;
    throw illegalArgument(
      parameters.name.startsWith('__anonymous__')
        ? `failed to find global filter under [${name}]`
        : `ScriptedConditionTokenFilter [${parameters.name}] refers to undefined token filter [${name}]`,
    );
  });
  return { apply: (stream) => throughRuns(stream, positioned(stream.tokens, test), filters) };
}

function throughRuns(
  { tokens, endIncrement }: TokenStream,
  holds: readonly boolean[],
  filters: readonly TokenFilter[],
): TokenStream {
  const out: WorkToken[] = [];
  let skipped = 0;
  for (let i = 0; i < tokens.length; ) {
    let end = i + 1;
    while (end < tokens.length && holds[end] === holds[i]) end++;
    let run: TokenStream = { tokens: tokens.slice(i, end), endIncrement: 0 };
    if (holds[i]) for (const filter of filters) run = filter.apply(run);
    if (run.tokens.length > 0) run.tokens[0].positionIncrement += skipped;
    skipped = run.tokens.length > 0 ? run.endIncrement : skipped + run.endIncrement;
    for (const token of run.tokens) out.push(token);
    i = end;
  }
  return { tokens: out, endIncrement: endIncrement + skipped };
}

function predicateOf(parameters: ComponentParameters): TokenPredicate {
  const script = parameters.script();
  if (script === null || (script.source === undefined && script.id === undefined)) {
    throw illegalArgument('must specify either [source] for an inline script or [id] for a stored script');
  }
  if (script.id !== undefined) {
    throw illegalArgument(`Cannot use stored scripts in tokenfilter [${parameters.name}]`);
  }
  return parameters.predicate(script.source ?? '', script.lang ?? 'painless');
}

function positioned(tokens: readonly WorkToken[], test: TokenPredicate): boolean[] {
  let position = -1;
  return tokens.map((token) => {
    position += token.positionIncrement;
    return test({ ...token, position });
  });
}
