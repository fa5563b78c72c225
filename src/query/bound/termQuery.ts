import { bitsOfArray, docSetOfArray, docSetOfBits, isFrequent, NO_DOCS } from '../docSet.ts';
import { cachedFilter } from '../filterCache.ts';
import type { LeafContext } from '../types.ts';
import { type Bm25Scorer, bm25Score, scorePostings, termScorer } from './bm25.ts';
import { explainTerms, frequencyIn } from './explainTerm.ts';
import { type BoundQuery, NOTHING_SCORED, type Weight } from './query.ts';
import { plainShape } from './shape.ts';
import { type StatisticsContext, scoringNumbers } from './statistics.ts';
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
): BoundQuery {
  const numbers = () => scoringNumbers(context, field, [{ field, term, docFreq: own?.docFreq }]);
  // Terms that a query expands to do not have the field's boost.
  const fieldBoost = own === null ? (context.leaves[0]?.scoring?.boostOf(field) ?? 1) : 1;
  const withFieldBoost = (boost: number): number => Math.fround(boost * fieldBoost);
  const text = `${field}:${term}`;
  const query: BoundQuery = {
    key: `${field}:${JSON.stringify(term)}${own === null ? '' : `~${own.docFreq}`}`,
    shape: () => plainShape('TermQuery', text),
    visitTerms: (visitor, boost) => visitor.term(field, term, boost),
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
      const parts = { text, field, boost: withFieldBoost(boost), numbers: numbers() };
      return explainTerms(leaf, doc, parts, frequencyIn(leaf, field, term, doc));
    },
    weight(boost) {
      const known = numbers();
      if (known.terms.length === 0) return { score: () => NOTHING_SCORED };
      return termWeight(field, term, termScorer(known, withFieldBoost(boost)));
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
