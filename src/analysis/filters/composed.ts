import { illegalArgument } from '../../common/index.ts';
import type { FilterSource } from '../components.ts';
import type { ComponentParameters } from '../parameters.ts';
import type { TokenFilter, TokenStream, WorkToken } from '../stream.ts';

/** `multiplexer`: what each of several chains of filters makes of a token, all at the token's place. */
export function multiplexerFilter(parameters: ComponentParameters, source: FilterSource): TokenFilter {
  const chains = (parameters.list('filters') ?? []).map((chain) =>
    chain
      .split(',')
      .map((name) => name.trim())
      .map((name) => {
        const filter = source(name);
        if (filter === null)
          throw illegalArgument(
            `Multiplexing filter [${parameters.name}] is trying to reference undefined filter [${name}]`,
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

/** `keep_types`: tokens of these types only, or all but these. */
export function keepTypesFilter(parameters: ComponentParameters): TokenFilter {
  const types = parameters.list('types');
  if (types === null || types.length === 0)
    throw illegalArgument('keep_types requires `types` to be configured');
  const mode = (parameters.string('mode') ?? 'include').toLowerCase();
  if (mode !== 'include' && mode !== 'exclude') {
    throw illegalArgument(
      `\`keep_types\` tokenfilter mode can only be [include] or [exclude] but was [${mode}].`,
    );
  }
  const listed = new Set(types);
  return {
    apply: ({ tokens, endIncrement }) => {
      const kept: WorkToken[] = [];
      let skipped = 0;
      for (const token of tokens) {
        if (listed.has(token.type) !== (mode === 'include')) {
          skipped += token.positionIncrement;
          continue;
        }
        token.positionIncrement += skipped;
        skipped = 0;
        kept.push(token);
      }
      return { tokens: kept, endIncrement: endIncrement + skipped };
    },
  };
}

/** `dictionary_decompounder`: the words of a list that a term contains, at the term's place. */
export function decompounderFilter(parameters: ComponentParameters): TokenFilter {
  const list = parameters.list('word_list');
  if (list === null)
    throw illegalArgument(
      'word_list must be provided for [dictionary_decompounder], either as a path to a file, or directly',
    );
  const words = new Set(list.map((word) => word.toLowerCase()));
  const minWord = parameters.integer('min_word_size', 5);
  const minPart = parameters.integer('min_subword_size', 2);
  const maxPart = parameters.integer('max_subword_size', 15);
  const longestOnly = parameters.boolean('only_longest_match', false);
  const parts = (term: string): string[] => {
    const found: string[] = [];
    for (let at = 0; at <= term.length - minPart; at++) {
      const here: string[] = [];
      for (let size = minPart; size <= maxPart && at + size <= term.length; size++) {
        const part = term.slice(at, at + size);
        if (words.has(part.toLowerCase())) here.push(part);
      }
      found.push(...(longestOnly ? here.slice(-1) : here));
    }
    return found;
  };
  return {
    apply: ({ tokens, endIncrement }) => ({
      tokens: tokens.flatMap((token) => [
        token,
        ...(token.term.length < minWord ? [] : parts(token.term)).map((term) => ({
          ...token,
          term,
          positionIncrement: 0,
        })),
      ]),
      endIncrement,
    }),
  };
}
