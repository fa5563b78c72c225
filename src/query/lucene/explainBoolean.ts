import type { Explanation, LeafContext } from '../types.ts';
import { type Explainable, explainQuery, explanation, readable } from './explain.ts';

interface Clauses {
  readonly must: readonly Explainable[];
  readonly should: readonly Explainable[];
  readonly filter: readonly Explainable[];
}

/** The clauses that make up a document's score; null when it does not match. */
export function explainBoolean(
  clauses: Clauses,
  leaf: LeafContext,
  doc: number,
  boost: number,
  score: number | null,
): Explanation | null {
  if (score === null) return null;
  const details: Explanation[] = [];
  for (const query of [...clauses.must, ...clauses.should]) {
    const part = explainQuery(query, leaf, doc, boost);
    if (part !== null) details.push(part);
  }
  for (const query of clauses.filter) {
    const part = explainQuery(query, leaf, doc, 0);
    const parts = [explanation(0, `# clause`), ...(part === null ? [] : [explanation(1, readable(query))])];
    details.push(explanation(0, 'match on required clause, product of:', parts));
  }
  return explanation(score, 'sum of:', details);
}
