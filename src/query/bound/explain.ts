import { javaFloat } from '../../common/index.ts';
import { docSetOfArray } from '../docSet.ts';
import type { Explanation, LeafContext, Matcher, Scorer } from '../types.ts';
import { type Shaped, shapeOf } from './shape.ts';

/** Explanations of scores, in Lucene's words. */

export function explanation(
  value: number,
  description: string,
  details: readonly Explanation[] = [],
): Explanation {
  return { value, isMatch: true, form: 'float', description, details };
}

/** An integer, such as a number of documents or milliseconds. */
export function wholeNumber(value: number, description: string): Explanation {
  return { value, isMatch: true, form: 'whole', description, details: [] };
}

export function doubleNumber(value: number, description: string): Explanation {
  return { value, isMatch: true, form: 'double', description, details: [] };
}

export function noMatch(description: string, details: readonly Explanation[] = []): Explanation {
  return { value: 0, isMatch: false, form: 'float', description, details };
}

/** The part of a query needed to find one document. */
interface Matching {
  matcher(leaf: LeafContext): Matcher;
}

export function matchesDoc(query: Matching, leaf: LeafContext, doc: number): boolean {
  return query.matcher(leaf).among(docSetOfArray(Uint32Array.of(doc))).kind !== 'none';
}

/** For queries whose matches all score the boost. */
export function explainConstant(
  query: Matching & Shaped,
  leaf: LeafContext,
  doc: number,
  boost: number,
): Explanation {
  const { text, explained = text } = shapeOf(query);
  return constantText(explained, matchesDoc(query, leaf, doc), doc, boost);
}

/** A non-scoring clause is run by the query cache, which only knows the query's text. */
export function explainFilter(query: Matching & Shaped, leaf: LeafContext, doc: number): Explanation {
  return constantText(shapeOf(query).text, matchesDoc(query, leaf, doc), doc, 1);
}

function constantText(text: string, isMatch: boolean, doc: number, boost: number): Explanation {
  if (!isMatch) return noMatch(`${text} doesn't match id ${doc}`);
  return explanation(boost, boost === 1 ? text : `${text}^${javaFloat(boost)}`);
}

/** Explains the score without its parts. */
export function explainScore(
  query: Shaped & { weight(boost: number): { scorer(leaf: LeafContext): Scorer } },
  leaf: LeafContext,
  doc: number,
  boost: number,
): Explanation {
  const own = query
    .weight(boost)
    .scorer(leaf)
    .among(docSetOfArray(Uint32Array.of(doc)));
  const { text } = shapeOf(query);
  return own.docs.kind === 'none'
    ? noMatch(`${text} doesn't match id ${doc}`)
    : explanation(own.scores?.[0] ?? own.constant, text);
}
