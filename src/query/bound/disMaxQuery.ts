import { FixedBitSet, javaFloat } from '../../common/index.ts';
import { docArray, docSetOfArray, docSetOfBits, union } from '../docSet.ts';
import type { LeafContext, ScoredDocs } from '../types.ts';
import { anyOf } from './booleanQuery.ts';
import { explanation, noMatch } from './explain.ts';
import { type BoundQuery, NOTHING_SCORED, noneQuery, type Weight } from './query.ts';
import { disMaxShape, withParsedText } from './shape.ts';

/** The best score of the queries, plus `tieBreaker` times the others. */
export function disMaxQuery(queries: readonly BoundQuery[], tieBreaker: number): BoundQuery {
  if (queries.length === 0) return noneQuery('empty DisjunctionMaxQuery');
  const parsed = disMaxShape(queries, tieBreaker).parsed as string;
  if (queries.length === 1) return withParsedText(queries[0], parsed);
  if (tieBreaker === 1) return withParsedText(anyOf(queries), parsed);
  return bestOfQueries(queries, tieBreaker);
}

/** As `disMaxQuery`, for the fields of a text: one query stays as it is, and prints so. */
export function bestOfFields(queries: readonly BoundQuery[], tieBreaker: number): BoundQuery {
  return queries.length === 1 ? queries[0] : disMaxQuery(queries, tieBreaker);
}

function bestOfQueries(queries: readonly BoundQuery[], tieBreaker: number): BoundQuery {
  return {
    key: `dis_max(${queries.map((query) => query.key).join('|')})~${tieBreaker}`,
    shape: () => disMaxShape(queries, tieBreaker),
    match: (leaf) =>
      union(
        queries.map((query) => query.match(leaf)),
        leaf.reader.maxDoc,
      ),
    explain(leaf, doc, boost) {
      const details = queries
        .map((query) => query.explain(leaf, doc, boost))
        .filter(({ isMatch }) => isMatch);
      if (details.length === 0) return noMatch('No matching clause');
      const best = Math.max(...details.map(({ value }) => value));
      const others = details.reduce((sum, { value }) => sum + value, 0) - best;
      const how = tieBreaker === 0 ? 'max of:' : `max plus ${javaFloat(tieBreaker)} times others of:`;
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
