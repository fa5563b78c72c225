import type { TermsReader } from '../../segment/index.ts';

/** Places of a term, document by document, in one array: those of the i-th are values[starts[i] … starts[i + 1]). */
export interface TermPositions {
  readonly starts: Uint32Array;
  readonly values: Uint32Array;
}

/**
 * Where a term stands in each of some ascending documents; none where it does not. One term at a time: readers keep
 * the place of the term that was asked for last.
 */
export function positionsAt(terms: TermsReader, ord: number, docs: Uint32Array): TermPositions {
  const own = terms.docs(ord);
  const starts = new Uint32Array(docs.length + 1);
  let values = new Uint32Array(docs.length * 2);
  let at = 0;
  let n = 0;
  for (let i = 0; i < docs.length; i++) {
    while (at < own.length && own[at] < docs[i]) at++;
    if (at < own.length && own[at] === docs[i]) {
      const positions = terms.positions(ord, at);
      if (n + positions.length > values.length) values = grown(values, n + positions.length);
      for (let p = 0; p < positions.length; p++) values[n++] = positions[p];
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
