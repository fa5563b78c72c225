import { isJsonObject, type JsonObject, notEmulated, OpenSearchError } from '../../common/index.ts';
import { readInt, readText } from '../../query/index.ts';

/** A `term` suggester: likelier spellings of the words of a text. */
export interface TermSuggestSpec {
  readonly name: string;
  readonly text: string;
  readonly field: string;
  readonly size: number;
  readonly suggestMode: 'missing' | 'popular' | 'always';
  readonly maxEdits: number;
  readonly prefixLength: number;
  readonly minWordLength: number;
  readonly sort: 'score' | 'frequency';
  readonly analyzer: string | null;
}

export interface SuggestSpec {
  readonly terms: readonly TermSuggestSpec[];
}

export function readSuggest(json: JsonObject): SuggestSpec {
  const globalText = json.text === undefined ? null : readText(json.text);
  const terms = Object.keys(json)
    .filter((name) => name !== 'text')
    .map((name) => readOne(name, json[name] as JsonObject, globalText));
  return { terms };
}

function readOne(name: string, json: JsonObject, globalText: string | null): TermSuggestSpec {
  if (!isJsonObject(json)) {
    throw new OpenSearchError('illegal_argument_exception', `expected an object for suggestion [${name}]`);
  }
  const kind = Object.keys(json).find((key) => !['text', 'prefix', 'regex'].includes(key));
  if (kind !== 'term') throw notEmulated(`the suggester [${kind ?? ''}]`);
  const options = json.term;
  const text = json.text === undefined ? globalText : readText(json.text);
  if (!isJsonObject(options))
    throw new OpenSearchError('illegal_argument_exception', 'expected an object for [term]');
  if (options.field === undefined)
    throw new OpenSearchError('parse_exception', 'the required field option [field] is missing');
  if (text === null)
    throw new OpenSearchError('illegal_argument_exception', `The required text option is missing`);
  const mode = options.suggest_mode === undefined ? 'missing' : readText(options.suggest_mode);
  return {
    name,
    text,
    field: readText(options.field),
    size: options.size === undefined ? 5 : readInt(options.size),
    suggestMode: mode === 'popular' || mode === 'always' ? mode : 'missing',
    maxEdits: options.max_edits === undefined ? 2 : readInt(options.max_edits),
    prefixLength: options.prefix_length === undefined ? 1 : readInt(options.prefix_length),
    minWordLength: options.min_word_length === undefined ? 4 : readInt(options.min_word_length),
    sort: options.sort === 'frequency' ? 'frequency' : 'score',
    analyzer: options.analyzer === undefined ? null : readText(options.analyzer),
  };
}
