import {
  illegalArgument,
  isJsonObject,
  type JsonObject,
  type JsonValue,
  OpenSearchError,
} from '../../common/index.ts';
import { isScalar, parsingErrorAt, readText, tokenName } from '../../query/index.ts';
import type { Suggester, Suggestion, SuggestionTexts } from '../suggest/suggester.ts';
import { suggesters } from '../suggest/suggesters.ts';

/** Suggestions by name, in request order. */
export type SuggestSpec = ReadonlyMap<string, Suggestion>;

/** Parses the `suggest` member of a search. Throws in the original's words. */
export function readSuggest(json: JsonObject): SuggestSpec {
  const { text } = json;
  const globalText = text === undefined || text === null || !isScalar(text) ? null : readText(text);
  const suggestions = new Map<string, Suggestion>();
  for (const [name, value] of Object.entries(json)) {
    if (isJsonObject(value)) suggestions.set(name, readOne(value, globalText));
    else if (value === null || !isScalar(value)) {
      throw parsingErrorAt(`unexpected token [${tokenName(value)}] after [${name}]`, json, name);
    } else if (name !== 'text') throw illegalArgument(`[suggest] does not support [${name}]`);
  }
  return suggestions;
}

/** The texts, and an object that selects the suggester; if there are several, the last one wins. */
function readOne(json: JsonObject, globalText: string | null): Suggestion {
  const texts = textsOf(json, globalText);
  let suggestion: Suggestion | null = null;
  for (const [key, value] of Object.entries(json)) {
    for (const options of objectsOf(value)) suggestion = suggesterNamed(json, key).parse(options, texts);
    if (!TEXTS.has(key) && scalarsOf(value).length > 0) {
      throw parsingErrorAt(`suggestion does not support [${key}]`, json, key);
    }
  }
  if (suggestion === null) throw new OpenSearchError('parse_exception', 'missing suggestion object');
  return suggestion;
}

const TEXTS: ReadonlySet<string> = new Set(['text', 'prefix', 'regex']);

/** The global text is the default for suggestions without their own. */
function textsOf(json: JsonObject, globalText: string | null): SuggestionTexts {
  const read = (key: string): string | null => {
    const last = scalarsOf(json[key] ?? null).at(-1);
    return last === undefined ? null : readText(last);
  };
  const prefix = read('prefix');
  const regex = read('regex');
  return { text: read('text') ?? globalText ?? prefix ?? regex, prefix, regex };
}

/** Lists are replaced by their content; null is ignored. */
function scalarsOf(value: JsonValue): JsonValue[] {
  if (value === null || isJsonObject(value)) return [];
  return Array.isArray(value) ? value.flatMap(scalarsOf) : [value];
}

/** An object, or those in a list. */
function objectsOf(value: JsonValue): JsonObject[] {
  if (Array.isArray(value)) return value.flatMap(objectsOf);
  return isJsonObject(value) ? [value] : [];
}

function suggesterNamed(json: JsonObject, kind: string): Suggester {
  const suggester = suggesters.get(kind);
  if (suggester !== undefined) return suggester;
  const at = { container: json, key: kind, edge: 'value' } as const;
  throw new OpenSearchError('named_object_not_found_exception', `[1:1] unknown field [${kind}]`, { at });
}
