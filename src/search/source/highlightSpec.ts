import {
  illegalArgument,
  isJsonObject,
  type JsonObject,
  type JsonValue,
  unknownMember,
} from '../../common/index.ts';
import {
  contentErrorAt,
  intAt,
  parseMember,
  parseQueryAt,
  parsingErrorAt,
  type QueryBuilder,
  readBoolean,
  readText,
  textAt,
  tokenName,
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
  /** `null` for the highlighter's default. */
  readonly boundaryScanner: 'sentence' | 'word' | 'chars' | null;
  /** Characters at which the fast vector highlighter may split. */
  readonly boundaryChars: string;
  readonly boundaryMaxScan: number;
  /** `simple` or `span`; only the plain highlighter reads it, and rejects other values. */
  readonly fragmenter: string;
  /** Characters before the first match of a fragment (fast vector highlighter); `null` for its default. */
  readonly fragmentOffset: number | null;
  /** Fields whose matches are marked in this one (fast vector highlighter); empty for its own only. */
  readonly matchedFields: readonly string[];
  /** Maximum number of matches examined by the fast vector highlighter. */
  readonly phraseLimit: number;
  /** Text beyond this offset is not analysed; `null` for the index's limit, which texts must not exceed. */
  readonly maxAnalyzerOffset: number | null;
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
  boundaryScanner: null,
  boundaryChars: '.,!? \t\n',
  boundaryMaxScan: 20,
  fragmenter: 'span',
  fragmentOffset: null,
  matchedFields: [],
  phraseLimit: 256,
  maxAnalyzerOffset: null,
};

type Options = { -readonly [K in keyof HighlightOptions]: HighlightOptions[K] };

type Token = 'string' | 'number' | 'boolean' | 'array' | 'object' | 'null';

/** An option: the types of value that it accepts, and what it sets. */
interface OptionReader {
  readonly takes: readonly Token[];
  readonly set: (options: Options, value: JsonValue, json: JsonObject, key: string) => void;
}

const TEXT: readonly Token[] = ['string'];
const TEXTS: readonly Token[] = ['string', 'array'];
const NUMBER: readonly Token[] = ['string', 'number'];
const BOOLEAN: readonly Token[] = ['string', 'boolean'];
const OBJECT: readonly Token[] = ['object'];

function text(set: (options: Options, value: string) => void): OptionReader {
  return { takes: TEXT, set: (options, value) => set(options, readText(value)) };
}

function texts(set: (options: Options, value: readonly string[]) => void): OptionReader {
  return {
    takes: TEXTS,
    set: (options, value) =>
      set(options, Array.isArray(value) ? value.map((_, i) => textAt(value, i)) : [readText(value)]),
  };
}

function boolean(set: (options: Options, value: boolean) => void): OptionReader {
  return { takes: BOOLEAN, set: (options, value) => set(options, readBoolean(value)) };
}

/** In the original, -1 means that an option is not set. */
function int(set: (options: Options, value: number) => void): OptionReader {
  return {
    takes: NUMBER,
    set(options, _value, json, key) {
      const number = intAt(json, key);
      if (number !== -1) set(options, number);
    },
  };
}

/**
 * Accepted without effect: values come from the source anyway, and no highlighter supports omitting filters.
 */
const ignoredFlag = boolean(() => {});

const COMMON: Readonly<Record<string, OptionReader>> = {
  pre_tags: texts((options, tags) => {
    options.preTags = tags;
  }),
  post_tags: texts((options, tags) => {
    options.postTags = tags;
  }),
  order: text((options, order) => {
    options.order = order.toLowerCase() === 'score' ? 'score' : 'none';
  }),
  highlight_filter: ignoredFlag,
  fragment_size: int((options, size) => {
    options.fragmentSize = size;
  }),
  number_of_fragments: int((options, number) => {
    options.numberOfFragments = number;
  }),
  require_field_match: boolean((options, required) => {
    options.requireFieldMatch = required;
  }),
  boundary_scanner: text((options, name) => {
    options.boundaryScanner = boundaryScanner(name);
  }),
  boundary_max_scan: int((options, distance) => {
    options.boundaryMaxScan = distance;
  }),
  boundary_chars: text((options, chars) => {
    options.boundaryChars = chars;
  }),
  // Sentences and words are split the same way for all locales.
  boundary_scanner_locale: text(() => {}),
  type: text((options, type) => {
    options.type = type;
  }),
  fragmenter: text((options, fragmenter) => {
    options.fragmenter = fragmenter;
  }),
  no_match_size: int((options, size) => {
    options.noMatchSize = size;
  }),
  force_source: ignoredFlag,
  phrase_limit: int((options, limit) => {
    options.phraseLimit = limit;
  }),
  max_analyzer_offset: {
    takes: NUMBER,
    set: (options, _value, json, key) => {
      options.maxAnalyzerOffset = intAt(json, key);
    },
  },
  // Options for highlighters of plugins, of which there are none.
  options: { takes: OBJECT, set: () => {} },
  highlight_query: {
    takes: OBJECT,
    set: (options, _value, json) => {
      options.query = parseQueryAt(json, 'highlight_query');
    },
  },
};

