import { NOTHING_SCORED } from '../bound/query.ts';
import { docArray, docSetOfArray, intersect } from '../docSet.ts';
import type { LeafContext, ScoredDocs } from '../types.ts';

/** The documents of `query` that share a document's id: its children, or its parent. */
export function relatedDocs(
  leaves: readonly LeafContext[],
  scoredOf: (leaf: LeafContext) => ScoredDocs,
  idField: string,
  id: string,
): { readonly leaf: LeafContext; readonly scored: ScoredDocs }[] {
  return leaves.map((leaf) => {
    const terms = leaf.reader.terms(idField);
    const ord = terms?.lookup(id) ?? -1;
    if (terms === null || ord < 0) return { leaf, scored: NOTHING_SCORED };
    const all = scoredOf(leaf);
    const docs = docArray(intersect(all.docs, docSetOfArray(terms.docs(ord)))).filter(
      (doc) => leaf.reader.liveDocs?.has(doc) ?? true,
    );
    const own = new Map(Array.from(docArray(all.docs), (doc, i) => [doc, all.scores?.[i] ?? all.constant]));
    const scores = Float32Array.from(docs, (doc) => own.get(doc) ?? 0);
    return { leaf, scored: { docs: docSetOfArray(docs), scores, constant: 0 } };
  });
}
