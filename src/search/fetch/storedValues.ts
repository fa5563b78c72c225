import { type ExactJsonValue, RawJson } from '../../common/index.ts';
import { type MappedFieldType, storedColumn } from '../../mapper/index.ts';
import type { FetchedHit } from './fetchContext.ts';

/**
 * The values stored by a field with `store: true` for a (possibly nested) hit; `null` if the segment stores
 * none and the source must be used.
 */
export function storedValues({ hit }: FetchedHit, field: MappedFieldType): ExactJsonValue[] | null {
  const column = field.stored ? hit.leaf.reader.column(storedColumn(field.name)) : null;
  if (column === null || column.kind !== 'binary') return null;
  return column.values(hit.doc).map((bytes) => new RawJson(bytes).exact);
}
