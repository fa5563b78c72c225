import { docSetOfArray, NO_DOCS } from '../docSet.ts';
import type { DocSet, LeafContext, Query, ScoredDocs } from '../types.ts';

/** The documents of `query` with the same id as a document: its children, or its parent. */
export function relatedDocs(
  leaves: readonly LeafContext[],
  query: Query,
  idField: string,
  id: string,
): { readonly leaf: LeafContext; readonly scored: ScoredDocs }[] {
  return leaves.map((leaf) => ({ leaf, scored: query.scorer(leaf).among(withId(leaf, idField, id)) }));
}

/** The live documents of a join column with one id. */
function withId({ reader }: LeafContext, idField: string, id: string): DocSet {
  const terms = reader.terms(idField);
  const ord = terms?.lookup(id) ?? -1;
  if (terms === null || ord < 0) return NO_DOCS;
  return docSetOfArray(terms.docs(ord).filter((doc) => reader.liveDocs?.has(doc) ?? true));
}
