import {
  checkToken,
  illegalArgument,
  isJsonObject,
  type JsonObject,
  type JsonValue,
  stringifyJson,
  unknownMember,
} from '../../common/index.ts';
import {
  contentErrorAt,
  isScalar,
  parseMember,
  parsingErrorAt,
  readBoolean,
  readInt,
  readNumber,
  readText,
  tokenName,
} from '../../query/index.ts';
import { compileMustache, type MustacheTemplate } from '../../script/index.ts';
import { readGeneratorOption, readSize, SPELLING_DEFAULTS, type SpellingOptions } from './spelling.ts';
import { fieldOf } from './suggestOptions.ts';
import { DEFAULT_SMOOTHING, readSmoothing, type Smoothing } from './wordScorer.ts';

/** A source of candidates. */
export interface Generator {
  readonly field: string;
  readonly size: number;
  readonly spelling: SpellingOptions;
  /** Analyzers for typed words before, and candidates after the comparison. */
  readonly preFilter: string | null;
  readonly postFilter: string | null;
}

/** A query that must find documents for a correction. */
export interface Collate {
  /** Compiled on the shards, so that a malformed template is a shard failure. */
  readonly template: () => MustacheTemplate;
  readonly params: JsonObject;
  /** Corrections without matches are kept and marked. */
  readonly prune: boolean;
}

export interface PhraseSpec {
  readonly field: string;
  readonly analyzer: string | null;
  readonly size: number;
  readonly shardSize: number | null;
  /** `null` for the shingle size of the field's analyzer, or 1. */
  readonly gramSize: number | null;
  readonly realWordLikelihood: number;
  readonly confidence: number;
  readonly maxErrors: number;
  readonly separator: string;
  readonly forceUnigrams: boolean;
  readonly tokenLimit: number;
  readonly smoothing: Smoothing;
  readonly tags: readonly [string, string] | null;
  readonly generators: readonly Generator[];
  readonly collate: Collate | null;
}

type Spec = { -readonly [K in keyof PhraseSpec]: PhraseSpec[K] };

function checked(value: number, holds: boolean, reason: string): number {
  if (holds) return value;
  throw illegalArgument(reason);
}

const SCALARS: Readonly<Record<string, (spec: Spec, value: JsonValue) => void>> = {
  field: () => {},
  analyzer(spec, value) {
    spec.analyzer = readText(value);
  },
  size(spec, value) {
    spec.size = readSize(value);
  },
  shard_size(spec, value) {
    spec.shardSize = readInt(value);
  },
  gram_size(spec, value) {
    const size = readInt(value);
    spec.gramSize = checked(size, size >= 1, 'gramSize must be >= 1');
  },
  real_word_error_likelihood(spec, value) {
    const likelihood = Math.fround(readNumber(value));
    spec.realWordLikelihood = checked(likelihood, likelihood > 0, 'real_word_error_likelihood must be > 0.0');
  },
  confidence(spec, value) {
    const confidence = Math.fround(readNumber(value));
    spec.confidence = checked(confidence, confidence >= 0, 'confidence must be >= 0.0');
  },
  max_errors(spec, value) {
    const errors = readNumber(value);
    spec.maxErrors = checked(errors, errors > 0, 'max_error must be > 0.0');
  },
  separator(spec, value) {
    spec.separator = readText(value);
  },
  force_unigrams(spec, value) {
    spec.forceUnigrams = readBoolean(value);
  },
  token_limit(spec, value) {
    const limit = readInt(value);
    spec.tokenLimit = checked(limit, limit >= 1, 'token_limit must be >= 1');
  },
};

const OBJECTS: Readonly<Record<string, (spec: Spec, json: JsonObject) => void>> = {
  smoothing(spec, json) {
    spec.smoothing = readSmoothing(json);
  },
  highlight(spec, json) {
    spec.tags = readTags(json);
  },
  collate(spec, json) {
    spec.collate = readCollate(json);
  },
};

export function readPhraseSpec(json: JsonObject): PhraseSpec {
  const spec: Spec = {
    field: '',
    analyzer: null,
    size: 5,
    shardSize: null,
    gramSize: null,
    realWordLikelihood: Math.fround(0.95),
    confidence: 1,
    maxErrors: 0.5,
    separator: ' ',
    forceUnigrams: true,
    tokenLimit: 10,
    smoothing: DEFAULT_SMOOTHING,
    tags: null,
    generators: [],
    collate: null,
  };
  for (const [key, value] of Object.entries(json)) readOption(spec, json, key, value);
  spec.field = fieldOf(json);
  return spec;
}

