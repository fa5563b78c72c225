import { illegalArgument } from '../../common/index.ts';
import { lowercase } from '../lowercase.ts';
import type { ComponentParameters } from '../parameters.ts';
import { keepTerms, mapTerms, type TokenFilter, type TokenStream, workToken } from '../stream.ts';

/** Removes repeated terms; positions close up, as in the original. */
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

/** `İstanbul'da` → `İstanbul`: Turkish suffixes follow an apostrophe. */
export const apostrophe = mapTerms((term) => term.replace(/['’].*$/s, ''));

/**
 * `classic`: removes `'s` and dots from tokens that the classic tokenizer marks as possessives and acronyms.
 */
export const classicFilter: TokenFilter = {
  apply: (stream) => {
    for (const token of stream.tokens) {
      if (token.type === '<APOSTROPHE>') token.term = token.term.replace(/'[sS]$/, '');
      else if (token.type === '<ACRONYM>') token.term = token.term.replaceAll('.', '');
    }
    return stream;
  },
};

/** A filter that does not change a text's last token. */
export function keepingLast(filter: TokenFilter): TokenFilter {
  return {
    apply: ({ tokens, endIncrement }) => {
      const last = tokens.slice(-1);
      const { tokens: kept, endIncrement: hole } = filter.apply({
        tokens: tokens.slice(0, -1),
        endIncrement: 0,
      });
      for (const token of last) token.positionIncrement += hole;
      return { tokens: [...kept, ...last], endIncrement };
    },
  };
}

export function stopFilter(words: readonly string[], ignoreCase: boolean): TokenFilter {
  const set = new Set(ignoreCase ? words.map(lowercase) : words);
  return keepTerms((term) => !set.has(ignoreCase ? lowercase(term) : term));
}

/** `l'avion` → `avion`, for French, Italian, Catalan and Irish articles. */
export function elide(articles: ReadonlySet<string>, ignoreCase: boolean): (term: string) => string {
  return (term) => {
    const at = term.search(/['’]/);
    if (at < 0) return term;
    const prefix = ignoreCase ? lowercase(term.slice(0, at)) : term.slice(0, at);
    return articles.has(prefix) ? term.slice(at + 1) : term;
  };
}

/** Joins the sorted, distinct terms into one token. */
export function fingerprintFilter(parameters: ComponentParameters): TokenFilter {
  const separator = parameters.string('separator') ?? ' ';
  if (separator.length !== 1) {
    throw illegalArgument(
      `Setting [separator] must be a single, non-null character. [${separator}] was provided.`,
    );
  }
  const maxOutputSize = parameters.integer('max_output_size', 255);
  const apply = (stream: TokenStream): TokenStream => {
    if (stream.tokens.length === 0) return stream;
    const term = [...new Set(stream.tokens.map((token) => token.term))].sort().join(separator);
    const end = stream.endOffset ?? stream.tokens[stream.tokens.length - 1].endOffset;
    const tokens = term.length > maxOutputSize ? [] : [workToken(term, 0, end, 'fingerprint')];
    return { tokens, endIncrement: 0 };
  };
  return { apply };
}

/** Emits each token twice: once marked as a keyword, once not. */
export const keywordRepeat: TokenFilter = {
  knowsKeywords: true,
  apply: ({ tokens, endIncrement }) => ({
    tokens: tokens.flatMap((token) => [
      { ...token, keyword: true },
      { ...token, keyword: false, positionIncrement: 0 },
    ]),
    endIncrement,
  }),
};

export function limitFilter(parameters: ComponentParameters): TokenFilter {
  const maxTokenCount = parameters.integer('max_token_count', 1);
  if (maxTokenCount < 1) throw illegalArgument('maxTokenCount must be greater than zero');
  return { apply: ({ tokens }) => ({ tokens: tokens.slice(0, maxTokenCount), endIncrement: 0 }) };
}
