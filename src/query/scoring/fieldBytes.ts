import { javaDouble } from '../../common/index.ts';
import type { MappedFieldType } from '../../mapper/index.ts';
import type { NumericColumn, OrdinalColumn } from '../../segment/index.ts';
import { checkFielddata, valueColumn } from '../fielddata.ts';
import type { LeafContext, QueryShardContext } from '../types.ts';

/** The first value of a field as in the original's binary field data: numbers as text. */
export function fieldBytes(
  context: QueryShardContext,
  { reader }: LeafContext,
  name: string,
): (doc: number) => Uint8Array | null {
  if (name === '_id') return (doc) => Buffer.from(reader.id(doc));
  const field = context.mapper.field(name) as MappedFieldType;
  checkFielddata(field);
  const column = valueColumn(reader, field);
  if (column === null) return () => null;
  if (column.kind !== 'ordinals' && column.kind !== 'numeric') return () => null;
  const textAt = textReader(column, field);
  const { offsets, presence } = column;
  return (doc) => {
    if (offsets === null) return presence === null || presence.has(doc) ? Buffer.from(textAt(doc)) : null;
    return offsets[doc] < offsets[doc + 1] ? Buffer.from(textAt(offsets[doc])) : null;
  };
}

const FRACTIONS: ReadonlySet<string> = new Set(['double', 'float', 'half_float', 'scaled_float']);

function textReader(column: NumericColumn | OrdinalColumn, field: MappedFieldType): (at: number) => string {
  if (column.kind === 'ordinals') return (at) => column.dictionary.term(column.ords[at]);
  if (FRACTIONS.has(field.numericKind ?? '')) return (at) => javaDouble(Number(column.values[at]));
  return (at) => String(column.values[at]);
}
