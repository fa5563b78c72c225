import type { Token } from '../../analysis/index.ts';
import type { Occurrences, TermsReader } from '../../segment/index.ts';

const ONLY_DOCUMENT = Uint32Array.of(0);

/** The tokens of a text as a dictionary of an index with a single document, 0. */
export class TextTerms implements TermsReader {
  readonly docCount = 1;
  readonly sumTotalTermFreq: number;
  readonly #terms: readonly string[];
  readonly #positions: ReadonlyMap<string, readonly number[]>;

  constructor(tokens: readonly Token[]) {
    const positions = new Map<string, number[]>();
    for (const { term, position } of tokens) {
      const own = positions.get(term);
      if (own === undefined) positions.set(term, [position]);
      else own.push(position);
    }
    this.#positions = positions;
    this.#terms = [...positions.keys()].sort();
    this.sumTotalTermFreq = tokens.length;
  }

  get size(): number {
    return this.#terms.length;
  }

  /** The positions of a term, ascending. */
  of(term: string): readonly number[] {
    return this.#positions.get(term) ?? [];
  }

  term(ord: number): string {
    return this.#terms[ord];
  }

  lookup(term: string): number {
    return this.#positions.has(term) ? this.ceiling(term) : -1;
  }

  ceiling(term: string): number {
    let low = 0;
    let high = this.size;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (this.#terms[middle] < term) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  docFreq(): number {
    return 1;
  }

  totalTermFreq(ord: number): number {
    return this.of(this.#terms[ord]).length;
  }

  docs(): Uint32Array {
    return ONLY_DOCUMENT;
  }

  freqs(ord: number): Uint32Array {
    return Uint32Array.of(this.totalTermFreq(ord));
  }

  occurrences(ord: number): Occurrences {
    const values = this.positions(ord);
    return { starts: Uint32Array.of(0, values.length), values };
  }

  positions(ord: number): Uint32Array {
    return Uint32Array.from(this.of(this.#terms[ord]));
  }
}
