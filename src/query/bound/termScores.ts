import type { SegmentReader } from '../../segment/index.ts';
import { lowerBound } from '../docSet.ts';
import { type BlockImpacts, cachedImpacts, collectImpacts } from './blockImpacts.ts';
import { type Bm25Scorer, scoreTable, tabledScore } from './bm25.ts';
import { cachedRanks, type RankedDocs } from './rankedDocs.ts';

/** A term in one segment: its postings and what is needed to score them. */
export interface TermScores {
  readonly docs: Uint32Array;
  /** Parallel to `docs`; `null` if all are 1. */
  readonly freqs: Uint8Array | Uint32Array | null;
  /** Indexed by document; `null` if all lengths are 1. */
  readonly norms: Uint8Array | null;
  readonly scorer: Bm25Scorer;
  /** From `scoreTable`. */
  readonly table: Float32Array;
  /** Upper bounds for blocks of documents. */
  readonly impacts: () => BlockImpacts;
  /** `null` if documents are found by binary search. */
  readonly ranks: (lookups: number) => RankedDocs | null;
}

export function termScores(
  reader: SegmentReader,
  field: string,
  ord: number,
  scorer: Bm25Scorer,
): TermScores | null {
  const terms = reader.terms(field);
  if (terms === null) return null;
  const docs = terms.docs(ord);
  const freqs = terms.freqs(ord);
  const norms = reader.norms(field);
  const impacts = () =>
    cachedImpacts(reader, `${field}\u0000${ord}`, () => collectImpacts(docs, freqs, norms, reader.maxDoc));
  const ranks = (lookups: number) => cachedRanks(reader, field, ord, docs, lookups);
  return { docs, freqs, norms, scorer, table: scoreTable(scorer, docs.length), impacts, ranks };
}

/** The score of the i-th posting. */
export function scoreOf({ docs, freqs, norms, scorer, table }: TermScores, i: number): number {
  return tabledScore(scorer, table, freqs === null ? 1 : freqs[i], norms === null ? 1 : norms[docs[i]]);
}

/** The scores of documents that all contain the term. */
export function scoresOfSome(term: TermScores, docs: Uint32Array): Float32Array {
  const scores = new Float32Array(docs.length);
  if (docs.length === term.docs.length) {
    for (let i = 0; i < docs.length; i++) scores[i] = scoreOf(term, i);
    return scores;
  }
  const ranks = term.ranks(docs.length);
  if (ranks !== null) {
    scoreByRank(term, ranks, docs, scores);
    return scores;
  }
  let at = 0;
  for (let i = 0; i < docs.length; i++) {
    at = lowerBound(term.docs, docs[i], at);
    scores[i] = scoreOf(term, at);
  }
  return scores;
}

function scoreByRank(
  { freqs, norms, scorer, table }: TermScores,
  ranks: RankedDocs,
  docs: Uint32Array,
  scores: Float32Array,
): void {
  for (let i = 0; i < docs.length; i++) {
    const doc = docs[i];
    const freq = freqs === null ? 1 : freqs[ranks.placeOf(doc)];
    scores[i] = tabledScore(scorer, table, freq, norms === null ? 1 : norms[doc]);
  }
}
