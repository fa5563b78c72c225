import type { JsonObject, JsonValue } from '../../common/index.ts';
import { semanticError } from '../errors.ts';
import { relevanceOptions } from './relevanceOptions.ts';
import type { Examples } from './types.ts';

/** Full-text search functions: each corresponds to one query DSL clause. */
export interface RelevanceFunction {
  readonly names: readonly [string, ...string[]];
  /** What precedes the query text: a field, a list of fields, or nothing. */
  readonly target: 'field' | 'fields' | 'none';
  readonly options: readonly string[];
  /** Converts the query text for the clause; when absent it is used unchanged. */
  readonly ofText?: (text: string) => string;
  /** `fields` are `name` or `name^boost`; `query` is passed on without being inspected. */
  readonly build: (fields: readonly string[], query: JsonValue, options: JsonObject) => JsonObject;
  readonly doc: string;
  /** Evaluated over the index of the reference page. */
  readonly examples: Examples;
}

const oneField =
  (clause: string): RelevanceFunction['build'] =>
  ([field], query, options) => ({ [clause]: { [field]: { query, ...options } } });

const manyFields =
  (clause: string): RelevanceFunction['build'] =>
  (fields, query, options) => ({ [clause]: { query, fields: [...fields], ...options } });

const MATCH = [
  ...['analyzer', 'auto_generate_synonyms_phrase_query', 'boost', 'fuzziness', 'fuzzy_rewrite'],
  ...['fuzzy_transpositions', 'lenient', 'minimum_should_match', 'max_expansions', 'operator'],
  ...['prefix_length', 'zero_terms_query'],
];
const SIMPLE_QUERY_STRING = [
  ...[
    'analyzer',
    'analyze_wildcard',
    'auto_generate_synonyms_phrase_query',
    'boost',
    'default_operator',
    'flags',
  ],
  ...[
    'fuzzy_max_expansions',
    'fuzzy_prefix_length',
    'fuzzy_transpositions',
    'lenient',
    'minimum_should_match',
  ],
  'quote_field_suffix',
];
const QUERY_STRING = [
  ...[
    'analyzer',
    'escape',
    'allow_leading_wildcard',
    'analyze_wildcard',
    'auto_generate_synonyms_phrase_query',
  ],
  ...['boost', 'default_operator', 'enable_position_increments', 'fuzziness', 'fuzzy_max_expansions'],
  ...['fuzzy_prefix_length', 'fuzzy_transpositions', 'fuzzy_rewrite', 'tie_breaker', 'lenient', 'type'],
  ...[
    'max_determinized_states',
    'minimum_should_match',
    'quote_analyzer',
    'phrase_slop',
    'quote_field_suffix',
  ],
  ...['rewrite', 'time_zone'],
];

/** Converts SQL wildcards to the engine's; a backslash escapes the next character. */
export function toEngineWildcard(pattern: string): string {
  let out = '';
  for (let i = 0; i < pattern.length; i++) {
    const c = pattern[i];
    const next = pattern[i + 1];
    if (c === '\\' && (next === '%' || next === '_')) out += pattern[++i];
    else if (c === '\\' && (next === '*' || next === '?')) out += c + pattern[++i];
    else out += c === '%' ? '*' : c === '_' ? '?' : c;
  }
  return out;
}

