import type { TermsReader } from '../../segment/index.ts';
import { lowerBound } from '../docSet.ts';

/** Postings that are passed one by one before larger steps are taken. */
const NEAR = 8;

type Values = Uint32Array | Uint16Array;

/** Where one term stands, in any documents of a segment: quickest in ascending ones. */
export class TermPlaces {
  /** All places of the term: `seek` tells which are of one document. */
  readonly values: Values;
  /** After `seek`: values[from … to). */
  from = 0;
  to = 0;
  readonly #docs: Uint32Array;
  /** Counted up once: that passes over all postings of the term. null: each posting has one place. */
  readonly #starts: Uint32Array | null;
  #at = 0;

  constructor(terms: TermsReader, ord: number) {
    const all = terms.occurrences(ord);
    this.values = all?.values ?? NONE;
    this.#starts = all?.starts ?? null;
    this.#docs = all === null ? NONE : terms.docs(ord);
  }

  /** Moves to a document; `from` equals `to` when the term does not occur in it. */
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
