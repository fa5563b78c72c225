import { docArray, indexOfDoc } from '../docSet.ts';
import type { Explanation, LeafContext, ScoredDocs } from '../types.ts';

/** As much of a query as explaining it takes. */
export interface Explainable {
  readonly key: string;
  readonly explain?: (leaf: LeafContext, doc: number, boost: number) => Explanation | null;
  weight(boost: number): { score(leaf: LeafContext): ScoredDocs };
}

export function explanation(
  value: number,
  description: string,
  details: readonly Explanation[] = [],
): Explanation {
  return { value, description, details };
}

/** A number of documents. */
export function count(value: number, description: string): Explanation {
  return { value, isCount: true, description, details: [] };
}

/** How `doc` comes to its score in Lucene's words; null when it does not match. */
export function explainQuery(
  query: Explainable,
  leaf: LeafContext,
  doc: number,
  boost: number,
): Explanation | null {
  if (query.explain !== undefined) return query.explain(leaf, doc, boost);
  const value = scoreOf(query, leaf, doc, boost);
  return value === null ? null : explanation(value, readable(query));
}

/** The score of one document; null when it does not match. */
export function scoreOf(query: Explainable, leaf: LeafContext, doc: number, boost: number): number | null {
  const scored = query.weight(boost).score(leaf);
  const at = indexOfDoc(docArray(scored.docs), doc);
  if (at < 0) return null;
  return scored.scores === null ? scored.constant : scored.scores[at];
}

/** A query as Lucene prints it: terms without quotes. */
export function readable(query: Explainable): string {
  return query.key.replaceAll('"', '');
}

/** Every match has the boost as its score. */
export function explainConstant(
  query: Explainable,
  leaf: LeafContext,
  doc: number,
  boost: number,
): Explanation | null {
  if (scoreOf(query, leaf, doc, boost) === null) return null;
  const shown = query.key === '*:*' ? query.key : `ConstantScore(${readable(query)})`;
  return explanation(
    boost,
    boost === 1 ? shown : `${shown}^${Number.isInteger(boost) ? `${boost}.0` : boost}`,
  );
}
