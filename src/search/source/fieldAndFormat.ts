import {
  illegalArgument,
  isJsonObject,
  type JsonObject,
  type JsonValue,
  type OpenSearchError,
} from '../../common/index.ts';
import {
  contentErrorAt,
  parsingErrorAt,
  readMembers,
  readText,
  textMember,
  tokenName,
} from '../../query/index.ts';

/** An entry of docvalue_fields or fields. */
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
    if (isJsonObject(item)) return readEntry(item);
    if (item !== null && !Array.isArray(item)) return { field: readText(item), format: null };
    throw noEntry(value, i);
  });
}

/** The original finds the token after the one that does not begin an entry. */
function noEntry(list: readonly JsonValue[], place: number): OpenSearchError {
  const item = list[place];
  const [container, key] = Array.isArray(item) ? [item, 0] : [list, place + 1];
  const expected = '[docvalues_field] Expected START_OBJECT but was:';
  if (key === container.length) return contentErrorAt(`${expected} END_ARRAY`, container, null, 'end');
  return contentErrorAt(`${expected} ${tokenName(container[key])}`, container, key);
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
  if (field === null) throw illegalArgument('Required [field]');
  return { field, format: format === 'use_field_mapping' ? null : format };
}
