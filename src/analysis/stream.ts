import { illegalArgument, limits } from '../common/index.ts';

/** A token on its way through the chain; filters change it in place. */
export interface WorkToken {
  term: string;
  positionIncrement: number;
  positionLength: number;
  startOffset: number;
  endOffset: number;
  type: string;
  /** Stemmers leave it as it is (keyword_marker). */
  keyword: boolean;
  /** Bytes beside the term (delimited_payload). */
  payload?: Uint8Array | null;
}

/** The tokens of one text, and the position holes that removed tokens left after the last one. */
export interface TokenStream {
  tokens: WorkToken[];
  endIncrement: number;
  /** Where the text ends; absent where a filter runs on its own. */
  readonly endOffset?: number;
}

/** Text after character filters. `correct` maps an offset back into the original text; null: nothing moved. */
export interface FilteredText {
  readonly text: string;
  readonly correct: ((offset: number) => number) | null;
}

/** Characters that count as one more token. */
const LONG_TOKEN = 16;

/** Throws illegal_argument_exception where parts that multiply (grams, shingles) make too much of one text. */
export function checkTokens(count: number, characters = 0): void {
  const { value } = limits.analyzedTokens;
  if (count + characters / LONG_TOKEN > value)
    throw illegalArgument(`a text gives more than the limit of ${value} tokens`);
}

export type CharFilter = (text: string) => FilteredText;
export type Tokenizer = (text: string) => WorkToken[];

export interface TokenFilter {
  /** It reads or sets whether a token is a keyword, which `_analyze` then shows. */
  readonly knowsKeywords?: boolean;
  /** It sets payloads, which `_analyze` then shows. */
  readonly knowsPayloads?: boolean;
  apply(stream: TokenStream): TokenStream;
  /** The same on a lone term, null when it is dropped; absent where a filter needs more than the term. */
  readonly applyToTerm?: (term: string) => string | null;
  /** What it does to the words of synonyms behind it, where that is less. */
  readonly forSynonyms?: TokenFilter;
  /** The filter made anew for the chain before it, whose analysis the filter's own settings go through (synonyms). */
  readonly afterChain?: (analyze: (text: string) => string[]) => TokenFilter;
}

export function workToken(term: string, startOffset: number, endOffset: number, type = 'word'): WorkToken {
  return { term, positionIncrement: 1, positionLength: 1, startOffset, endOffset, type, keyword: false };
}

/** A filter that rewrites each term on its own; stemmers pass `keywords: false` to spare marked tokens. */
export function mapTerms(change: (term: string) => string, options = { keywords: true }): TokenFilter {
  const apply = (stream: TokenStream): TokenStream => {
    for (const token of stream.tokens) {
      if (options.keywords || !token.keyword) token.term = change(token.term);
    }
    return stream;
  };
  return { apply, applyToTerm: change, knowsKeywords: !options.keywords };
}

/** A filter that drops terms; the next token's increment keeps the hole. */
export function keepTerms(keep: (term: string) => boolean): TokenFilter {
  return {
    apply: (stream) => keepTokens(stream, (token) => keep(token.term)),
    applyToTerm: (term) => (keep(term) ? term : null),
  };
}

/** The stream without the tokens that are not kept; the next token's increment keeps the hole. */
export function keepTokens(
  stream: TokenStream,
  keep: (token: WorkToken, index: number) => boolean,
): TokenStream {
  const kept: WorkToken[] = [];
  let skipped = 0;
  stream.tokens.forEach((token, i) => {
    if (!keep(token, i)) {
      skipped += token.positionIncrement;
      return;
    }
    token.positionIncrement += skipped;
    skipped = 0;
    kept.push(token);
  });
  return { tokens: kept, endIncrement: stream.endIncrement + skipped };
}

/** A filter that puts other tokens in the place of each token. */
export function expandTokens(expand: (token: WorkToken) => readonly WorkToken[]): TokenFilter {
  const apply = (stream: TokenStream): TokenStream => {
    const tokens: WorkToken[] = [];
    let skipped = 0;
    for (const token of stream.tokens) {
      const produced = expand(token);
      if (produced.length === 0) {
        skipped += token.positionIncrement;
        continue;
      }
      produced[0].positionIncrement += skipped;
      skipped = 0;
      for (const one of produced) tokens.push(one);
      checkTokens(tokens.length);
    }
    return { tokens, endIncrement: stream.endIncrement + skipped };
  };
  return { apply };
}
