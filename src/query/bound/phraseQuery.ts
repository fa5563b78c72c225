import { javaFloat, OpenSearchError } from '../../common/index.ts';
import type { TermsReader } from '../../segment/index.ts';
import { docLoop } from '../docLoop.ts';
import { docArray, docSetOfArray, hasDoc, intersect, NO_DOCS, union } from '../docSet.ts';
import { cachedFilter } from '../filterCache.ts';
import { exactPhraseFrequency, type PhraseWord, sloppyPhraseFrequency } from '../text/phraseMatch.ts';
import { positionsAt, type TermPositions } from '../text/positions.ts';
import type { DocSet, LeafContext, QueryShardContext, ScoredDocs } from '../types.ts';
import { type Bm25Scorer, bm25Score, termScorer } from './bm25.ts';
import { noMatch } from './explain.ts';
import { explainTerms } from './explainTerm.ts';
import { type BoundQuery, matchNoneQuery, NOTHING_SCORED, type Weight } from './query.ts';
import { plainShape, type QueryShape } from './shape.ts';
import type { ScoringNumbers } from './similarityTypes.ts';
import { scoringNumbers } from './statistics.ts';

/** The terms that may stand at one place of a phrase. */
export interface PhrasePart {
  readonly offset: number;
  readonly terms: readonly string[];
}

export interface Phrase {
  readonly field: string;
  readonly parts: readonly PhrasePart[];
  readonly slop: number;
  readonly endsWithPrefix?: boolean;
}

/** Words in order, `slop` moves apart at most; scored by BM25 with the sum of the words' idf. */
export function phraseQuery(context: QueryShardContext, phrase: Phrase): BoundQuery {
  if (phrase.parts.length === 0 || phrase.parts.some((part) => part.terms.length === 0))
    return matchNoneQuery;
  checkPositions(context, phrase);
  const key = `phrase(${phrase.field}:${JSON.stringify(phrase.parts)}~${phrase.slop})`;
  return {
    key,
    shape: () => phraseShape(phrase),
    match: (leaf) =>
      cachedFilter(leaf.reader, key, () => {
        const { docs } = phraseFrequencies(context, leaf, phrase, key);
        return docs.length === 0 ? NO_DOCS : docSetOfArray(docs);
      }),
    visitTerms(visitor, boost) {
      const { field, parts, slop, endsWithPrefix = false } = phrase;
      const words = parts.map((part) => part.terms);
      const offsets = parts.map((part) => part.offset);
      if (words.length === 1) for (const term of words[0]) visitor.term(field, term, boost);
      else visitor.phrase({ field, words, offsets, slop, endsWithPrefix }, boost);
    },
    explain(leaf, doc, boost) {
      const { field, parts, slop } = phrase;
      const terms = leaf.reader.terms(field);
      const ords = terms === null ? [] : parts.map((part) => ordsOf(terms, part.terms));
      if (terms === null || ords.some((own) => own.length === 0)) return noMatch('no matching terms');
      const candidates = candidateDocs(terms, ords, leaf.reader.maxDoc);
      if (!hasDoc(candidates, doc)) return noMatch('no matching terms');
      const one = Uint32Array.of(doc);
      const words = wordsOf(parts);
      for (let p = 0; p < words.length; p++) {
        const own = ords[p].map((ord) => positionsAt(terms, ord, one));
        place(words[p], own, 0);
      }
      const freq = frequencyOf(words, slop);
      if (freq === 0) return noMatch('no matching phrase');
      const { text } = phraseShape(phrase);
      const scored = { text, field, boost, numbers: phraseNumbers(context, phrase) };
      return explainTerms(leaf, doc, scored, freq, `phraseFreq=${javaFloat(freq)}`);
    },
    weight(boost): Weight {
      const scorer = termScorer(phraseNumbers(context, phrase), boost);
      return {
        score: (leaf) => scorePhrase(leaf, phrase, scorer, phraseFrequencies(context, leaf, phrase, key)),
      };
    },
  };
}

function checkPositions({ mapper }: QueryShardContext, { field, parts }: Phrase): void {
  const options = mapper.field(field)?.params.index_options;
  if (parts.length < 2 || (options !== 'docs' && options !== 'freqs')) return;
  throw withoutPositions(field);
}

export function withoutPositions(field: string): OpenSearchError {
  return new OpenSearchError(
    'illegal_state_exception',
    `field:[${field}] was indexed without position data; cannot run PhraseQuery`,
  );
}

function phraseNumbers(context: QueryShardContext, { field, parts }: Phrase): ScoringNumbers {
  const words = parts.flatMap(({ terms }) => terms).map((term) => ({ field, term }));
  return scoringNumbers(context, field, words);
}

