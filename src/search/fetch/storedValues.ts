import { type ExactJsonValue, RawJson } from '../../common/index.ts';
import { type MappedFieldType, storedColumn } from '../../mapper/index.ts';
import type { FetchedHit } from './fetchContext.ts';

/** What a field with `store: true` keeps of a hit, be it nested; null: the segment keeps nothing, ask the source. */
export function storedValues({ hit }: FetchedHit, field: MappedFieldType): ExactJsonValue[] | null {
  const column = field.stored ? hit.leaf.reader.column(storedColumn(field.name)) : null;
  if (column === null || column.kind !== 'binary') return null;
  return column.values(hit.doc).map((bytes) => new RawJson(bytes).exact);
}