function readOption(spec: Spec, json: JsonObject, key: string, value: JsonValue): void {
  if (isScalar(value)) {
    if (!Object.hasOwn(SCALARS, key)) throw unknownOption(json, key);
    SCALARS[key](spec, value);
  } else if (key === 'direct_generator' && Array.isArray(value)) {
    spec.generators = value.map((item, i) => {
      if (!isJsonObject(item))
        throw parsingErrorAt(`suggester[phrase] doesn't support field [${key}]`, value, i);
      return readGenerator(item);
    });
  } else if (isJsonObject(value) && Object.hasOwn(OBJECTS, key)) OBJECTS[key](spec, value);
  else throw parsingErrorAt(`suggester[phrase]  doesn't support array field [${key}]`, json, key);
}

function unknownOption(json: JsonObject, key: string) {
  return parsingErrorAt(`suggester[phrase] doesn't support field [${key}]`, json, key);
}

function readTags(json: JsonObject): readonly [string, string] | null {
  const unknown = Object.keys(json).find((key) => key !== 'pre_tag' && key !== 'post_tag');
  if (unknown !== undefined) {
    const reason = `suggester[phrase][highlight] doesn't support field [${unknown}]`;
    throw parsingErrorAt(reason, json, unknown);
  }
  const { pre_tag: pre, post_tag: post } = json;
  if (pre === undefined && post === undefined) return null;
  if (pre === undefined || post === undefined)
    throw illegalArgument('Pre and post tag must both be null or both not be null.');
  return [readText(pre), readText(post)];
}

const TEXT = ['VALUE_STRING'];
const NUMBER = ['VALUE_NUMBER', 'VALUE_STRING'];
const GENERATOR_TOKENS: ReadonlyMap<string, readonly string[]> = new Map([
  ...['field', 'suggest_mode', 'sort', 'string_distance', 'pre_filter', 'post_filter'].map(
    (key) => [key, TEXT] as const,
  ),
  ...['size', 'accuracy', 'max_edits', 'max_inspections', 'max_term_freq'].map(
    (key) => [key, NUMBER] as const,
  ),
  ...['prefix_length', 'min_word_length', 'min_doc_freq'].map((key) => [key, NUMBER] as const),
]);

function readGenerator(json: JsonObject): Generator {
  const spelling = { ...SPELLING_DEFAULTS };
  const own = {
    field: null as string | null,
    size: 5,
    preFilter: null as string | null,
    postFilter: null as string | null,
  };
  const readers: Readonly<Record<string, (value: JsonValue) => void>> = {
    field(value) {
      own.field = readText(value);
    },
    size(value) {
      const size = readInt(value);
      own.size = checked(size, size > 0, 'Size must be positive');
    },
    pre_filter(value) {
      own.preFilter = readText(value);
    },
    post_filter(value) {
      own.postFilter = readText(value);
    },
  };
  for (const [key, value] of Object.entries(json)) {
    const tokens = GENERATOR_TOKENS.get(key);
    if (tokens === undefined) throw unknownMember('direct_generator', json, key, GENERATOR_TOKENS.keys());
    checkToken('direct_generator', json, key, tokens);
    parseMember('direct_generator', json, key, () => {
      if (Object.hasOwn(readers, key)) readers[key](value);
      else readGeneratorOption(spelling, key, value);
    });
  }
  if (own.field === null) throw illegalArgument('Required [field]');
  return { ...own, field: own.field, spelling };
}

function readCollate(json: JsonObject): Collate | null {
  const unknown = Object.keys(json).find((key) => !['query', 'params', 'prune'].includes(key));
  if (unknown !== undefined) {
    const reason = `suggester[phrase][collate] doesn't support field [${unknown}]`;
    throw parsingErrorAt(reason, json, unknown);
  }
  const { query, params, prune = false } = json;
  if (![true, false, 'true', 'false'].includes(prune as boolean | string)) {
    const reason = "suggester[phrase][collate] prune must be either 'true' or 'false'";
    throw parsingErrorAt(reason, json, 'prune');
  }
  if (query === undefined) return null;
  const source = templateOf(query);
  return {
    template: () => compileMustache(source),
    params: params !== undefined && isJsonObject(params) ? params : {},
    prune: prune === true || prune === 'true',
  };
}

function templateOf(query: JsonValue): string {
  if (!isJsonObject(query)) return readText(query);
  for (const key of Object.keys(query)) {
    if (!['source', 'inline', 'id', 'stored', 'lang', 'options', 'params'].includes(key))
      throw contentErrorAt(`[script] unknown field [${key}]`, query, key, 'key');
  }
  const key = query.source === undefined ? 'inline' : 'source';
  const source = query[key];
  if (source === undefined) {
    throw illegalArgument('must specify either [source] for an inline script or [id] for a stored script');
  }
  if (typeof source === 'string') return source;
  if (isJsonObject(source)) return stringifyJson(source);
  throw contentErrorAt(`[script] ${key} doesn't support values of type: ${tokenName(source)}`, query, key);
}