function scorePhrase(
  leaf: LeafContext,
  phrase: Phrase,
  scorer: Bm25Scorer,
  { docs, frequencies }: PhraseFrequencies,
): ScoredDocs {
  if (docs.length === 0) return NOTHING_SCORED;
  const norms = leaf.reader.norms(phrase.field);
  const scores = new Float32Array(docs.length);
  for (let i = 0; i < docs.length; i++) {
    scores[i] = bm25Score(scorer, frequencies[i], norms === null ? 1 : norms[docs[i]]);
  }
  return { docs: docSetOfArray(docs), scores, constant: 0 };
}

interface PhraseFrequencies {
  readonly docs: Uint32Array;
  readonly frequencies: Float32Array;
}

const NO_FREQUENCIES: PhraseFrequencies = { docs: new Uint32Array(0), frequencies: new Float32Array(0) };

const NO_POSITIONS = new Uint32Array(0);

type Mutable<T> = { -readonly [K in keyof T]: T[K] };

function phraseFrequencies(
  context: QueryShardContext,
  leaf: LeafContext,
  { field, parts, slop }: Phrase,
  key: string,
): PhraseFrequencies {
  const terms = leaf.reader.terms(field);
  if (terms === null) return NO_FREQUENCIES;
  return docLoop(context, { key, leaf }, () => {
    const ords = parts.map((part) => ordsOf(terms, part.terms));
    const candidates = docArray(candidateDocs(terms, ords, leaf.reader.maxDoc));
    const positions = ords.map((own) => own.map((ord) => positionsAt(terms, ord, candidates)));
    const docs = new Uint32Array(candidates.length);
    const frequencies = new Float32Array(candidates.length);
    const words = wordsOf(parts);
    let n = 0;
    return {
      count: candidates.length,
      look(from, to) {
        for (let i = from; i < to; i++) {
          for (let p = 0; p < words.length; p++) place(words[p], positions[p], i);
          const frequency = frequencyOf(words, slop);
          if (frequency === 0) continue;
          docs[n] = candidates[i];
          frequencies[n++] = frequency;
        }
      },
      result: () => ({ docs: docs.subarray(0, n), frequencies: frequencies.subarray(0, n) }),
    };
  });
}

function wordsOf(parts: readonly PhrasePart[]): Mutable<PhraseWord>[] {
  const ids = termIds(parts);
  return parts.map(({ offset }, p) => {
    return { offset, termId: ids[p], positions: NO_POSITIONS, from: 0, to: 0 };
  });
}

function frequencyOf(words: readonly PhraseWord[], slop: number): number {
  if (words.length === 1) return words[0].to - words[0].from;
  return slop === 0 ? exactPhraseFrequency(words) : sloppyPhraseFrequency(words, slop);
}

function ordsOf(terms: TermsReader, names: readonly string[]): number[] {
  return names.map((name) => terms.lookup(name)).filter((ord) => ord >= 0);
}

/** Documents that have a term of every part. */
function candidateDocs(terms: TermsReader, parts: readonly (readonly number[])[], maxDoc: number): DocSet {
  const sets = parts.map((ords) =>
    union(
      ords.map((ord) => docSetOfArray(terms.docs(ord))),
      maxDoc,
    ),
  );
  return sets.reduce(intersect);
}

/** Parts with the same single term share a number. */
function termIds(parts: readonly PhrasePart[]): number[] {
  const keys = parts.map((part) => JSON.stringify(part.terms));
  return keys.map((key) => keys.indexOf(key));
}

/** Gives a word the positions of its terms in the i-th candidate. */
function place(word: Mutable<PhraseWord>, parts: readonly TermPositions[], i: number): void {
  if (parts.length === 1) {
    const [{ values, starts }] = parts;
    word.positions = values;
    word.from = starts[i];
    word.to = starts[i + 1];
    return;
  }
  const found = new Set<number>();
  for (const { values, starts } of parts) {
    for (let at = starts[i]; at < starts[i + 1]; at++) found.add(values[at]);
  }
  word.positions = Uint32Array.from(found).sort();
  word.from = 0;
  word.to = word.positions.length;
}

function phraseShape({ field, parts, slop }: Phrase): QueryShape {
  const several = parts.some(({ terms }) => terms.length > 1);
  const words: string[] = [];
  for (const { offset, terms } of parts) {
    // Positions without a word, where one was removed, print as question marks.
    while (words.length < offset) words.push('?');
    words.push(terms.length > 1 ? `(${terms.join(' ')})` : terms[0]);
  }
  const text = `${field}:"${words.join(' ')}"${slop === 0 ? '' : `~${slop}`}`;
  return plainShape(several ? 'MultiPhraseQuery' : 'PhraseQuery', text);
}
