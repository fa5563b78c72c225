import { hashMapOrder } from '../../common/index.ts';
import type { SegmentReader } from '../../segment/index.ts';
import { ordsOf } from '../sort/fieldSort.ts';

/** Fields whose malformed values were ignored when indexing the document. */
export function ignoredFields(reader: SegmentReader, doc: number): string[] {
  const column = reader.column('_ignored');
  if (column === null || column.kind !== 'ordinals') return [];
  return [...hashMapOrder(ordsOf(column, doc).map((ord) => column.dictionary.term(ord)))];
}
