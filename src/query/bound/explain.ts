import { javaFloat } from '../../common/index.ts';
import { docArray, docSetOfArray, hasDoc, indexOfDoc } from '../docSet.ts';
import type { DocSet, Explanation, LeafContext, ScoredDocs } from '../types.ts';
import { type Shaped, shapeOf } from './shape.ts';

/** How scores come about, in Lucene's words. */

export function explanation(
  value: number,
  description: string,
  details: readonly Explanation[] = [],
): Explanation {
  return { value, isMatch: true, form: 'float', description, details };
}

/** A whole number: of documents, or of milliseconds. */
export function wholeNumber(value: number, description: string): Explanation {
  return { value, isMatch: true, form: 'whole', description, details: [] };
}

export function doubleNumber(value: number, description: string): Explanation {
  return { value, isMatch: true, form: 'double', description, details: [] };
}

export function noMatch(description: string, details: readonly Explanation[] = []): Explanation {
  return { value: 0, isMatch: false, form: 'float', description, details };
}

/** As much of a query as finding one document takes. */
interface Matching {
  match(leaf: LeafContext): DocSet;
  readonly confirm?: (leaf: LeafContext, candidates: DocSet) => DocSet;
}

export function matchesDoc({ match, confirm }: Matching, leaf: LeafContext, doc: number): boolean {
  const found = confirm === undefined ? match(leaf) : confirm(leaf, docSetOfArray(Uint32Array.of(doc)));
  return hasDoc(found, doc);
}

/** Every match has the boost as its score. */
export function explainConstant(
  query: Matching & Shaped,
  leaf: LeafContext,
  doc: number,
  boost: number,
): Explanation {
  const { text, explained = text } = shapeOf(query);
  return constantText(explained, matchesDoc(query, leaf, doc), doc, boost);
}

/** A clause that only filters is run by the query cache, which knows the query's text and nothing else. */
export function explainFilter(query: Matching & Shaped, leaf: LeafContext, doc: number): Explanation {
  return constantText(shapeOf(query).text, matchesDoc(query, leaf, doc), doc, 1);
}

function constantText(text: string, isMatch: boolean, doc: number, boost: number): Explanation {
  if (!isMatch) return noMatch(`${text} doesn't match id ${doc}`);
  return explanation(boost, boost === 1 ? text : `${text}^${javaFloat(boost)}`);
}

/** The score alone, for queries that are matched as a whole: the segment is scored for it. */
export function explainScore(
  query: Shaped & { weight(boost: number): { score(leaf: LeafContext): ScoredDocs } },
  leaf: LeafContext,
  doc: number,
  boost: number,
): Explanation {
  const { docs, scores, constant } = query.weight(boost).score(leaf);
  const at = indexOfDoc(docArray(docs), doc);
  const { text } = shapeOf(query);
  return at < 0 ? noMatch(`${text} doesn't match id ${doc}`) : explanation(scores?.[at] ?? constant, text);
}
