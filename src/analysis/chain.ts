import type { Steps } from '../common/index.ts';
import { charFilters } from './charFilters/index.ts';
import { lower, tokenFilters } from './filters/index.ts';
import type { CharFilter, FilteredText, TokenFilter, Tokenizer, TokenStream } from './stream.ts';
import { keywordTokenizer } from './tokenizers/simple.ts';
import { asciiTerms } from './tokenizers/standard.ts';
import type { Analyzer, TermSink, Token } from './types.ts';

export interface Named<T> {
  readonly name: string;
  readonly component: T;
  /** Its row in the table of components; absent to look it up by name. */
  readonly type?: { readonly normalizing?: boolean };
}

/** The parts of an analyzer in the order in which they process text. */
export interface Chain {
  readonly charFilters: readonly Named<CharFilter>[];
  readonly tokenizer: Named<Tokenizer>;
  readonly filters: readonly Named<TokenFilter>[];
  /** The standard tokenizer's `max_token_length`; `null` for other tokenizers. */
  readonly standardMaxTokenLength: number | null;
}

export const DEFAULT_POSITION_INCREMENT_GAP = 100;

/** An analyzer of the form CharFilter* Tokenizer TokenFilter*. */
export class ChainAnalyzer implements Analyzer {
  readonly name: string;
  readonly positionIncrementGap: number;
  readonly chain: Chain;
  readonly #fast: ((text: string, sink: TermSink) => void) | null;
  /** No part looks beyond a single term, so texts may be split between words. */
  readonly #looksAtTerms: boolean;
  #normalizer: Chain | null = null;

  constructor(name: string, chain: Chain, positionIncrementGap = DEFAULT_POSITION_INCREMENT_GAP) {
    this.name = name;
    this.chain = chain;
    this.positionIncrementGap = positionIncrementGap;
    this.#fast = asciiPath(chain);
    this.#looksAtTerms = this.#fast !== null;
  }

  tokenize(text: string): readonly Token[] {
    return placeTokens(this.stream(text), -1);
  }

  *tokenizeInSteps(text: string): Steps<readonly Token[]> {
    const pieces = this.#looksAtTerms ? piecesOf(text) : [0, text.length];
    if (pieces.length === 2) return this.tokenize(text);
    const tokens: Token[] = [];
    let position = -1;
    for (let i = 0; i + 1 < pieces.length; i++) {
      const stream = this.stream(text.slice(pieces[i], pieces[i + 1]));
      for (const token of placeTokens(stream, position, pieces[i])) tokens.push(token);
      position = stream.tokens.reduce((sum, { positionIncrement }) => sum + positionIncrement, position);
      position += stream.endIncrement;
      yield;
    }
    return tokens;
  }

