import { FixedBitSet, type Steps } from '../../common/index.ts';
import type { SegmentReader, TermsReader } from '../../segment/index.ts';
import { docSetOfArray, docSetOfBits, NO_DOCS } from '../docSet.ts';
import { cachedInSteps } from '../filterCache.ts';
import type { DocSet, LeafContext } from '../types.ts';
import { constantQuery } from './constantQuery.ts';
import { decorated } from './decorated.ts';
import type { BoundQuery } from './query.ts';
import type { QueryShape } from './shape.ts';

/** Ordinals of a segment's terms: an ascending list, or a range `[from, to)`. */
export type TermOrds = Uint32Array | { readonly from: number; readonly to: number };

/** Selects terms of a segment, in steps if it scans many. */
export type SelectTerms = (terms: TermsReader, reader: SegmentReader) => TermOrds | Steps<TermOrds>;

/**
 * Documents with at least one of the terms that `select` returns; every match scores the boost. `test` checks
 * a single term, for highlighting.
 */
export function termSetQuery(
  field: string,
  key: string,
  select: SelectTerms,
  test: ((term: string) => boolean) | null,
  shape: () => QueryShape,
): BoundQuery {
  const match = ({ reader }: LeafContext): DocSet | Steps<DocSet> => {
    const terms = reader.terms(field);
    if (terms === null) return NO_DOCS;
    return cachedInSteps(reader, key, () => docsOfTerms(terms, select(terms, reader), reader.maxDoc));
  };
  const query = constantQuery(key, match, shape);
  if (test === null) return query;
  return decorated(query, { visitTerms: (visitor, boost) => visitor.pattern(field, test, boost) });
}

/** Runs the selection to its end. */
export function* selectedTerms(selected: ReturnType<SelectTerms>): Steps<TermOrds> {
  return selected instanceof Uint32Array || 'from' in selected ? selected : yield* selected;
}

/** Terms checked per step. */
const TERMS_IN_A_STEP = 1024;

function* docsOfTerms(terms: TermsReader, selected: ReturnType<SelectTerms>, maxDoc: number): Steps<DocSet> {
  const ords = yield* selectedTerms(selected);
  const run = ords instanceof Uint32Array ? null : ords;
  const list = ords instanceof Uint32Array ? ords : null;
  const count = run === null ? (list as Uint32Array).length : run.to - run.from;
  const ordAt = (i: number): number => (run === null ? (list as Uint32Array)[i] : run.from + i);
  if (count <= 0) return NO_DOCS;
  if (count === 1) return docSetOfArray(terms.docs(ordAt(0)));
  const bits = new FixedBitSet(maxDoc);
  const { words } = bits;
  for (let i = 0; i < count; i++) {
    if (i % TERMS_IN_A_STEP === TERMS_IN_A_STEP - 1) yield;
    const docs = terms.docs(ordAt(i));
    for (let j = 0; j < docs.length; j++) words[docs[j] >>> 5] |= 1 << (docs[j] & 31);
  }
  return docSetOfBits(bits);
}

/** The range of terms that start with `prefix`. */
export function prefixRun(terms: TermsReader, prefix: string): { from: number; to: number } {
  const from = terms.ceiling(prefix);
  let low = from;
  let high = terms.size;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (terms.term(middle).startsWith(prefix)) low = middle + 1;
    else high = middle;
  }
  return { from, to: low };
}

/** The terms of a range that `matches` accepts. */
export function* matchingOrds(
  terms: TermsReader,
  run: { readonly from: number; readonly to: number },
  matches: (term: string) => boolean,
  checkCancelled: () => void,
): Steps<Uint32Array> {
  const ords: number[] = [];
  for (let ord = run.from; ord < run.to; ord++) {
    if (ord % TERMS_IN_A_STEP === 0) {
      checkCancelled();
      yield;
    }
    if (matches(terms.term(ord))) ords.push(ord);
  }
  return Uint32Array.from(ords);
}
