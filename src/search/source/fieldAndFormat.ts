import {
  illegalArgument,
  isJsonObject,
  type JsonObject,
  type JsonValue,
  objectExpected,
} from '../../common/index.ts';
import { parsingErrorAt, readMembers, readText, textMember, tokenName } from '../../query/index.ts';

/** An entry of docvalue_fields or fields. */
export interface FieldAndFormat {
  readonly field: string;
  readonly format: string | null;
}

export function readFieldsAndFormats(container: JsonObject, key: string): FieldAndFormat[] {
  const value = container[key];
  if (isJsonObject(value)) return [readEntry(value)];
  if (!Array.isArray(value)) {
    throw parsingErrorAt(`Unknown key for a ${tokenName(value)} in [${key}].`, container, key);
  }
  return value.map((item: JsonValue, i) => {
    if (isJsonObject(item)) return readEntry(item);
    if (item !== null && !Array.isArray(item)) return { field: readText(item), format: null };
    throw objectExpected('docvalues_field', value, i);
  });
}

function readEntry(item: JsonObject): FieldAndFormat {
  let field: string | null = null;
  let format: string | null = null;
  readMembers('docvalues_field', item, {
    field: textMember(() => void (field = readText(item.field))),
    format: {
      tokens: ['VALUE_STRING', 'VALUE_NULL'],
      read: () => void (format = item.format === null ? null : readText(item.format)),
    },
  });
  if (field === null) {
    throw illegalArgument('Required [field]').placedAt({ container: item, key: null, edge: 'end' });
  }
  return { field, format: format === 'use_field_mapping' ? null : format };
}
