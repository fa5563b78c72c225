import { illegalArgument } from '../../common/index.ts';
import { lowercase } from '../lowercase.ts';
import type { ComponentParameters } from '../parameters.ts';
import type { TokenFilter, WorkToken } from '../stream.ts';

/**
 * `common_grams`: `the_fox` beside `the` and `fox`, for pairs with a common word. In `query_mode` the words that a
 * pair covers go.
 */
export function commonGramsFilter(parameters: ComponentParameters, defaults: readonly string[]): TokenFilter {
  const given = parameters.list('common_words');
  if (given === null && defaults.length === 0) {
    throw illegalArgument(
      'missing or empty [common_words] or [common_words_path] configuration for common_grams token filter',
    );
  }
  const ignoreCase = parameters.boolean('ignore_case', false);
  const words = new Set((given ?? defaults).map((word) => (ignoreCase ? lowercase(word) : word)));
  const isCommon = (token: WorkToken): boolean => words.has(ignoreCase ? lowercase(token.term) : token.term);
  const queryMode = parameters.boolean('query_mode', false);
  return {
    apply: ({ tokens, endIncrement }) => {
      const out: WorkToken[] = [];
      let gramBefore = false;
      tokens.forEach((token, i) => {
        const next = tokens[i + 1];
        const gram =
          next !== undefined && next.positionIncrement === 1 && (isCommon(token) || isCommon(next));
        if (!queryMode || !(gram || gramBefore)) out.push(token);
        if (gram) out.push(pair(token, next, queryMode));
        gramBefore = gram;
      });
      return { tokens: out, endIncrement };
    },
  };
}

function pair(first: WorkToken, second: WorkToken, alone: boolean): WorkToken {
  return {
    ...first,
    term: `${first.term}_${second.term}`,
    type: 'gram',
    endOffset: second.endOffset,
    positionIncrement: alone ? first.positionIncrement : 0,
    positionLength: alone ? 1 : 2,
  };
}
