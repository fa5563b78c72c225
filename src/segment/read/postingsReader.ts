import type { PostingsData } from '../data.ts';
import type { Occurrences, TermDictionary, TermsReader } from '../types.ts';

const NONE = new Uint32Array(0);

/** The postings of a field, as views. */
export class PostingsReader implements TermsReader {
  readonly size: number;
  readonly docCount: number;
  readonly sumTotalTermFreq: number;
  readonly #dictionary: TermDictionary;
  readonly #data: PostingsData;
  /**
   * Caches where the occurrences of the postings of `#countedOrd` start, since phrases read the same term
   * many times.
   */
  #countedOrd = -1;
  #counted = NONE;

  constructor(dictionary: TermDictionary, data: PostingsData) {
    this.size = dictionary.size;
    this.docCount = data.docCount;
    this.sumTotalTermFreq = data.positions?.length ?? data.docs.length;
    this.#dictionary = dictionary;
    this.#data = data;
  }

  term(ord: number): string {
    return this.#dictionary.term(ord);
  }

  lookup(term: string): number {
    return this.#dictionary.lookup(term);
  }

  ceiling(term: string): number {
    return this.#dictionary.ceiling(term);
  }

  docFreq(ord: number): number {
    return this.#data.starts[ord + 1] - this.#data.starts[ord];
  }

  totalTermFreq(ord: number): number {
    const starts = this.#data.positionStarts ?? this.#data.starts;
    return starts[ord + 1] - starts[ord];
  }

  docs(ord: number): Uint32Array {
    return this.#data.docs.subarray(this.#data.starts[ord], this.#data.starts[ord + 1]);
  }

  freqs(ord: number): Uint8Array | Uint32Array | null {
    const { freqs, starts } = this.#data;
    if (freqs === null || this.totalTermFreq(ord) === this.docFreq(ord)) return null;
    return freqs.subarray(starts[ord], starts[ord + 1]);
  }

  occurrences(ord: number): Occurrences | null {
    const { positions, positionStarts } = this.#data;
    if (positions === null || positionStarts === null) return null;
    const values = positions.subarray(positionStarts[ord], positionStarts[ord + 1]);
    return { starts: this.#occurrenceStarts(ord), values };
  }

  positions(ord: number, index: number): Uint32Array {
    const all = this.occurrences(ord);
    if (all === null) return NONE;
    const { starts, values } = all;
    return new Uint32Array(
      starts === null ? values.subarray(index, index + 1) : values.subarray(starts[index], starts[index + 1]),
    );
  }

  /** `null` if each posting has one occurrence. */
  #occurrenceStarts(ord: number): Uint32Array | null {
    if (ord === this.#countedOrd) return this.#counted;
    const freqs = this.freqs(ord);
    if (freqs === null) return null;
    const starts = new Uint32Array(freqs.length + 1);
    for (let i = 0; i < freqs.length; i++) starts[i + 1] = starts[i] + freqs[i];
    this.#countedOrd = ord;
    this.#counted = starts;
    return starts;
  }
}
