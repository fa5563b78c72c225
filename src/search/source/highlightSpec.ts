import { illegalArgument, isJsonObject, type JsonObject, type JsonValue } from '../../common/index.ts';
import {
  contentErrorAt,
  parseQueryAt,
  type QueryBuilder,
  readBoolean,
  readInt,
  readText,
} from '../../query/index.ts';

export interface HighlightOptions {
  readonly type: string;
  readonly preTags: readonly string[];
  readonly postTags: readonly string[];
  readonly fragmentSize: number;
  readonly numberOfFragments: number;
  readonly noMatchSize: number;
  readonly requireFieldMatch: boolean;
  readonly order: 'none' | 'score';
  readonly encoder: 'default' | 'html';
  readonly query: QueryBuilder | null;
  readonly boundaryScanner: 'sentence' | 'word' | 'chars';
  /** Characters at which the fast vector highlighter may cut. */
  readonly boundaryChars: string;
  readonly boundaryMaxScan: number;
  readonly fragmenter: 'simple' | 'span';
  /** Characters before the first match of a fragment (fast vector highlighter); null: its own. */
  readonly fragmentOffset: number | null;
  /** Other fields whose matches are marked in this one. */
  readonly matchedFields: readonly string[];
}

export interface HighlightField {
  readonly pattern: string;
  readonly options: HighlightOptions;
}

export interface HighlightSpec {
  readonly fields: readonly HighlightField[];
}

const DEFAULTS: HighlightOptions = {
  type: 'unified',
  preTags: ['<em>'],
  postTags: ['</em>'],
  fragmentSize: 100,
  numberOfFragments: 5,
  noMatchSize: 0,
  requireFieldMatch: true,
  order: 'none',
  encoder: 'default',
  query: null,
  boundaryScanner: 'sentence',
  boundaryChars: '.,!? \t\n',
  boundaryMaxScan: 20,
  fragmenter: 'span',
  fragmentOffset: null,
  matchedFields: [],
};

/** Options that are read, and change nothing that can be seen here. */
const ACCEPTED = [
  'boundary_scanner_locale',
  'phrase_limit',
  'max_analyzer_offset',
  'force_source',
  'highlight_filter',
  'options',
];

export function readHighlight(json: JsonObject): HighlightSpec {
  const options = readOptions(json, DEFAULTS, ['fields']);
  if (json.fields === undefined) return { fields: [] };
  const entries = Array.isArray(json.fields)
    ? json.fields.flatMap((item: JsonValue) => (isJsonObject(item) ? Object.entries(item) : []))
    : Object.entries(isJsonObject(json.fields) ? json.fields : {});
  return {
    fields: entries.map(([pattern, value]) => {
      if (!isJsonObject(value))
        throw illegalArgument(`[highlight_field] expected an object for [${pattern}]`);
      return { pattern, options: readOptions(value, options, []) };
    }),
  };
}

function readOptions(json: JsonObject, base: HighlightOptions, more: readonly string[]): HighlightOptions {
  const options: { -readonly [K in keyof HighlightOptions]: HighlightOptions[K] } = { ...base };
  for (const key of Object.keys(json)) {
    if (more.includes(key)) continue;
    if (!readOption(options, key, json[key])) {
      throw contentErrorAt(`[highlight] unknown field [${key}]`, json, key, 'key');
    }
  }
  return options;
}

/** False for an unknown option. */
function readOption(
  options: { -readonly [K in keyof HighlightOptions]: HighlightOptions[K] },
  key: string,
  value: JsonValue,
): boolean {
  const tags = (): string[] => (Array.isArray(value) ? value.map(readText) : [readText(value)]);
  switch (key) {
    case 'type':
      options.type = readText(value);
      return true;
    case 'pre_tags':
      options.preTags = tags();
      return true;
    case 'post_tags':
      options.postTags = tags();
      return true;
    case 'fragment_size':
      options.fragmentSize = readInt(value);
      return true;
    case 'number_of_fragments':
      options.numberOfFragments = readInt(value);
      return true;
    case 'no_match_size':
      options.noMatchSize = readInt(value);
      return true;
    case 'require_field_match':
      options.requireFieldMatch = readBoolean(value);
      return true;
    case 'order':
      options.order = readText(value).toLowerCase() === 'score' ? 'score' : 'none';
      return true;
    case 'encoder':
      options.encoder = readText(value) === 'html' ? 'html' : 'default';
      return true;
    case 'boundary_scanner':
      options.boundaryScanner = oneOf('boundary_scanner', value, ['chars', 'sentence', 'word']);
      return true;
    case 'boundary_chars':
      options.boundaryChars = readText(value);
      return true;
    case 'boundary_max_scan':
      options.boundaryMaxScan = readInt(value);
      return true;
    case 'fragmenter':
      options.fragmenter = readFragmenter(value);
      return true;
    case 'fragment_offset':
      options.fragmentOffset = readInt(value);
      return true;
    case 'matched_fields':
      options.matchedFields = tags();
      return true;
    case 'tags_schema':
      [options.preTags, options.postTags] = tagsOfSchema(readText(value));
      return true;
    case 'highlight_query':
      options.query = parseQueryAt({ highlight_query: value }, 'highlight_query');
      return true;
    default:
      return ACCEPTED.includes(key);
  }
}

function oneOf<T extends string>(option: string, value: JsonValue, known: readonly T[]): T {
  const text = readText(value).toLowerCase();
  const found = known.find((name) => name === text);
  if (found !== undefined) return found;
  const enumeration = known.map((name) => name.toUpperCase()).join(', ');
  throw illegalArgument(`No enum constant for [${option}]: [${text.toUpperCase()}], one of ${enumeration}`);
}

function readFragmenter(value: JsonValue): 'simple' | 'span' {
  const text = readText(value);
  if (text === 'simple' || text === 'span') return text;
  throw illegalArgument(`unknown fragmenter option [${text}] for the field`);
}

const STYLED_TAGS = 10;

function tagsOfSchema(schema: string): [string[], string[]] {
  if (schema === 'default') return [['<em>'], ['</em>']];
  if (schema !== 'styled') throw illegalArgument(`Unknown tag schema [${schema}]`);
  return [Array.from({ length: STYLED_TAGS }, (_, i) => `<em class="hlt${i + 1}">`), ['</em>']];
}
