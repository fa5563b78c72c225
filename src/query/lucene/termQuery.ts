import { docSetOfArray, NO_DOCS } from '../docSet.ts';
import type { LeafContext } from '../types.ts';
import {
  type Bm25Scorer,
  bm25Score,
  bm25Scorer,
  documentFrequency,
  fieldStatistics,
  inverseDocumentFrequency,
  scorePostings,
} from './bm25.ts';
import { type LuceneQuery, NOTHING_SCORED, type Weight } from './query.ts';

/** Statistics that replace the term's own: fuzzy and cross-field queries blend those of several terms. */
export interface TermStatistics {
  readonly docFreq: number;
}

/** One exact term, scored by BM25. `leaves` are all of the shard's: statistics count over them. */
export function termQuery(
  leaves: readonly LeafContext[],
  field: string,
  term: string,
  statistics: TermStatistics | null = null,
): LuceneQuery {
  const query: LuceneQuery = {
    key: `${field}:${JSON.stringify(term)}${statistics === null ? '' : `~${statistics.docFreq}`}`,
    visitTerms: (visitor) => visitor.term(field, term),
    match(leaf) {
      const terms = leaf.reader.terms(field);
      const ord = terms === null ? -1 : terms.lookup(term);
      return terms === null || ord < 0 ? NO_DOCS : docSetOfArray(terms.docs(ord));
    },
    weight(boost) {
      const docFreq = statistics?.docFreq ?? documentFrequency(leaves, field, term);
      if (docFreq === 0) return { score: () => NOTHING_SCORED };
      const shard = fieldStatistics(leaves, field);
      const idf = inverseDocumentFrequency(shard.docCount, docFreq);
      return termWeight(field, term, bm25Scorer(shard, idf, boost));
    },
  };
  return query;
}

function termWeight(field: string, term: string, scorer: Bm25Scorer): Weight {
  return {
    score(leaf) {
      const terms = leaf.reader.terms(field);
      const ord = terms === null ? -1 : terms.lookup(term);
      if (terms === null || ord < 0) return NOTHING_SCORED;
      const docs = terms.docs(ord);
      const freqs = terms.freqs(ord);
      const norms = leaf.reader.norms(field);
      if (freqs === null && norms === null) {
        return { docs: docSetOfArray(docs), scores: null, constant: bm25Score(scorer, 1, 1) };
      }
      return { docs: docSetOfArray(docs), scores: scorePostings(scorer, docs, freqs, norms), constant: 0 };
    },
  };
}
