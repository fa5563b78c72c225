import { FixedBitSet } from '../../common/index.ts';
import { docArray, docSetOfArray, docSetOfBits, union } from '../docSet.ts';
import type { LeafContext, ScoredDocs } from '../types.ts';
import { booleanQuery } from './booleanQuery.ts';
import { explainQuery, explanation } from './explain.ts';
import { type LuceneQuery, matchNoneQuery, NOTHING_SCORED, type Weight } from './query.ts';
import { disMaxShape } from './shape.ts';

/** The best score of the queries, plus `tieBreaker` times the others. */
export function disMaxQuery(queries: readonly LuceneQuery[], tieBreaker: number): LuceneQuery {
  if (queries.length === 0) return matchNoneQuery;
  if (queries.length === 1) return queries[0];
  if (tieBreaker === 1) return { ...sumQuery(queries), shape: () => disMaxShape(queries, tieBreaker) };
  return {
    key: `dis_max(${queries.map((query) => query.key).join('|')})~${tieBreaker}`,
    shape: () => disMaxShape(queries, tieBreaker),
    match: (leaf) =>
      union(
        queries.map((query) => query.match(leaf)),
        leaf.reader.maxDoc,
      ),
    explain(leaf, doc, boost) {
      const parts = queries.map((query) => explainQuery(query, leaf, doc, boost));
      const details = parts.filter((part) => part !== null);
      if (details.length === 0) return null;
      const best = Math.max(...details.map((part) => part.value));
      const others = details.reduce((sum, part) => sum + part.value, 0) - best;
      const how = tieBreaker === 0 ? 'max of:' : `max plus ${tieBreaker} times others of:`;
      return explanation(Math.fround(best + others * tieBreaker), how, details);
    },
    visitTerms(visitor, boost) {
      for (const query of queries) query.visitTerms?.(visitor, boost);
    },
    weight: (boost) =>
      disMaxWeight(
        queries.map((query) => query.weight(boost)),
        tieBreaker,
      ),
  };
}

/** Lucene's rewrite of a tie breaker of 1, which changes where scores are rounded. */
function sumQuery(should: readonly LuceneQuery[]): LuceneQuery {
  return booleanQuery({ must: [], filter: [], should, mustNot: [], minimumShouldMatch: 1 });
}

function disMaxWeight(weights: readonly Weight[], tieBreaker: number): Weight {
  return {
    score(leaf) {
      const parts = weights.map((weight) => weight.score(leaf)).filter((part) => part.docs.kind !== 'none');
      if (parts.length === 0) return NOTHING_SCORED;
      return parts.length === 1 ? parts[0] : bestOf(parts, tieBreaker, leaf);
    },
  };
}

function bestOf(parts: readonly ScoredDocs[], tieBreaker: number, leaf: LeafContext): ScoredDocs {
  const { maxDoc } = leaf.reader;
  const best = new Float32Array(maxDoc);
  const others = new Float64Array(tieBreaker === 0 ? 0 : maxDoc);
  const bits = new FixedBitSet(maxDoc);
  for (const part of parts) {
    const docs = docArray(part.docs);
    for (let i = 0; i < docs.length; i++) {
      const doc = docs[i];
      const score = part.scores === null ? part.constant : part.scores[i];
      if (tieBreaker !== 0) others[doc] += Math.min(best[doc], score);
      if (score > best[doc]) best[doc] = score;
      bits.add(doc);
    }
  }
  const docs = docArray(docSetOfBits(bits));
  const scores = new Float32Array(docs.length);
  for (let i = 0; i < docs.length; i++) {
    scores[i] = tieBreaker === 0 ? best[docs[i]] : best[docs[i]] + others[docs[i]] * tieBreaker;
  }
  return { docs: docSetOfArray(docs), scores, constant: 0 };
}
