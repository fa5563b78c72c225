import { illegalArgument, limits } from '../common/index.ts';

/** A token inside the chain; filters modify it in place. */
export interface WorkToken {
  term: string;
  positionIncrement: number;
  positionLength: number;
  startOffset: number;
  endOffset: number;
  type: string;
  /** Stemmers must leave it unchanged (keyword_marker). */
  keyword: boolean;
  /** Bytes attached to the term (delimited_payload). */
  payload?: Uint8Array | null;
}

/** The tokens of one text, and the position gap left by tokens removed at the end. */
export interface TokenStream {
  tokens: WorkToken[];
  endIncrement: number;
  /** The end of the text; absent when a filter runs on its own. */
  readonly endOffset?: number;
}

/**
 * Text after character filters. `correct` maps an offset back to the original text; `null` if offsets are
 * unchanged.
 */
export interface FilteredText {
  readonly text: string;
  readonly correct: ((offset: number) => number) | null;
}

/** Every this many characters of a token count as one more token. */
const LONG_TOKEN = 16;

/**
 * Throws illegal_argument_exception if components that multiply tokens (n-grams, shingles) produce too many
 * from one text.
 */
export function checkTokens(count: number, characters = 0): void {
  const { value } = limits.analyzedTokens;
  if (count + characters / LONG_TOKEN > value)
    throw illegalArgument(`the text produces more than the limit of ${value} tokens`);
}

export type CharFilter = (text: string) => FilteredText;
export type Tokenizer = (text: string) => WorkToken[];

export interface TokenFilter {
  /** Reads or sets the keyword attribute, which `_analyze` then shows. */
  readonly knowsKeywords?: boolean;
  /** Sets payloads, which `_analyze` then shows. */
  readonly knowsPayloads?: boolean;
  apply(stream: TokenStream): TokenStream;
  /** The filter for a single term, `null` to drop it; absent if the filter needs more than the term. */
  readonly applyToTerm?: (term: string) => string | null;
  /** The reduced form applied to synonym rules after it. */
  readonly forSynonyms?: TokenFilter;
  /** Binds the filter to the chain before it, which analyses the filter's own settings (synonyms). */
  readonly afterChain?: (analyze: (text: string) => string[]) => TokenFilter;
}

export function workToken(term: string, startOffset: number, endOffset: number, type = 'word'): WorkToken {
  return { term, positionIncrement: 1, positionLength: 1, startOffset, endOffset, type, keyword: false };
}

/** A filter that rewrites each term independently; stemmers pass `keywords: false` to skip marked tokens. */
export function mapTerms(change: (term: string) => string, options = { keywords: true }): TokenFilter {
  const apply = (stream: TokenStream): TokenStream => {
    for (const token of stream.tokens) {
      if (options.keywords || !token.keyword) token.term = change(token.term);
    }
    return stream;
  };
  return { apply, applyToTerm: change, knowsKeywords: !options.keywords };
}

/** A filter that drops terms; the next token's increment keeps the gap. */
export function keepTerms(keep: (term: string) => boolean): TokenFilter {
  return {
    apply: (stream) => keepTokens(stream, (token) => keep(token.term)),
    applyToTerm: (term) => (keep(term) ? term : null),
  };
}

/** Drops tokens from a stream; the next token's increment keeps the gap. */
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

/** A filter that replaces each token with others. */
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
