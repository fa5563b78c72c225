import { isJsonObject, type JsonObject, type JsonValue } from '../../common/index.ts';
import { contentErrorAt, parsingErrorAt, readText, tokenName } from '../../query/index.ts';

/** An entry of docvalue_fields and fields. */
export interface FieldAndFormat {
  readonly field: string;
  readonly format: string | null;
}

export function readFieldsAndFormats(container: JsonObject, key: string): FieldAndFormat[] {
  const value = container[key];
  if (!Array.isArray(value)) {
    throw parsingErrorAt(`Unknown key for a ${tokenName(value)} in [${key}].`, container, key);
  }
  return value.map((item: JsonValue, i) => {
    if (typeof item === 'string') return { field: item, format: null };
    if (!isJsonObject(item)) {
      throw parsingErrorAt(`Expected a string or an object but found [${tokenName(item)}]`, value, i);
    }
    return readEntry(item);
  });
}

function readEntry(item: JsonObject): FieldAndFormat {
  for (const member of Object.keys(item)) {
    if (member === 'field' || member === 'format' || member === 'include_unmapped') continue;
    throw contentErrorAt(`[fetch_field_and_format] unknown field [${member}]`, item, member, 'key');
  }
  if (item.field === undefined) {
    throw contentErrorAt('Required [field]', item, Object.keys(item)[0] ?? 'field', 'value');
  }
  const format = item.format === undefined || item.format === null ? null : readText(item.format);
  return { field: readText(item.field), format: format === 'use_field_mapping' ? null : format };
}
