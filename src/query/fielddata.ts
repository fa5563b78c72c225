import { illegalArgument } from '../common/index.ts';
import { columnRefusal, isFielddata, type MappedFieldType } from '../mapper/index.ts';
import type { Column, OrdinalColumn, SegmentReader } from '../segment/index.ts';
import { rangeColumn } from './rangeColumn.ts';

/**
 * The column of a field's values: its doc values, or for text with `fielddata` one built from its postings.
 */
export function valueColumn(reader: SegmentReader, field: MappedFieldType): Column | null {
  if (field.family === 'range') return rangeColumn(reader, field);
  return isFielddata(field)
    ? uninvertedColumn(reader, field.name)
    : reader.column(field.column ?? field.name);
}

/** Throws illegal_argument for a field without a column. */
export function checkFielddata(field: MappedFieldType): void {
  if (field.hasDocValues || isFielddata(field)) return;
  throw illegalArgument(
    field.family === 'text'
      ? 'Text fields are not optimised for operations that require per-document field data like aggregations and ' +
          'sorting, so these operations are disabled by default. Please use a keyword field instead. Alternatively, ' +
          `set fielddata=true on [${field.name}] in order to load field data by uninverting the inverted index. Note ` +
          'that this can use significant memory.'
      : columnRefusal(field),
  );
}

/** The memory of columns built from postings, by field. */
export function fielddataBytes(reader: SegmentReader): ReadonlyMap<string, number> {
  const bytes = new Map<string, number>();
  for (const [key, column] of reader.cache) {
    if (!key.startsWith(CACHE_KEY) || column === null) continue;
    const { ords, offsets } = column as OrdinalColumn;
    bytes.set(key.slice(CACHE_KEY.length), ords.byteLength + (offsets?.byteLength ?? 0));
  }
  return bytes;
}

const CACHE_KEY = 'fielddata:';

/** Builds a column from postings; cached with the segment. */
export function uninvertedColumn(reader: SegmentReader, field: string): OrdinalColumn | null {
  const key = `${CACHE_KEY}${field}`;
  const known = reader.cache.get(key) as OrdinalColumn | null | undefined;
  if (known !== undefined) return known;
  const column = uninvert(reader, field);
  reader.cache.set(key, column);
  return column;
}

function uninvert(reader: SegmentReader, field: string): OrdinalColumn | null {
  const terms = reader.terms(field);
  if (terms === null) return null;
  const offsets = new Uint32Array(reader.maxDoc + 1);
  for (let ord = 0; ord < terms.size; ord++) for (const doc of terms.docs(ord)) offsets[doc + 1]++;
  for (let doc = 0; doc < reader.maxDoc; doc++) offsets[doc + 1] += offsets[doc];
  const next = offsets.slice();
  const ords = new Uint32Array(offsets[reader.maxDoc]);
  for (let ord = 0; ord < terms.size; ord++) for (const doc of terms.docs(ord)) ords[next[doc]++] = ord;
  return { kind: 'ordinals', ords, offsets, presence: null, dictionary: terms };
}
