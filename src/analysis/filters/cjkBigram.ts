import type { ComponentParameters } from '../parameters.ts';
import type { TokenFilter, WorkToken } from '../stream.ts';

const SCRIPTS: Readonly<Record<string, string>> = {
  han: '<IDEOGRAPHIC>',
  hiragana: '<HIRAGANA>',
  katakana: '<KATAKANA>',
  hangul: '<HANGUL>',
};

/**
 * `cjk_bigram`: pairs adjacent characters of Chinese, Japanese and Korean text; isolated ones stay single.
 */
export function cjkBigramFilter(parameters: ComponentParameters): TokenFilter {
  const ignored = new Set(parameters.list('ignored_scripts') ?? []);
  const types = new Set(
    Object.keys(SCRIPTS)
      .filter((script) => !ignored.has(script))
      .map((script) => SCRIPTS[script]),
  );
  const unigrams = parameters.boolean('output_unigrams', false);
  return {
    apply: ({ tokens, endIncrement }) => {
      const out: WorkToken[] = [];
      for (let i = 0; i < tokens.length; ) {
        if (!types.has(tokens[i].type)) {
          out.push(tokens[i++]);
          continue;
        }
        let end = i + 1;
        while (end < tokens.length && types.has(tokens[end].type) && touches(tokens[end - 1], tokens[end]))
          end++;
        for (const pair of pairs(tokens.slice(i, end).flatMap(charactersOf), unigrams)) out.push(pair);
        i = end;
      }
      return { tokens: out, endIncrement };
    },
  };
}

function touches(a: WorkToken, b: WorkToken): boolean {
  return a.endOffset === b.startOffset;
}

/** Splits tokens of several characters (Katakana, Hangul) into one token per character. */
function charactersOf(token: WorkToken): WorkToken[] {
  const chars = [...token.term];
  if (chars.length === 1) return [token];
  let at = token.startOffset;
  return chars.map((term, i) => {
    const startOffset = at;
    at += term.length;
    return {
      ...token,
      term,
      startOffset,
      endOffset: at,
      positionIncrement: i === 0 ? token.positionIncrement : 1,
    };
  });
}

function pairs(chars: readonly WorkToken[], unigrams: boolean): WorkToken[] {
  if (chars.length === 1) return [{ ...chars[0], type: '<SINGLE>' }];
  const out: WorkToken[] = [];
  chars.forEach((token, i) => {
    const next = chars[i + 1];
    if (unigrams) out.push({ ...token, type: '<SINGLE>' });
    if (next === undefined) return;
    const gram = { ...token, term: token.term + next.term, endOffset: next.endOffset, type: '<DOUBLE>' };
    out.push(unigrams ? { ...gram, positionIncrement: 0, positionLength: 2 } : gram);
  });
  return out;
}
