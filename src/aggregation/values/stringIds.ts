import type { KeyFilter } from './keys.ts';

export const EXCLUDED = -2;

/** Terms numbered in order of arrival, for the whole shard; those that a filter rejects have no number. */
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
