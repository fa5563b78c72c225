import type { TermDictionary } from '../../segment/index.ts';
import { compareTerms, EXCLUDED, type KeyFilter } from './keys.ts';

/** Numbers terms in order of arrival, for the whole shard; rejected terms get no number. */
export class StringIds {
  readonly #filter: KeyFilter | null;
  readonly #terms: string[] = [];
  readonly #ids = new Map<string, number>();

  constructor(filter: KeyFilter | null) {
    this.#filter = filter;
  }

  get size(): number {
    return this.#terms.length;
  }

  term(id: number): string {
    return this.#terms[id];
  }

  /** The term's number, or EXCLUDED. */
  idOf(term: string): number {
    const known = this.#ids.get(term);
    if (known !== undefined) return known;
    if (this.#filter && !this.#filter(term)) return EXCLUDED;
    const id = this.#terms.length;
    this.#terms.push(term);
    this.#ids.set(term, id);
    return id;
  }
}

const UNSEEN = -1;

/**
 * Ids of terms over the segments of a shard. While terms come from a single segment, they are stored as its
 * ordinals, and no text is read before it is printed. With a second segment they become text.
 */
export class TermIds {
  readonly #texts: StringIds;
  readonly #filter: KeyFilter | null;
  #dictionary: TermDictionary | null = null;
  /** Ordinal of each id in that single dictionary. */
  #ords: number[] = [];
  #idOfOrd: Int32Array = new Int32Array(0);

  constructor(filter: KeyFilter | null) {
    this.#filter = filter;
    this.#texts = new StringIds(filter);
  }

  get size(): number {
    return this.#dictionary ? this.#ords.length : this.#texts.size;
  }

  term(id: number): string {
    return this.#dictionary ? this.#dictionary.term(this.#ords[id]) : this.#texts.term(id);
  }

  compare(a: number, b: number): number {
    if (this.#dictionary) return this.#ords[a] - this.#ords[b];
    return compareTerms(this.#texts.term(a), this.#texts.term(b));
  }

  /** The term's id, or EXCLUDED. */
  idOf(ord: number, dictionary: TermDictionary): number {
    if (this.#dictionary !== dictionary && !this.#adopt(dictionary))
      return this.#texts.idOf(dictionary.term(ord));
    const known = this.#idOfOrd[ord];
    if (known !== UNSEEN) return known;
    this.#idOfOrd[ord] = this.#ords.length;
    return this.#ords.push(ord) - 1;
  }

  /** The id of a term that may be in no dictionary. */
  idOfText(text: string): number {
    this.#leave();
    return this.#texts.idOf(text);
  }

  /** Adopts the dictionary as the single one, if nothing has been seen yet and no term is filtered. */
  #adopt(dictionary: TermDictionary): boolean {
    if (this.#filter !== null || this.size > 0) {
      this.#leave();
      return false;
    }
    this.#dictionary = dictionary;
    this.#idOfOrd = new Int32Array(dictionary.size).fill(UNSEEN);
    return true;
  }

  #leave(): void {
    const dictionary = this.#dictionary;
    if (dictionary === null) return;
    for (const ord of this.#ords) this.#texts.idOf(dictionary.term(ord));
    this.#dictionary = null;
    this.#ords = [];
    this.#idOfOrd = new Int32Array(0);
  }
}
