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
  readonly #terms = new Set<string>();
  readonly #patterns: ((term: string) => boolean)[] = [];
  readonly #phrases: PhraseTerms[] = [];

  constructor(accepts: (field: string) => boolean) {
    this.#accepts = accepts;
  }

  term(field: string, term: string): void {
    if (this.#accepts(field)) this.#terms.add(term);
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
    const inPhrase = this.#phraseTokens(tokens);
    for (const token of tokens) {
      const { term, startOffset, endOffset } = token;
      const hit = inPhrase.has(token) || this.#terms.has(term) || this.#patterns.some((test) => test(term));
      const last = found[found.length - 1];
      if (hit && (last === undefined || startOffset >= last.end))
        found.push({ start: startOffset, end: endOffset, term });
    }
    return found;
  }

  #phraseTokens(tokens: readonly Token[]): ReadonlySet<Token> {
    const marked = new Set<Token>();
    const byPosition = new Map<number, Token[]>();
    for (const token of tokens) {
      const group = byPosition.get(token.position);
      if (group === undefined) byPosition.set(token.position, [token]);
      else group.push(token);
    }
    for (const phrase of this.#phrases) {
      for (const token of tokens) {
        if (phrase.words[0].includes(token.term)) markPhrase(phrase, token, byPosition, marked);
      }
    }
    return marked;
  }
}

/** Marks the words of a phrase that begins with `first`, each within the slop of its place. */
function markPhrase(
  phrase: PhraseTerms,
  first: Token,
  byPosition: ReadonlyMap<number, readonly Token[]>,
  marked: Set<Token>,
): void {
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
    if (token === undefined) return;
    found.push(token);
  }
  for (const token of found) marked.add(token);
}
