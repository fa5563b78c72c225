import type { SegmentReader } from '../../segment/index.ts';

/** Reads the ids of documents from a join column. */
export function joinIds(reader: SegmentReader, idField: string): (doc: number) => string | null {
  const column = reader.column(idField);
  if (column === null || column.kind !== 'ordinals') return () => null;
  const { ords, offsets, presence, dictionary } = column;
  return (doc) => {
    if (presence !== null && !presence.has(doc)) return null;
    const at = offsets === null ? doc : offsets[doc];
    if (offsets !== null && offsets[doc + 1] === at) return null;
    return dictionary.term(ords[at]);
  };
}
