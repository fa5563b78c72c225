import {
  type ExactJsonObject,
  type ExactJsonValue,
  javaDouble,
  jsonDouble,
  OpenSearchError,
} from '../../common/index.ts';
import type { MappedFieldType } from '../../mapper/index.ts';
import type { Key } from './keys.ts';
import type { ValueFormat } from './valueFormat.ts';
import type { ValuesConfig } from './valuesConfig.ts';

/** How keys of a kind print, and the prefix of their result types. */
export interface KeyFormat {
  /** `s` for strings, `l` for integers, dates and booleans, `d` for other numbers. */
  readonly prefix: 's' | 'l' | 'd';
  /** The key as a JSON value. */
  json(key: Key): ExactJsonValue;
  /** `key_as_string`; `null` if only the key is printed. */
  asString(key: Key): string | null;
}

export const STRING_KEYS: KeyFormat = { prefix: 's', json: (key) => key, asString: () => null };

/** Without a mapping, no string form is printed. */
export function keyFormat(config: ValuesConfig, integral: boolean): KeyFormat {
  if (config.asText) return textOf(config);
  switch (config.kind) {
    case 'ip':
      return ipKeys(config.field);
    case 'date':
    case 'boolean':
      return numberKeys('l', config.format);
    case 'numeric':
      return numberKeys(integral ? 'l' : 'd', config.format);
    default:
      return STRING_KEYS;
  }
}

/** In the original, dates and booleans do not print as strings of their numbers either. */
function textOf({ kind }: ValuesConfig): KeyFormat {
  if (kind === 'numeric') return STRING_KEYS;
  throw new OpenSearchError('unsupported_operation_exception', '', { metadata: { reason: null } });
}

export function numberKeys(prefix: 'l' | 'd', format: ValueFormat): KeyFormat {
  return {
    prefix,
    json: prefix === 'd' ? (key) => jsonDouble(Number(key)) : (key) => key,
    asString: format.raw ? () => null : (key) => format.number(Number(key)),
  };
}

function ipKeys(field: MappedFieldType | null): KeyFormat {
  return { prefix: 's', json: (key) => (field ? field.render(key) : key), asString: () => null };
}

/** The initial members of a bucket: `key`, and `key_as_string` if there is one. */
export function keyMembers(key: Key, format: KeyFormat): ExactJsonObject {
  const text = format.asString(key);
  return text === null ? { key: format.json(key) } : { key: format.json(key), key_as_string: text };
}

/** The key as named in paths and `keys`. */
export function keyText(key: Key, format: KeyFormat): string {
  return format.asString(key) ?? (format.prefix === 'd' ? javaDouble(Number(key)) : String(format.json(key)));
}
