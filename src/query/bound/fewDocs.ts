import { docSetOfArray, hasDoc } from '../docSet.ts';
import type { DocSet } from '../types.ts';

/** Whether there are so few documents that a bitset of the segment is not worthwhile. */
export function areFew(docs: DocSet, maxDoc: number): docs is Extract<DocSet, { kind: 'array' }> {
  return docs.kind === 'array' && docs.docs.length * 32 < maxDoc;
}

/** The documents that are in at least `minimum` of the sets. */
export function inEnough(docs: Uint32Array, sets: readonly DocSet[], minimum: number): DocSet {
  return docSetOfArray(
    docs.filter((doc) => {
      let count = 0;
      for (const set of sets) if (hasDoc(set, doc) && ++count >= minimum) return true;
      return false;
    }),
  );
}

/** Whether there are so few documents that checking each is cheaper than finding all matches. */
export function areHits(docs: DocSet, maxDoc: number): docs is Extract<DocSet, { kind: 'array' }> {
  return docs.kind === 'array' && docs.docs.length * 256 < maxDoc;
}
