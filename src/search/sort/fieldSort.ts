import type { JsonValue } from '../../common/index.ts';
import type { MappedFieldType } from '../../mapper/index.ts';
import type { OrdinalColumn } from '../../segment/index.ts';
import type { SortMode, SortOrder } from '../source/sortParts.ts';
import type { NumericSortType } from '../source/sortSpec.ts';
import type { BoundNestedSort } from './nestedValues.ts';

/** A sort by a mapped field, bound to a shard. */
export interface FieldSort {
  readonly field: MappedFieldType;
  readonly order: SortOrder;
  readonly missing: JsonValue;
  readonly mode: SortMode | null;
  /** The numeric type for comparing values of several indices; `null` for the field's own. */
  readonly numericType: NumericSortType | null;
  readonly nested: BoundNestedSort | null;
}

/** The ordinals of a document, ascending. */
export function ordsOf(column: OrdinalColumn, doc: number): number[] {
  const { ords, offsets, presence } = column;
  if (offsets === null) return presence === null || presence.has(doc) ? [ords[doc]] : [];
  return Array.from(ords.subarray(offsets[doc], offsets[doc + 1]));
}
