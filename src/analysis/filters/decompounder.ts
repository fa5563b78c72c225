import { illegalArgument } from '../../common/index.ts';
import type { ComponentParameters } from '../parameters.ts';
import type { TokenFilter } from '../stream.ts';

export function compoundWords(parameters: ComponentParameters): readonly string[] {
  const list = parameters.words('word_list');
  if (list !== null) return list;
  throw illegalArgument(
    `word_list must be provided for [${parameters.name}], either as a path to a file, or directly`,
  );
}

/** `dictionary_decompounder`: emits words of a list that a term contains, at the term's position. */
export function decompounderFilter(parameters: ComponentParameters): TokenFilter {
  const words = new Set(compoundWords(parameters).map((word) => word.toLowerCase()));
  const minWord = parameters.integer('min_word_size', 5);
  const minPart = parameters.integer('min_subword_size', 2);
  const maxPart = parameters.integer('max_subword_size', 15);
  if (minWord < 0) throw illegalArgument('minWordSize cannot be negative');
  if (minPart < 0) throw illegalArgument('minSubwordSize cannot be negative');
  if (maxPart < 0) throw illegalArgument('maxSubwordSize cannot be negative');
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
