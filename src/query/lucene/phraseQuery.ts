import type { TermsReader } from '../../segment/index.ts';
import { docArray, docSetOfArray, intersect, NO_DOCS, union } from '../docSet.ts';
import { cachedFilter } from '../filterCache.ts';
import { exactPhraseFrequency, type PhraseWord, sloppyPhraseFrequency } from '../text/phraseMatch.ts';
import type { DocSet, LeafContext, ScoredDocs } from '../types.ts';
import {
  type Bm25Scorer,
  bm25Score,
  bm25Scorer,
  documentFrequency,
  fieldStatistics,
  inverseDocumentFrequency,
} from './bm25.ts';
import { type LuceneQuery, matchNoneQuery, NOTHING_SCORED, type Weight } from './query.ts';

/** The terms that may stand at one place of a phrase. */
export interface PhrasePart {
  readonly offset: number;
  readonly terms: readonly string[];
}

export interface Phrase {
  readonly field: string;
  readonly parts: readonly PhrasePart[];
  readonly slop: number;
}

/** Words in order, `slop` moves apart at most; scored by BM25 with the sum of the words' idf. */
export function phraseQuery(
  leaves: readonly LeafContext[],
  phrase: Phrase,
  checkCancelled: () => void,
): LuceneQuery {
  if (phrase.parts.length === 0 || phrase.parts.some((part) => part.terms.length === 0))
    return matchNoneQuery;
  const key = `phrase(${phrase.field}:${JSON.stringify(phrase.parts)}~${phrase.slop})`;
  return {
    key,
    match: (leaf) =>
      cachedFilter(leaf.reader, key, () => {
        const { docs } = phraseFrequencies(leaf, phrase, checkCancelled);
        return docs.length === 0 ? NO_DOCS : docSetOfArray(docs);
      }),
    visitTerms(visitor) {
      const { field, parts, slop } = phrase;
      const words = parts.map((part) => part.terms);
      visitor.phrase(
        field,
        words,
        parts.map((part) => part.offset),
        slop,
      );
    },
    weight(boost): Weight {
      const scorer = phraseScorer(leaves, phrase, boost);
      return { score: (leaf) => scorePhrase(leaf, phrase, scorer, checkCancelled) };
    },
  };
}

function phraseScorer(leaves: readonly LeafContext[], phrase: Phrase, boost: number): Bm25Scorer {
  const shard = fieldStatistics(leaves, phrase.field);
  let idf = 0;
  for (const term of phrase.parts.flatMap((part) => part.terms)) {
    const docFreq = documentFrequency(leaves, phrase.field, term);
    if (docFreq > 0) idf += inverseDocumentFrequency(shard.docCount, docFreq);
  }
  return bm25Scorer(shard, Math.fround(idf), boost);
}

function scorePhrase(
  leaf: LeafContext,
  phrase: Phrase,
  scorer: Bm25Scorer,
  checkCancelled: () => void,
): ScoredDocs {
  const { docs, frequencies } = phraseFrequencies(leaf, phrase, checkCancelled);
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

/** One term of one part: its postings and how far they were read. */
interface TermCursor {
  readonly ord: number;
  readonly docs: Uint32Array;
  at: number;
}

function phraseFrequencies(leaf: LeafContext, phrase: Phrase, checkCancelled: () => void): PhraseFrequencies {
  const terms = leaf.reader.terms(phrase.field);
  if (terms === null) return NO_FREQUENCIES;
  const cursors = phrase.parts.map((part) => cursorsOf(terms, part.terms));
  const candidates = docArray(candidateDocs(cursors, leaf.reader.maxDoc));
  const docs = new Uint32Array(candidates.length);
  const frequencies = new Float32Array(candidates.length);
  const ids = termIds(phrase.parts);
  let n = 0;
  for (let i = 0; i < candidates.length; i++) {
    if ((i & 1023) === 1023) checkCancelled();
    const words = phrase.parts.map((part, p) => ({
      offset: part.offset,
      termId: ids[p],
      positions: positionsAt(terms, cursors[p], candidates[i]),
    }));
    const frequency = frequencyOf(words, phrase.slop);
    if (frequency === 0) continue;
    docs[n] = candidates[i];
    frequencies[n++] = frequency;
  }
  return { docs: docs.subarray(0, n), frequencies: frequencies.subarray(0, n) };
}

function frequencyOf(words: readonly PhraseWord[], slop: number): number {
  if (words.length === 1) return words[0].positions.length;
  return slop === 0 ? exactPhraseFrequency(words) : sloppyPhraseFrequency(words, slop);
}

function cursorsOf(terms: TermsReader, names: readonly string[]): TermCursor[] {
  return names
    .map((name) => terms.lookup(name))
    .filter((ord) => ord >= 0)
    .map((ord) => ({ ord, docs: terms.docs(ord), at: 0 }));
}

function candidateDocs(parts: readonly (readonly TermCursor[])[], maxDoc: number): DocSet {
  const sets = parts.map((cursors) =>
    union(
      cursors.map((cursor) => docSetOfArray(cursor.docs)),
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

/** Positions of a part's terms in a document; documents are asked for in ascending order. */
function positionsAt(terms: TermsReader, cursors: readonly TermCursor[], doc: number): Uint32Array {
  const found: Uint32Array[] = [];
  for (const cursor of cursors) {
    while (cursor.at < cursor.docs.length && cursor.docs[cursor.at] < doc) cursor.at++;
    if (cursor.docs[cursor.at] === doc) found.push(terms.positions(cursor.ord, cursor.at));
  }
  if (found.length === 1) return found[0];
  const merged = new Set<number>();
  for (const positions of found) for (const position of positions) merged.add(position);
  return Uint32Array.from(merged).sort();
}
