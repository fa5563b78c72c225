import { bitsOfArray, docSetOfArray, docSetOfBits, isFrequent, NO_DOCS } from '../docSet.ts';
import { cachedFilter } from '../filterCache.ts';
import type { LeafContext } from '../types.ts';
import { type Bm25Scorer, bm25Score, bm25Scorer, inverseDocumentFrequency, scorePostings } from './bm25.ts';
import { explainBm25, frequencyIn } from './explainTerm.ts';
import { type LuceneQuery, NOTHING_SCORED, type Weight } from './query.ts';
import { plainShape } from './shape.ts';
import { type StatisticsContext, statisticsOf } from './statistics.ts';
import { scoresOfSome, type TermScores, termScores } from './termScores.ts';
import { NOTHING_ON_TOP, topOfTerms } from './topOfTerms.ts';

/** Statistics that replace the term's own: fuzzy and cross-field queries blend those of several terms. */
export interface TermStatistics {
  readonly docFreq: number;
}

/** One exact term, scored by BM25. */
export function termQuery(
  context: StatisticsContext,
  field: string,
  term: string,
  own: TermStatistics | null = null,
): LuceneQuery {
  const numbers = () => {
    const statistics = statisticsOf(context);
    return {
      statistics: statistics.field(field),
      docFreq: statistics.docFreq(field, term, own?.docFreq ?? null),
    };
  };
  const text = `${field}:${term}`;
  const query: LuceneQuery = {
    key: `${field}:${JSON.stringify(term)}${own === null ? '' : `~${own.docFreq}`}`,
    shape: () => plainShape('TermQuery', text),
    visitTerms: (visitor) => visitor.term(field, term),
    mayReach: (test) => test(field),
    match(leaf) {
      const terms = leaf.reader.terms(field);
      const ord = terms === null ? -1 : terms.lookup(term);
      return terms === null || ord < 0 ? NO_DOCS : docSetOfArray(terms.docs(ord));
    },
    filter({ reader }) {
      const terms = reader.terms(field);
      const ord = terms === null ? -1 : terms.lookup(term);
      if (terms === null || ord < 0) return NO_DOCS;
      const docs = terms.docs(ord);
      if (!isFrequent(docs.length, reader.maxDoc)) return docSetOfArray(docs);
      return cachedFilter(reader, query.key, () => docSetOfBits(bitsOfArray(docs, reader.maxDoc)));
    },
    explain(leaf, doc, boost) {
      const { statistics, docFreq } = numbers();
      const parts = { text, field, docFreqs: [docFreq], statistics, boost };
      return explainBm25(leaf, doc, parts, frequencyIn(leaf, field, term, doc));
    },
    weight(boost) {
      const { statistics, docFreq } = numbers();
      if (docFreq === 0) return { score: () => NOTHING_SCORED };
      const idf = inverseDocumentFrequency(statistics.docCount, docFreq);
      return termWeight(field, term, bm25Scorer(statistics, idf, boost));
    },
  };
  return query;
}

function termWeight(field: string, term: string, scorer: Bm25Scorer): Weight {
  const scoresIn = ({ reader }: LeafContext): TermScores | null => {
    const ord = reader.terms(field)?.lookup(term) ?? -1;
    return ord < 0 ? null : termScores(reader, field, ord, scorer);
  };
  return {
    terms: scoresIn,
    scoreAt(leaf, docs) {
      const known = scoresIn(leaf);
      return known === null ? new Float32Array(docs.length) : scoresOfSome(known, docs);
    },
    top(leaf, request) {
      const known = scoresIn(leaf);
      return known === null ? NOTHING_ON_TOP : topOfTerms([known], leaf.reader.maxDoc, request);
    },
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
