import type { Token } from '../../analysis/index.ts';
import type { TermVisitor } from '../../query/index.ts';
import type { Match } from './passages.ts';

interface PhraseTerms {
  readonly words: readonly (readonly string[])[];
  readonly offsets: readonly number[];
  readonly slop: number;
}

/** What a query looks for in one field (or in any, when fields need not match). */
export class FieldTerms implements TermVisitor {
  readonly #accepts: (field: string) => boolean;
  /** Each with its place among them. */
  readonly #terms = new Map<string, number>();
  readonly #patterns: ((term: string) => boolean)[] = [];
  readonly #phrases: PhraseTerms[] = [];

  constructor(accepts: (field: string) => boolean) {
    this.#accepts = accepts;
  }

  term(field: string, term: string): void {
    if (this.#accepts(field) && !this.#terms.has(term)) this.#terms.set(term, this.#terms.size);
  }

  pattern(field: string, test: (term: string) => boolean): void {
    if (this.#accepts(field)) this.#patterns.push(test);
  }

  phrase(field: string, words: PhraseTerms['words'], offsets: readonly number[], slop: number): void {
    if (this.#accepts(field)) this.#phrases.push({ words, offsets, slop });
  }

  get empty(): boolean {
    return this.#terms.size + this.#patterns.length + this.#phrases.length === 0;
  }

  /** The tokens that a query hit, in order, without overlaps. */
  matches(tokens: readonly Token[]): Match[] {
    const found: Match[] = [];
    const phraseOf = this.#phraseTokens(tokens);
    for (const token of tokens) {
      const { term, startOffset, endOffset, position } = token;
      const phrase = phraseOf.get(token) ?? null;
      const hit = phrase !== null || this.#terms.has(term) || this.#patterns.some((test) => test(term));
      const last = found[found.length - 1];
      if (!hit || (last !== undefined && startOffset < last.end)) continue;
      const tag = this.#terms.get(term) ?? 0;
      found.push({ start: startOffset, end: endOffset, term, position, phrase, tag });
    }
    return found;
  }

  /** The tokens of phrases, each with the number of its phrase. */
  #phraseTokens(tokens: readonly Token[]): ReadonlyMap<Token, number> {
    const marked = new Map<Token, number>();
    if (this.#phrases.length === 0) return marked;
    const byPosition = new Map<number, Token[]>();
    for (const token of tokens) {
      const group = byPosition.get(token.position);
      if (group === undefined) byPosition.set(token.position, [token]);
      else group.push(token);
    }
    let number = 0;
    for (const phrase of this.#phrases) {
      for (const token of tokens) {
        if (!phrase.words[0].includes(token.term)) continue;
        for (const word of phraseFrom(phrase, token, byPosition)) {
          if (!marked.has(word)) marked.set(word, number);
        }
        number++;
      }
    }
    return marked;
  }
}

/** The words of a phrase that begins with `first`, each within the slop of its place; empty: it is none. */
function phraseFrom(
  phrase: PhraseTerms,
  first: Token,
  byPosition: ReadonlyMap<number, readonly Token[]>,
): readonly Token[] {
  const { words, offsets, slop } = phrase;
  const found: Token[] = [first];
  for (let w = 1; w < words.length; w++) {
    const place = first.position + offsets[w] - offsets[0];
    let token: Token | undefined;
    for (let distance = 0; distance <= slop && token === undefined; distance++) {
      for (const at of [place + distance, place - distance]) {
        token ??= byPosition.get(at)?.find((candidate) => words[w].includes(candidate.term));
      }
    }
    if (token === undefined) return [];
    found.push(token);
  }
  return found;
}
