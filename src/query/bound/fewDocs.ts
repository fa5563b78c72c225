import { docSetOfArray, hasDoc } from '../docSet.ts';
import type { DocSet } from '../types.ts';

/** Whether so few documents of a segment are asked about that no bitset of all is worth it. */
export function areFew(docs: DocSet, maxDoc: number): docs is Extract<DocSet, { kind: 'array' }> {
  return docs.kind === 'array' && docs.docs.length * 32 < maxDoc;
}

/** Those of a few documents that stand in at least `minimum` of the sets. */
export function inEnough(docs: Uint32Array, sets: readonly DocSet[], minimum: number): DocSet {
  return docSetOfArray(
    docs.filter((doc) => {
      let count = 0;
      for (const set of sets) if (hasDoc(set, doc) && ++count >= minimum) return true;
      return false;
    }),
  );
}

/** Whether so few documents are asked about that looking at each is less than finding all. */
export function areHits(docs: DocSet, maxDoc: number): docs is Extract<DocSet, { kind: 'array' }> {
  return docs.kind === 'array' && docs.docs.length * 256 < maxDoc;
}