export const relevanceFunctions: readonly RelevanceFunction[] = [
  {
    names: ['match', 'matchquery', 'match_query'],
    target: 'field',
    options: MATCH,
    build: oneField('match'),
    doc: 'Analysed words in a field.',
    examples: [["MATCH(note, 'tide')", 'Otter, Teal']],
  },
  {
    names: ['match_phrase', 'matchphrase', 'matchphrasequery'],
    target: 'field',
    options: ['analyzer', 'boost', 'slop', 'zero_terms_query'],
    build: oneField('match_phrase'),
    doc: 'Words in this order.',
    examples: [["MATCH_PHRASE(note, 'light wind')", 'Gull, Heron']],
  },
  {
    names: ['match_phrase_prefix'],
    target: 'field',
    options: ['analyzer', 'boost', 'max_expansions', 'slop', 'zero_terms_query'],
    build: oneField('match_phrase_prefix'),
    doc: 'Words in this order, the last one a prefix.',
    examples: [["MATCH_PHRASE_PREFIX(note, 'quick in a st')", 'Heron']],
  },
  {
    names: ['match_bool_prefix'],
    target: 'field',
    options: [
      ...['analyzer', 'boost', 'fuzziness', 'fuzzy_rewrite', 'fuzzy_transpositions', 'max_expansions'],
      ...['minimum_should_match', 'operator', 'prefix_length'],
    ],
    build: oneField('match_bool_prefix'),
    doc: 'Words, the last one a prefix.',
    examples: [["MATCH_BOOL_PREFIX(note, 'wai')", 'Teal']],
  },
  {
    names: ['multi_match', 'multimatch', 'multimatchquery'],
    target: 'fields',
    options: [
      ...['analyzer', 'auto_generate_synonyms_phrase_query', 'boost', 'cutoff_frequency', 'fuzziness'],
      ...['fuzzy_transpositions', 'lenient', 'max_expansions', 'minimum_should_match', 'operator'],
      ...['prefix_length', 'slop', 'tie_breaker', 'type', 'zero_terms_query'],
    ],
    build: manyFields('multi_match'),
    doc: 'Analysed words in several fields.',
    examples: [["MULTI_MATCH(['note', 'name'], 'tide')", 'Otter, Teal']],
  },
  {
    names: ['simple_query_string'],
    target: 'fields',
    options: SIMPLE_QUERY_STRING,
    build: manyFields('simple_query_string'),
    doc: 'A forgiving query language: `+ | - " * ( ) ~`.',
    examples: [["SIMPLE_QUERY_STRING(['note'], '+tide +quick', default_operator='AND')", 'Otter']],
  },
  {
    names: ['query_string'],
    target: 'fields',
    options: QUERY_STRING,
    build: manyFields('query_string'),
    doc: "Lucene's query language over fields.",
    examples: [["QUERY_STRING(['note'], 'wind AND storm')", 'Heron']],
  },
  {
    names: ['query'],
    target: 'none',
    options: QUERY_STRING,
    build: (_fields, query, options) => ({ query_string: { query, ...options } }),
    doc: "Lucene's query language, with field names in the text.",
    examples: [["QUERY('note:tide AND name:Teal')", 'Teal']],
  },
  {
    names: ['wildcard_query', 'wildcardquery'],
    target: 'field',
    options: ['boost', 'case_insensitive', 'rewrite'],
    ofText: toEngineWildcard,
    build: ([field], query, options) => ({ wildcard: { [field]: { value: query, ...options } } }),
    doc: '`%` or `*` any text, `_` or `?` one character.',
    examples: [["WILDCARD_QUERY(name, 'H*')", 'Heron']],
  },
];

const byName: ReadonlyMap<string, RelevanceFunction> = new Map(
  relevanceFunctions.flatMap((fn) => fn.names.map((name) => [name, fn] as const)),
);

export function relevanceByName(name: string): RelevanceFunction | undefined {
  return byName.get(name.toLowerCase());
}

/**
 * Options as properties of the clause. Throws SemanticCheckException for unknown, duplicate and malformed
 * ones.
 */
export function convertOptions(
  fn: RelevanceFunction,
  given: readonly (readonly [string, string])[],
): JsonObject {
  const out: JsonObject = {};
  for (const [written, value] of given) {
    const name = written.toLowerCase();
    const known = name === 'auto_generate_synonyms_phrase' ? 'auto_generate_synonyms_phrase_query' : name;
    const option = relevanceOptions.get(known);
    if (option === undefined || !fn.options.includes(known)) {
      throw semanticError(`Parameter ${name} is invalid for ${fn.names[0]} function.`);
    }
    if (Object.hasOwn(out, option.member)) {
      throw semanticError(`Parameter '${name}' can only be specified once.`);
    }
    out[option.member] = option.convert(value, name);
  }
  return out;
}
