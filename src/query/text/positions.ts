import type { TermsReader } from '../../segment/index.ts';
import { lowerBound } from '../docSet.ts';

/** Postings scanned linearly before galloping. */
const NEAR = 8;

type Values = Uint32Array | Uint16Array;

/** A cursor over the positions of one term in a segment; fastest for ascending documents. */
export class TermPlaces {
  /** All positions of the term; `seek` selects those of one document. */
  readonly values: Values;
  /** After `seek`: values[from … to). */
  from = 0;
  to = 0;
  readonly #docs: Uint32Array;
  /** Built once, by scanning all postings of the term. `null` if each posting has one position. */
  readonly #starts: Uint32Array | null;
  #at = 0;

  constructor(terms: TermsReader, ord: number) {
    const all = terms.occurrences(ord);
    this.values = all?.values ?? NONE;
    this.#starts = all?.starts ?? null;
    this.#docs = all === null ? NONE : terms.docs(ord);
  }

  /** Moves to a document; `from` equals `to` if the term does not occur in it. */
  seek(doc: number): void {
    const docs = this.#docs;
    let at = this.#at;
    if (at > 0 && docs[at - 1] >= doc) at = 0;
    const near = Math.min(docs.length, at + NEAR);
    while (at < near && docs[at] < doc) at++;
    if (at < docs.length && docs[at] < doc) at = lowerBound(docs, doc, at);
    this.#at = at;
    const starts = this.#starts;
    const stands = at < docs.length && docs[at] === doc;
    this.from = starts === null || !stands ? at : starts[at];
    this.to = stands ? (starts === null ? at + 1 : starts[at + 1]) : this.from;
  }
}

const NONE = new Uint32Array(0);
