import { lowercase } from '../lowercase.ts';
import { keepTerms, mapTerms, type TokenFilter, type TokenStream, workToken } from '../stream.ts';

/** Removes later tokens with a term that was seen; their positions close up, as in the original. */
export function uniqueFilter(onlyOnSamePosition: boolean): TokenFilter {
  const apply = (stream: TokenStream): TokenStream => {
    const seen = new Set<string>();
    const tokens = stream.tokens.filter((token) => {
      if (onlyOnSamePosition && token.positionIncrement > 0) seen.clear();
      if (seen.has(token.term)) return false;
      seen.add(token.term);
      return true;
    });
    return { tokens, endIncrement: stream.endIncrement };
  };
  return { apply };
}

/** `İstanbul'da` → `İstanbul`: Turkish endings stand behind an apostrophe. */
export const apostrophe = mapTerms((term) => term.replace(/['’].*$/s, ''));

export function stopFilter(words: readonly string[], ignoreCase: boolean): TokenFilter {
  const set = new Set(ignoreCase ? words.map(lowercase) : words);
  return keepTerms((term) => !set.has(ignoreCase ? lowercase(term) : term));
}

/** `l'avion` → `avion`, for the articles of French, Italian, Catalan and Irish. */
export function elide(articles: ReadonlySet<string>, ignoreCase: boolean): (term: string) => string {
  return (term) => {
    const at = term.search(/['’]/);
    if (at < 0) return term;
    const prefix = ignoreCase ? lowercase(term.slice(0, at)) : term.slice(0, at);
    return articles.has(prefix) ? term.slice(at + 1) : term;
  };
}

/** Sorted, distinct terms as one token. */
export function fingerprintFilter(separator: string, maxOutputSize: number): TokenFilter {
  const apply = (stream: TokenStream): TokenStream => {
    if (stream.tokens.length === 0) return stream;
    const term = [...new Set(stream.tokens.map((token) => token.term))].sort().join(separator);
    const end = stream.tokens[stream.tokens.length - 1].endOffset;
    const tokens = term.length > maxOutputSize ? [] : [workToken(term, 0, end, 'fingerprint')];
    return { tokens, endIncrement: 0 };
  };
  return { apply };
}

/** Each token twice: once kept from stemmers, once free. */
export const keywordRepeat: TokenFilter = {
  apply: ({ tokens, endIncrement }) => ({
    tokens: tokens.flatMap((token) => [
      { ...token, keyword: true },
      { ...token, keyword: false, positionIncrement: 0 },
    ]),
    endIncrement,
  }),
};

export function limitFilter(maxTokenCount: number): TokenFilter {
  return { apply: ({ tokens }) => ({ tokens: tokens.slice(0, maxTokenCount), endIncrement: 0 }) };
}
