import { illegalArgument } from '../../common/index.ts';
import { lowercase } from '../lowercase.ts';
import type { ComponentParameters } from '../parameters.ts';
import { stopWordsNamed } from '../stopWords/index.ts';
import type { TokenFilter, WorkToken } from '../stream.ts';

/**
 * `common_grams`: emits `the_fox` beside `the` and `fox`, for pairs with a common word. In `query_mode` the
 * words covered by a pair are dropped.
 */
export function commonGramsFilter(parameters: ComponentParameters): TokenFilter {
  const given = parameters.words('common_words');
  if (given === null) {
    throw illegalArgument(
      'missing or empty [common_words] or [common_words_path] configuration for common_grams token filter',
    );
  }
  const named = given.flatMap((word) => stopWordsNamed(word) ?? [word]);
  const ignoreCase = parameters.boolean('ignore_case', false);
  const words = new Set(named.map((word) => (ignoreCase ? lowercase(word) : word)));
  const isCommon = (token: WorkToken): boolean => words.has(ignoreCase ? lowercase(token.term) : token.term);
  const queryMode = parameters.boolean('query_mode', false);
  return {
    apply: ({ tokens, endIncrement }) => {
      const out: WorkToken[] = [];
      tokens.forEach((token, i) => {
        const next = tokens[i + 1];
        out.push(token);
        if (next === undefined || next.positionIncrement !== 1) return;
        if (isCommon(token) || isCommon(next)) out.push(pair(token, next));
      });
      return { tokens: queryMode ? withoutCovered(out) : out, endIncrement };
    },
  };
}

const GRAM = 'gram';

/** The pairs, and the words that start no pair; the last word is dropped if a pair precedes it. */
function withoutCovered(tokens: readonly WorkToken[]): WorkToken[] {
  const last = tokens.length - 1;
  const out = tokens.filter((_token, i) => i < last && tokens[i + 1].type !== GRAM);
  if (last >= 0 && out[out.length - 1]?.type !== GRAM) out.push(tokens[last]);
  return out.map((token) =>
    token.type === GRAM ? { ...token, positionIncrement: 1, positionLength: 1 } : token,
  );
}

function pair(first: WorkToken, second: WorkToken): WorkToken {
  return {
    ...first,
    term: `${first.term}_${second.term}`,
    type: GRAM,
    endOffset: second.endOffset,
    positionIncrement: 0,
    positionLength: 2,
  };
}
