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
};

const TYPES = ['unified', 'plain', 'fvh'];

/** Options that steer how fragments are cut; they are read, and change nothing that can be seen here. */
const ACCEPTED = [
  'boundary_scanner',
  'boundary_chars',
  'boundary_max_scan',
  'boundary_scanner_locale',
  'fragmenter',
  'fragment_offset',
  'phrase_limit',
  'max_analyzer_offset',
  'force_source',
  'highlight_filter',
  'matched_fields',
  'options',
  'tags_schema',
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
  if (!TYPES.includes(options.type)) {
    throw illegalArgument(`unknown highlighter type [${options.type}] for the field`);
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
    case 'highlight_query':
      options.query = parseQueryAt({ highlight_query: value }, 'highlight_query');
      return true;
    default:
      return ACCEPTED.includes(key);
  }
}
