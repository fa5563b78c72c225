import type { Pacer } from '../../common/index.ts';
import type { FieldData, SegmentData } from '../data.ts';
import type { LeafReader } from '../read/segmentReader.ts';
import { mapDocuments, mergedMaxDoc } from './docMap.ts';
import type { FieldMerge } from './fieldMerge.ts';
import {
  mergeBinary,
  mergeNorms,
  mergeNumeric,
  mergePairs,
  mergePresence,
  mergeVectors,
} from './mergeColumns.ts';
import { mergeNested, mergeStored } from './mergeStored.ts';
import { mergeTerms } from './mergeTerms.ts';

export interface MergedSegment {
  readonly data: SegmentData;
  /** docMaps[i][doc] is the new number of a document of the i-th segment, or GONE if deleted. */
  readonly docMaps: readonly Uint32Array[];
}

/**
 * Merges the live documents of several segments, in order, without parsing them again. Uses the deletions of
 * the readers; the caller must carry over later ones through the docMaps.
 */
export async function mergeSegments(readers: readonly LeafReader[], pacer: Pacer): Promise<MergedSegment> {
  const sources = await mapDocuments(readers, pacer);
  const maxDoc = mergedMaxDoc(sources);
  const names = [...new Set(readers.flatMap((reader) => reader.fieldNames))].sort();
  const fields: FieldData[] = [];
  for (const name of names) {
    const parts = readers.map((reader) => reader.core.field(name) ?? null);
    const field = await mergeField(name, { sources, fields: parts, maxDoc, pacer });
    if (!isEmpty(field)) fields.push(field);
    await pacer.pause();
  }
  const stored = await mergeStored(sources, maxDoc, pacer);
  const data = { maxDoc, fields, stored, nested: mergeNested(sources, maxDoc) };
  return { data, docMaps: sources.map(({ docMap }) => docMap) };
}

async function mergeField(name: string, merge: FieldMerge): Promise<FieldData> {
  return {
    name,
    ...(await mergeTerms(merge)),
    numeric: await mergeNumeric(merge),
    pairs: await mergePairs(merge),
    binary: await mergeBinary(merge),
    norms: mergeNorms(merge),
    vectors: await mergeVectors(merge),
    presence: mergePresence(merge),
  };
}

/** Whether no live document has the field any more. */
function isEmpty({ dictionary, numeric, pairs, binary, vectors, presence }: FieldData): boolean {
  const emptyColumns = [numeric, pairs, binary].every(
    (column) => column === null || column.presence?.cardinality() === 0,
  );
  const emptyTerms = dictionary === null || dictionary.offsets.length === 1;
  const emptyPresence = presence === null || (presence !== 'all' && presence.cardinality() === 0);
  return emptyColumns && emptyTerms && emptyPresence && vectors === null;
}
