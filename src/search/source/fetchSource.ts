import { isJsonObject, type JsonObject, type JsonValue, jsonAt } from '../../common/index.ts';
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
  const found = { includes: [] as readonly string[], excludes: [] as readonly string[] };
  for (const name of Object.keys(value)) {
    if (!Object.hasOwn(PATTERNS, name)) throw unknownKey(value, name, name);
    found[PATTERNS[name]] = [...found[PATTERNS[name]], ...patterns(value, name)];
  }
  return { enabled: true, ...found };
}

const PATTERNS: Readonly<Record<string, 'includes' | 'excludes'>> = {
  includes: 'includes',
  include: 'includes',
  excludes: 'excludes',
  exclude: 'excludes',
};

function patterns(json: JsonObject, name: string): readonly string[] {
  const value = json[name];
  if (typeof value === 'string') return [value];
  if (!Array.isArray(value)) throw unknownKey(json, name, name);
  return value.map((item, i) => {
    if (typeof item === 'string') return item;
    throw unknownKey(value, i, name);
  });
}

function unknownKey(container: JsonObject | readonly JsonValue[], key: string | number, name: string) {
  const value = jsonAt(container, key);
  return parsingErrorAt(`Unknown key for a ${tokenName(value)} in [${name}].`, container, key);
}
