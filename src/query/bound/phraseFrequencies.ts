import type { TermsReader } from '../../segment/index.ts';
import { docSetOfArray, intersect, NO_DOCS, union } from '../docSet.ts';
import { type PhraseWord, phraseCounter } from '../text/phraseMatch.ts';
import { TermPlaces } from '../text/positions.ts';
import type { DocSet, LeafContext } from '../types.ts';
import { areFew, inEnough } from './fewDocs.ts';
import type { Frequencies } from './frequencyScorer.ts';
import { WholeMatcher } from './matcher.ts';

/** The terms allowed at one position of a phrase. */
export interface PhrasePart {
  readonly offset: number;
  readonly terms: readonly string[];
}

interface PhraseWords {
  readonly field: string;
  readonly parts: readonly PhrasePart[];
  readonly slop: number;
}

/** The (closeness-weighted) frequency of a phrase in the documents of one segment. */
export function phraseFrequencies({ reader }: LeafContext, { field, parts, slop }: PhraseWords): Frequencies {
  const terms = reader.terms(field);
  const ords = terms === null ? [] : parts.map((part) => ordsOf(terms, part.terms));
  if (terms === null || ords.some((own) => own.length === 0)) return NOT_AT_ALL;
  const words = wordsOf(parts);
  const count = phraseCounter(words, slop);
  const postings = ords.map((own) => own.map((ord) => docSetOfArray(terms.docs(ord))));
  const whole = new WholeMatcher(() =>
    postings.map((sets) => union(sets, reader.maxDoc)).reduce((a, b) => intersect(a, b)),
  );
  let places: TermPlaces[][] | null = null;
  return {
    places: ords.flat().reduce((sum, ord) => sum + terms.totalTermFreq(ord), 0),
    candidates: (docs) =>
      areFew(docs, reader.maxDoc)
        ? postings.reduce<DocSet>((left, sets) => someOf(left, sets), docs)
        : whole.among(docs),
    of(docs) {
      places ??= ords.map((own) => own.map((ord) => new TermPlaces(terms, ord)));
      const frequencies = new Float32Array(docs.length);
      for (let i = 0; i < docs.length; i++) {
        for (let p = 0; p < words.length; p++) place(words[p], places[p], docs[i]);
        frequencies[i] = count();
      }
      return frequencies;
    },
  };
}

const NOT_AT_ALL: Frequencies = {
  candidates: () => NO_DOCS,
  of: (docs) => new Float32Array(docs.length),
};

/** The documents that contain one of some terms. */
function someOf(docs: DocSet, terms: readonly DocSet[]): DocSet {
  if (terms.length === 1) return intersect(docs, terms[0]);
  return docs.kind === 'array' ? inEnough(docs.docs, terms, 1) : docs;
}

const NO_POSITIONS = new Uint32Array(0);

type Mutable<T> = { -readonly [K in keyof T]: T[K] };

function wordsOf(parts: readonly PhrasePart[]): Mutable<PhraseWord>[] {
  const ids = termIds(parts);
  return parts.map(({ offset }, p) => {
    return { offset, termId: ids[p], positions: NO_POSITIONS, from: 0, to: 0 };
  });
}

function ordsOf(terms: TermsReader, names: readonly string[]): number[] {
  return names.map((name) => terms.lookup(name)).filter((ord) => ord >= 0);
}

/** Parts with the same single term share an id. */
function termIds(parts: readonly PhrasePart[]): number[] {
  const keys = parts.map((part) => JSON.stringify(part.terms));
  return keys.map((key) => keys.indexOf(key));
}

/** Sets a word's positions in a document from its terms. */
function place(word: Mutable<PhraseWord>, terms: readonly TermPlaces[], doc: number): void {
  if (terms.length === 1) {
    const [term] = terms;
    term.seek(doc);
    word.positions = term.values;
    word.from = term.from;
    word.to = term.to;
    return;
  }
  const found = new Set<number>();
  for (const term of terms) {
    term.seek(doc);
    for (let at = term.from; at < term.to; at++) found.add(term.values[at]);
  }
  word.positions = Uint32Array.from(found).sort();
  word.from = 0;
  word.to = word.positions.length;
}
