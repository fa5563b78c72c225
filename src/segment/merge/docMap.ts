import type { Pacer } from '../../common/index.ts';
import type { LeafReader } from '../read/segmentReader.ts';

/** The new number of a deleted document. */
export const GONE = 0xffffffff;

/** A segment being merged, with the new numbers of its documents. Live documents keep their order. */
export interface MergeSource {
  readonly reader: LeafReader;
  /** docMap[doc] is the new docId, or GONE. */
  readonly docMap: Uint32Array;
  /** The new docId of the first live document. */
  readonly base: number;
  /** Nothing is deleted, so docMap[doc] = base + doc. */
  readonly isWhole: boolean;
}

/** Numbers the live documents of the segments consecutively. */
export async function mapDocuments(readers: readonly LeafReader[], pacer: Pacer): Promise<MergeSource[]> {
  const sources: MergeSource[] = [];
  let next = 0;
  for (const reader of readers) {
    const docMap = new Uint32Array(reader.maxDoc);
    const base = next;
    for (let doc = 0; doc < docMap.length; doc++) {
      docMap[doc] = reader.liveDocs === null || reader.liveDocs.has(doc) ? next++ : GONE;
    }
    sources.push({ reader, docMap, base, isWhole: reader.liveDocs === null });
    await pacer.pause();
  }
  return sources;
}

/** The number of documents in the merged segment. */
export function mergedMaxDoc(sources: readonly MergeSource[]): number {
  return sources.reduce((sum, { reader }) => sum + reader.numDocs, 0);
}
