import { illegalArgument } from '../../common/index.ts';
import type { FilterSource } from '../components.ts';
import type { ComponentParameters } from '../parameters.ts';
import type { TokenFilter, TokenStream, WorkToken } from '../stream.ts';

/** `multiplexer`: emits the results of several filter chains for each token, at the token's position. */
export function multiplexerFilter(parameters: ComponentParameters, source: FilterSource): TokenFilter {
  const chains = (parameters.list('filters') ?? []).map((chain) =>
    chain
      .split(',')
      .map((name) => name.trim())
      .filter((name) => name !== '')
      .map((name) => {
        const filter = source(name);
        if (filter === null)
          throw illegalArgument(
            parameters.name.startsWith('__anonymous__')
              ? `failed to find global filter under [${name}]`
              : `Multiplexing filter [${parameters.name}] is trying to reference undefined filter [${name}]`,
          );
        return filter;
      }),
  );
  const preserve = parameters.boolean('preserve_original', true);
  return {
    apply: ({ tokens, endIncrement }) => {
      const out: WorkToken[] = [];
      for (const token of tokens) {
        const made = chains.flatMap((chain) => throughChain(token, chain));
        const all = preserve ? [{ ...token }, ...made] : made;
        const seen = new Set<string>();
        for (const one of all) {
          if (seen.has(one.term)) continue;
          one.positionIncrement = seen.size === 0 ? token.positionIncrement : 0;
          seen.add(one.term);
          out.push(one);
        }
      }
      return { tokens: out, endIncrement };
    },
  };
}

function throughChain(token: WorkToken, chain: readonly TokenFilter[]): WorkToken[] {
  let stream: TokenStream = { tokens: [{ ...token, positionIncrement: 1 }], endIncrement: 0 };
  for (const filter of chain) stream = filter.apply(stream);
  return stream.tokens;
}
