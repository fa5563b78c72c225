import { type JsonValue, stringifyJson } from '../common/index.ts';
import type { LuceneDocumentBuilder } from './luceneDocument.ts';
import type { MappedFieldType } from './types.ts';

/** The column with the values of a field with `store: true`, available even if `_source` lacks them. */
export function storedColumn(fieldName: string): string {
  return `${fieldName} stored`;
}

export function storeValue(doc: LuceneDocumentBuilder, field: MappedFieldType, value: JsonValue): void {
  const kept = value ?? field.params.null_value ?? null;
  if (kept === null || isIgnored(field, kept)) return;
  doc.addBinary({ name: storedColumn(field.name), slot: -1 }, Buffer.from(stringifyJson(kept)));
}

function isIgnored({ family, params }: MappedFieldType, value: JsonValue): boolean {
  const limit = Number(params.ignore_above ?? Number.POSITIVE_INFINITY);
  return family === 'keyword' && String(value).length > limit;
}
