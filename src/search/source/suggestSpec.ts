import {
  illegalArgument,
  isJsonObject,
  type JsonObject,
  type JsonValue,
  OpenSearchError,
} from '../../common/index.ts';
import { parsingErrorAt, readText } from '../../query/index.ts';
import type { Suggestion, SuggestionTexts } from '../suggest/suggester.ts';
import { suggesters } from '../suggest/suggesters.ts';

/** Suggestions by the name that the request gives them, in its order. */
export type SuggestSpec = ReadonlyMap<string, Suggestion>;

/** Reads the `suggest` member of a search. Throws in the original's words. */
export function readSuggest(json: JsonObject): SuggestSpec {
  if (Array.isArray(json.text))
    throw parsingErrorAt('unexpected token [START_ARRAY] after [text]', json, 'text');
  const globalText = json.text === undefined ? null : readText(json.text);
  const names = Object.keys(json).filter((name) => name !== 'text');
  return new Map(names.map((name) => [name, readOne(name, json, globalText)]));
}

const TEXTS = new Set(['text', 'prefix', 'regex']);

function readOne(name: string, all: JsonObject, globalText: string | null): Suggestion {
  const json = all[name];
  if (Array.isArray(json)) throw parsingErrorAt(`unexpected token [START_ARRAY] after [${name}]`, all, name);
  if (!isJsonObject(json)) throw illegalArgument(`[suggest] does not support [${name}]`);
  const texts = textsOf(json, globalText);
  const kinds = Object.keys(json).filter((key) => !TEXTS.has(key) && json[key] !== null);
  const suggestions = kinds.map((kind) => readKind(json, kind, texts));
  const last = suggestions.at(-1);
  if (last === undefined) throw new OpenSearchError('parse_exception', 'missing suggestion object');
  return last;
}

function readKind(json: JsonObject, kind: string, texts: SuggestionTexts): Suggestion {
  const options = json[kind];
  if (!isJsonObject(options)) throw parsingErrorAt(`suggestion does not support [${kind}]`, json, kind);
  const suggester = suggesters.get(kind);
  if (suggester === undefined) {
    throw new OpenSearchError('named_object_not_found_exception', `[1:1] unknown field [${kind}]`, {
      at: { container: json, key: kind, edge: 'value' },
    });
  }
  return suggester.parse(options, texts);
}

/** The text of all suggestions stands in where one has none of its own. */
function textsOf(json: JsonObject, globalText: string | null): SuggestionTexts {
  const read = (value: JsonValue | undefined): string | null =>
    value === undefined ? null : readText(value);
  const prefix = read(json.prefix);
  const regex = read(json.regex);
  const text = read(json.text) ?? globalText ?? prefix ?? regex;
  return { text, prefix, regex };
}
