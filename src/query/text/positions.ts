import type { TermsReader } from '../../segment/index.ts';

/** Places of a term, document by document, in one array: those of the i-th are values[starts[i] … starts[i + 1]). */
export interface TermPositions {
  readonly starts: Uint32Array;
  readonly values: Uint32Array;
}

/** Where a term stands in each of some ascending documents; none where it does not. */
export function positionsAt(terms: TermsReader, ord: number, docs: Uint32Array): TermPositions {
  const own = terms.docs(ord);
  const starts = new Uint32Array(docs.length + 1);
  const all = terms.occurrences(ord);
  let values = new Uint32Array(docs.length * 2);
  let at = 0;
  let n = 0;
  for (let i = 0; i < docs.length; i++) {
    while (at < own.length && own[at] < docs[i]) at++;
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

function grown(values: Uint32Array, needed: number): Uint32Array<ArrayBuffer> {
  const larger = new Uint32Array(Math.max(needed, values.length * 2));
  larger.set(values);
  return larger;
}
