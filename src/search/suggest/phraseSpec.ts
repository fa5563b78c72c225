import {
  checkToken,
  illegalArgument,
  isJsonObject,
  type JsonObject,
  type JsonValue,
  type OpenSearchError,
  unknownMember,
} from '../../common/index.ts';
import {
  booleanAt,
  intAt,
  isScalar,
  numberAt,
  parseMember,
  parsingErrorAt,
  readText,
  textAt,
} from '../../query/index.ts';
import {
  compileMustache,
  type MustacheTemplate,
  parseScriptSource,
  type ScriptSource,
} from '../../script/index.ts';
import {
  DEFAULT_SUGGESTIONS,
  GENERATOR_DEFAULTS,
  type GeneratorSpelling,
  readGeneratorOption,
  readSize,
} from './spelling.ts';
import { fieldOf, valuesAt } from './suggestOptions.ts';
import { DEFAULT_SMOOTHING, readSmoothing, type Smoothing } from './wordScorer.ts';

/** A source of candidates. */
export interface Generator {
  readonly field: string;
  readonly size: number;
  readonly spelling: GeneratorSpelling;
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

const SCALARS: Readonly<Record<string, (spec: Spec, json: JsonObject, key: string) => void>> = {
  field: () => {},
  analyzer(spec, json, key) {
    spec.analyzer = textAt(json, key);
  },
  size(spec, json, key) {
    spec.size = readSize(json, key);
  },
  shard_size(spec, json, key) {
    spec.shardSize = intAt(json, key);
  },
  gram_size(spec, json, key) {
    const size = intAt(json, key);
    spec.gramSize = checked(size, size >= 1, 'gramSize must be >= 1');
  },
  real_word_error_likelihood(spec, json, key) {
    const likelihood = Math.fround(numberAt(json, key));
    spec.realWordLikelihood = checked(likelihood, likelihood > 0, 'real_word_error_likelihood must be > 0.0');
  },
  confidence(spec, json, key) {
    const confidence = Math.fround(numberAt(json, key));
    spec.confidence = checked(confidence, confidence >= 0, 'confidence must be >= 0.0');
  },
  max_errors(spec, json, key) {
    const errors = numberAt(json, key);
    spec.maxErrors = checked(errors, errors > 0, 'max_error must be > 0.0');
  },
  separator(spec, json, key) {
    spec.separator = textAt(json, key);
  },
  force_unigrams(spec, json, key) {
    spec.forceUnigrams = booleanAt(json, key);
  },
  token_limit(spec, json, key) {
    const limit = intAt(json, key);
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
    size: DEFAULT_SUGGESTIONS,
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
    if (value === null || !Object.hasOwn(SCALARS, key)) throw unknownOption(json, key);
    SCALARS[key](spec, json, key);
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

/** Arrays count as what is in them, null is stepped over. */
function readTags(json: JsonObject): readonly [string, string] | null {
  const tags: { pre_tag?: string; post_tag?: string } = {};
  for (const key of Object.keys(json)) {
    if (isJsonObject(json[key])) throw endedByObject(json, key);
    for (const { container, at } of valuesAt(json, key)) {
      if (key !== 'pre_tag' && key !== 'post_tag') {
        const reason = `suggester[phrase][highlight] doesn't support field [${key}]`;
        throw parsingErrorAt(reason, container, at);
      }
      tags[key] = textAt(container, at);
    }
  }
  const { pre_tag: pre, post_tag: post } = tags;
  if (pre === undefined && post === undefined) return null;
  if (pre === undefined || post === undefined)
    throw illegalArgument('Pre and post tag must both be null or both not be null.');
  return [pre, post];
}

/** The original takes the end of an object within for the end of the highlight. */
function endedByObject(json: JsonObject, key: string): OpenSearchError {
  const names = Object.keys(json);
  const next = names[names.indexOf(key) + 1];
  if (next !== undefined) return unknownOption(json, next);
  const reason = 'Unexpected token [END_OBJECT] found after the main object.';
  return parsingErrorAt(reason, json, null, 'end');
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
  const spelling = { ...GENERATOR_DEFAULTS };
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
    size() {
      const size = intAt(json, 'size');
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
      else readGeneratorOption(spelling, json, key);
    });
  }
  if (own.field === null) throw illegalArgument('Required [field]');
  return { ...own, field: own.field, spelling };
}

function readCollate(json: JsonObject): Collate | null {
  let source: ScriptSource | null = null;
  let params: JsonObject = {};
  let prune = false;
  for (const key of Object.keys(json)) {
    const value = json[key];
    if (key === 'query') source = parseScriptSource(value, { container: json, key });
    else if (key === 'params') params = isJsonObject(value) ? value : {};
    else if (key !== 'prune') {
      throw parsingErrorAt(`suggester[phrase][collate] doesn't support field [${key}]`, json, key);
    } else if (value === true || value === 'true') prune = true;
    else if (value === false || value === 'false') prune = false;
    else {
      const reason = "suggester[phrase][collate] prune must be either 'true' or 'false'";
      throw parsingErrorAt(reason, json, key);
    }
  }
  const text = source?.source ?? null;
  return text === null ? null : { template: () => compileMustache(text), params, prune };
}