const OF_FIELD: Readonly<Record<string, OptionReader>> = {
  ...COMMON,
  fragment_offset: int((options, offset) => {
    options.fragmentOffset = offset;
  }),
  matched_fields: texts((options, fields) => {
    options.matchedFields = fields;
  }),
};

const OF_ALL: Readonly<Record<string, OptionReader>> = {
  ...COMMON,
  tags_schema: text((options, schema) => {
    [options.preTags, options.postTags] = tagsOfSchema(schema);
  }),
  encoder: text((options, encoder) => {
    options.encoder = encoder === 'html' ? 'html' : 'default';
  }),
};

export function readHighlight(json: JsonObject): HighlightSpec {
  const options = readOptions('highlight', json, DEFAULTS, { ...OF_ALL, fields: FIELDS });
  const { fields } = json;
  return { fields: fields === undefined ? [] : readFields(json, fields as object, options) };
}

/** Validates the fields in their place among the options; they are read once all options, their defaults, are known. */
const FIELDS: OptionReader = {
  takes: ['object', 'array'],
  set: (_options, value, json) => void readFields(json, value as object, DEFAULTS),
};

function readFields(all: JsonObject, json: object, options: HighlightOptions): HighlightField[] {
  const objects: readonly JsonValue[] = Array.isArray(json) ? json : [json as JsonObject];
  return objects.flatMap((object, i) => {
    if (!isJsonObject(object) || (Array.isArray(json) && Object.keys(object).length !== 1)) {
      const reason =
        '[fields] can be a single object with any number of fields or an array where each entry is an object with a single field';
      throw Array.isArray(json) ? contentErrorAt(reason, json, i) : contentErrorAt(reason, all, 'fields');
    }
    return Object.keys(object).map((pattern) => ({
      pattern,
      options: parseMember('fields', object, pattern, () => readField(object, pattern, options)),
    }));
  });
}

function readField(container: JsonObject, pattern: string, options: HighlightOptions): HighlightOptions {
  const json = container[pattern];
  if (!isJsonObject(json)) {
    const reason = `[highlight_field] Expected START_OBJECT but was: ${tokenName(json)}`;
    throw contentErrorAt(reason, container, pattern);
  }
  return readOptions('highlight_field', json, options, OF_FIELD);
}

function readOptions(
  name: string,
  json: JsonObject,
  base: HighlightOptions,
  readers: Readonly<Record<string, OptionReader>>,
): HighlightOptions {
  const options: Options = { ...base };
  for (const [key, value] of Object.entries(json)) {
    if (!Object.hasOwn(readers, key)) throw unknownMember(name, json, key, Object.keys(readers));
    const { takes, set } = readers[key];
    if (!takes.includes(tokenOf(value))) {
      const reason = `[${name}] ${key} doesn't support values of type: ${tokenName(value)}`;
      throw contentErrorAt(reason, json, key);
    }
    parseMember(name, json, key, () => set(options, value, json, key));
  }
  const styled = json.tags_schema !== undefined;
  if (json.pre_tags !== undefined && json.post_tags === undefined && !styled) {
    throw parsingErrorAt('pre_tags are set but post_tags are not set', json, null, 'end');
  }
  return options;
}

function tokenOf(value: JsonValue): Token {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'array';
  if (typeof value === 'string' || typeof value === 'boolean') return typeof value as Token;
  return typeof value === 'number' || typeof value === 'bigint' ? 'number' : 'object';
}

function boundaryScanner(name: string): 'chars' | 'sentence' | 'word' {
  const known = name.toLowerCase();
  if (known === 'chars' || known === 'sentence' || known === 'word') return known;
  const type = 'org.opensearch.search.fetch.subphase.highlight.HighlightBuilder.BoundaryScannerType';
  throw illegalArgument(`No enum constant ${type}.${name.toUpperCase()}`);
}

const STYLED_TAGS = 10;

function tagsOfSchema(schema: string): [string[], string[]] {
  if (schema === 'default') return [['<em>'], ['</em>']];
  if (schema !== 'styled') throw illegalArgument(`Unknown tag schema [${schema}]`);
  return [Array.from({ length: STYLED_TAGS }, (_, i) => `<em class="hlt${i + 1}">`), ['</em>']];
}
