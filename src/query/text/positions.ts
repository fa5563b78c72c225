import type { TermsReader } from '../../segment/index.ts';
import { indexOfDoc, lowerBound } from '../docSet.ts';

/** Places of a term, document by document, in one array: those of the i-th are values[starts[i] … starts[i + 1]). */
export interface TermPositions {
  readonly starts: Uint32Array;
  readonly values: Uint32Array;
}

/** Where one term stands, in any documents of a segment. */
export class TermPlaces {
  readonly #docs: Uint32Array;
  /** Counted up once: that passes over all postings of the term. */
  readonly #all: ReturnType<TermsReader['occurrences']>;

  constructor(terms: TermsReader, ord: number) {
    this.#docs = terms.docs(ord);
    this.#all = terms.occurrences(ord);
  }

  /** In one document; none where it does not stand there. */
  in(doc: number): Uint32Array | Uint16Array {
    const at = indexOfDoc(this.#docs, doc);
    const all = this.#all;
    if (at < 0 || all === null) return NONE;
    const { starts, values } = all;
    return starts === null ? values.subarray(at, at + 1) : values.subarray(starts[at], starts[at + 1]);
  }

  /** In each of some ascending documents. */
  inEach(docs: Uint32Array): TermPositions {
    const own = this.#docs;
    const all = this.#all;
    const starts = new Uint32Array(docs.length + 1);
    let values = new Uint32Array(docs.length * 2);
    let at = 0;
    let n = 0;
    for (let i = 0; i < docs.length; i++) {
      if (at < own.length && own[at] < docs[i]) at = lowerBound(own, docs[i], at);
      if (all !== null && at < own.length && own[at] === docs[i]) {
        const from = all.starts === null ? at : all.starts[at];
        const to = all.starts === null ? at + 1 : all.starts[at + 1];
        if (n + to - from > values.length) values = grown(values, n + to - from);
        for (let p = from; p < to; p++) values[n++] = all.values[p];
      }
      starts[i + 1] = n;
    }
    return { starts, values };
  }
}

const NONE = new Uint32Array(0);

function grown(values: Uint32Array, needed: number): Uint32Array<ArrayBuffer> {
  const larger = new Uint32Array(Math.max(needed, values.length * 2));
  larger.set(values);
  return larger;
}