  normalize(text: string): string {
    this.#normalizer ??= normalizingPart(this.chain);
    return runChain(this.#normalizer, text)
      .tokens.map(({ term }) => term)
      .join('');
  }

  /** Runs the whole chain on one text; offsets refer to the original text. */
  stream(text: string): TokenStream {
    return runChain(this.chain, text);
  }

  collectTerms(text: string, sink: TermSink): void {
    if (this.#fast?.(text, sink)) return;
    const stream = this.stream(text);
    for (const token of stream.tokens) {
      if (token.positionIncrement > 0) sink.length++;
      sink.position += token.positionIncrement;
      sink.terms.push(token.term);
      sink.positions.push(sink.position);
    }
    sink.position += stream.endIncrement;
  }
}

/** Long texts are split into pieces of about this many characters. */
const PIECE = 1 << 14;

/** Split points: before a space between plain letters or digits, where every word tokenizer ends a token. */
function piecesOf(text: string): number[] {
  const cuts = [0];
  const between = /(?<=[A-Za-z0-9]) (?=[A-Za-z0-9])/g;
  for (between.lastIndex = PIECE; between.lastIndex < text.length - PIECE; between.lastIndex += PIECE) {
    const found = between.exec(text);
    if (found === null) break;
    cuts.push(found.index);
  }
  return [...cuts, text.length];
}

/** The parts of a chain that work on single characters. */
function normalizingPart(chain: Chain): Chain {
  return {
    charFilters: chain.charFilters.filter(
      ({ name, type = charFilters.get(name) }) => type?.normalizing === true,
    ),
    tokenizer: { name: 'keyword', component: keywordTokenizer },
    filters: chain.filters.filter(({ name, type = tokenFilters.get(name) }) => type?.normalizing === true),
    standardMaxTokenLength: null,
  };
}

export function filterText(charFilters: readonly Named<CharFilter>[], text: string): FilteredText {
  let current = text;
  const corrections: ((offset: number) => number)[] = [];
  for (const { component } of charFilters) {
    const filtered = component(current);
    current = filtered.text;
    if (filtered.correct !== null) corrections.unshift(filtered.correct);
  }
  if (corrections.length === 0) return { text: current, correct: null };
  return { text: current, correct: (offset) => corrections.reduce((at, correct) => correct(at), offset) };
}

export function tokenizeText(chain: Chain, text: string): TokenStream {
  const filtered = filterText(chain.charFilters, text);
  const tokens = chain.tokenizer.component(filtered.text);
  if (filtered.correct !== null) {
    for (const token of tokens) {
      token.startOffset = filtered.correct(token.startOffset);
      token.endOffset = filtered.correct(token.endOffset);
    }
  }
  return { tokens, endIncrement: 0, endOffset: text.length };
}

/** Applies a filter to a stream, keeping the text's end offset. */
export function filterStream(filter: TokenFilter, stream: TokenStream): TokenStream {
  const { tokens, endIncrement } = filter.apply(stream);
  return { tokens, endIncrement, endOffset: stream.endOffset };
}

/** Runs the whole chain on one text. */
export function runChain(chain: Chain, text: string): TokenStream {
  let stream = tokenizeText(chain, text);
  for (const { component } of chain.filters) stream = filterStream(component, stream);
  return stream;
}

/** Which of the attributes that only some filters set are shown. */
export interface ShownAttributes {
  readonly keyword?: boolean;
  readonly payload?: boolean;
}

/** Converts increments to positions; the first token is placed `positionIncrement` after `position`. */
export function placeTokens(
  stream: TokenStream,
  position: number,
  offset = 0,
  shown: ShownAttributes = {},
): Token[] {
  return stream.tokens.map((token): Token => {
    position += token.positionIncrement;
    const placed = {
      term: token.term,
      position,
      startOffset: token.startOffset + offset,
      endOffset: token.endOffset + offset,
      type: token.type,
      ...(shown.keyword ? { keyword: token.keyword } : {}),
      ...(shown.payload ? { payload: token.payload ?? null } : {}),
    };
    return token.positionLength > 1 ? { ...placed, positionLength: token.positionLength } : placed;
  });
}

/** A fast path for plain ASCII text, if the chain is the standard tokenizer followed by per-term filters. */
function asciiPath(chain: Chain): ((text: string, sink: TermSink) => boolean) | null {
  const maxTokenLength = chain.standardMaxTokenLength;
  if (maxTokenLength === null || chain.charFilters.length > 0) return null;
  const lowercases = chain.filters[0]?.component === lower;
  const steps: ((term: string) => string | null)[] = [];
  for (const { component } of chain.filters.slice(lowercases ? 1 : 0)) {
    if (component.applyToTerm === undefined) return null;
    steps.push(component.applyToTerm);
  }
  return (text, sink) => {
    const { terms, positions } = sink;
    const first = terms.length;
    const count = asciiTerms(text, maxTokenLength, lowercases, terms);
    if (count === -1) {
      terms.length = first;
      return false;
    }
    if (steps.length > 0) {
      keepSteps(sink, first, steps);
      return true;
    }
    for (let i = 0; i < count; i++) positions.push(++sink.position);
    sink.length += count;
    return true;
  };
}

/** Applies per-term filters to the terms from `first` on, closing the gaps of dropped terms. */
function keepSteps(sink: TermSink, first: number, steps: readonly ((term: string) => string | null)[]): void {
  const { terms, positions } = sink;
  let kept = first;
  for (let i = first; i < terms.length; i++) {
    let term: string | null = terms[i];
    for (let step = 0; step < steps.length && term !== null; step++) term = steps[step](term);
    sink.position++;
    if (term === null) continue;
    terms[kept++] = term;
    positions.push(sink.position);
  }
  sink.length += kept - first;
  terms.length = kept;
}
