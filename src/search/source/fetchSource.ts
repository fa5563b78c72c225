import { isJsonObject, type JsonObject, type JsonValue } from '../../common/index.ts';
import { parsingErrorAt, textAt, tokenName } from '../../query/index.ts';

/** The part of a document's source that a hit shows. */
export interface FetchSource {
  readonly enabled: boolean;
  readonly includes: readonly string[];
  readonly excludes: readonly string[];
}

export const WHOLE_SOURCE: FetchSource = { enabled: true, includes: [], excludes: [] };
export const NO_SOURCE: FetchSource = { enabled: false, includes: [], excludes: [] };

/** `_source`: true, false, a pattern, patterns, or {includes, excludes}. */
export function readFetchSource(container: JsonObject, key: string): FetchSource {
  const value = container[key];
  if (typeof value === 'boolean') return value ? WHOLE_SOURCE : NO_SOURCE;
  if (typeof value === 'string') {
    return { ...WHOLE_SOURCE, includes: [value] };
  }
  if (Array.isArray(value)) return { ...WHOLE_SOURCE, includes: value.map((_, i) => textAt(value, i)) };
  if (!isJsonObject(value)) {
    const expected = '[VALUE_BOOLEAN, START_OBJECT]';
    throw parsingErrorAt(`Expected one of ${expected} but found [${tokenName(value)}]`, container, key);
  }
  return {
    enabled: true,
    includes: patterns(value, ['includes', 'include']),
    excludes: patterns(value, ['excludes', 'exclude']),
  };
}

function patterns(json: JsonObject, names: readonly string[]): string[] {
  for (const key of Object.keys(json)) {
    if (!['includes', 'include', 'excludes', 'exclude'].includes(key)) {
      throw parsingErrorAt(`Unknown key for a ${tokenName(json[key])} in [${key}].`, json, key);
    }
  }
  return names.flatMap((name) => {
    const value: JsonValue | undefined = json[name];
    if (value === undefined) return [];
    if (Array.isArray(value)) return value.map((item, i) => pattern(item, value, i, name));
    if (typeof value === 'string') return [value];
    throw parsingErrorAt(`Unknown key for a ${tokenName(value)} in [${name}].`, json, name);
  });
}

function pattern(item: JsonValue, list: readonly JsonValue[], place: number, name: string): string {
  if (typeof item === 'string') return item;
  throw parsingErrorAt(`Unknown key for a ${tokenName(item)} in [${name}].`, list, place);
}
