import { CLAUSES } from '../../query/index.ts';
import {
  type BodyShape,
  byKey,
  field,
  flag,
  free,
  index,
  list,
  members,
  object,
  ref,
  words,
} from './shape.ts';
import { clauseStarts } from './starts.ts';

const query = ref('query');
const operator = words('and', 'or');
const scoreMode = words('none', 'avg', 'sum', 'max', 'min');
const fuzziness = words('AUTO', 0, 1, 2);
const validation = words('STRICT', 'COERCE', 'IGNORE_MALFORMED');
const distanceType = words('arc', 'plane');
const zeroTerms = words('none', 'all');

/** `{"match": {"title": {"query": …}}}`. */
function ofField(plain: string, others: Readonly<Record<string, BodyShape>> = {}): BodyShape {
  return byKey('field', object({ ...members(plain, others), boost: free, _name: free }));
}

function of(plain: string, others: Readonly<Record<string, BodyShape>> = {}): BodyShape {
  return object({ ...members(plain, others), boost: free, _name: free });
}

/** A field beside options: `{"geo_distance": {"distance": "1km", "place": …}}`. */
function beside(options: BodyShape): BodyShape {
  return { ...options, keys: 'field', of: free };
}

const fuzzyText = { fuzziness, fuzzy_transpositions: flag };
const analyzed = 'query analyzer minimum_should_match';
const spans = ref('spans');
const scripted = ref('script');
const decay = byKey('field', object(members('origin scale offset decay')));

const scoreFunctions = {
  script_score: object({ script: scripted }),
  random_score: object(members('seed', { field })),
  field_value_factor: object(
    members('factor missing', {
      field,
      modifier: words('none', 'log', 'log1p', 'log2p', 'ln', 'ln1p', 'ln2p', 'square', 'sqrt', 'reciprocal'),
    }),
  ),
  gauss: decay,
  linear: decay,
  exp: decay,
  weight: free,
};

const text: Readonly<Record<string, BodyShape>> = {
  match: ofField(
    `${analyzed} prefix_length max_expansions fuzzy_rewrite cutoff_frequency auto_generate_synonyms_phrase_query`,
    { operator, ...fuzzyText, zero_terms_query: zeroTerms, lenient: flag },
  ),
  match_bool_prefix: ofField(`${analyzed} prefix_length max_expansions fuzzy_rewrite`, {
    operator,
    ...fuzzyText,
  }),
  match_phrase: ofField('query analyzer slop', { zero_terms_query: zeroTerms }),
  match_phrase_prefix: ofField('query analyzer slop max_expansions', { zero_terms_query: zeroTerms }),
  multi_match: of(
    `${analyzed} slop prefix_length max_expansions fuzzy_rewrite cutoff_frequency tie_breaker auto_generate_synonyms_phrase_query`,
    {
      fields: list(field),
      type: words('best_fields', 'most_fields', 'cross_fields', 'phrase', 'phrase_prefix', 'bool_prefix'),
      operator,
      ...fuzzyText,
      lenient: flag,
      zero_terms_query: zeroTerms,
    },
  ),
  query_string: of(
    `${analyzed} quote_analyzer max_determinized_states fuzzy_prefix_length fuzzy_max_expansions fuzzy_rewrite phrase_slop tie_breaker rewrite quote_field_suffix time_zone type`,
    {
      default_field: field,
      fields: list(field),
      default_operator: operator,
      allow_leading_wildcard: flag,
      analyze_wildcard: flag,
      escape: flag,
      lenient: flag,
      ...fuzzyText,
    },
  ),
  simple_query_string: of(`${analyzed} flags quote_field_suffix fuzzy_prefix_length fuzzy_max_expansions`, {
    fields: list(field),
    default_operator: operator,
    lenient: flag,
    analyze_wildcard: flag,
    fuzzy_transpositions: flag,
  }),
  common: ofField(`${analyzed} cutoff_frequency`, {
    low_freq_operator: operator,
    high_freq_operator: operator,
  }),
  more_like_this: of(
    'like unlike max_query_terms min_term_freq min_doc_freq max_doc_freq min_word_length max_word_length stop_words analyzer minimum_should_match boost_terms',
    { fields: list(field), include: flag, fail_on_unsupported_field: flag },
  ),
  intervals: byKey('field', ref('intervals')),
};

const terms: Readonly<Record<string, BodyShape>> = {
  term: ofField('value', { case_insensitive: flag }),
  terms: { keys: 'field', of: object(members('id path routing', { index })) },
  terms_set: ofField('terms', { minimum_should_match_field: field, minimum_should_match_script: scripted }),
  prefix: ofField('value rewrite', { case_insensitive: flag }),
  wildcard: ofField('value rewrite', { case_insensitive: flag }),
  regexp: ofField('value flags max_determinized_states rewrite', { case_insensitive: flag }),
  fuzzy: ofField('value prefix_length max_expansions rewrite', { fuzziness, transpositions: flag }),
  range: ofField('gt gte lt lte format time_zone', { relation: words('INTERSECTS', 'CONTAINS', 'WITHIN') }),
  exists: of('', { field }),
  ids: of('values'),
};

const compound: Readonly<Record<string, BodyShape>> = {
  bool: of('minimum_should_match', {
    must: list(query),
    should: list(query),
    filter: list(query),
    must_not: list(query),
  }),
  boosting: of('negative_boost', { positive: query, negative: query }),
  constant_score: of('', { filter: query }),
  dis_max: of('tie_breaker', { queries: list(query) }),
  function_score: of('max_boost min_score', {
    query,
    functions: list(object({ filter: query, ...scoreFunctions })),
    score_mode: words('multiply', 'sum', 'avg', 'first', 'max', 'min'),
    boost_mode: words('multiply', 'replace', 'sum', 'avg', 'max', 'min'),
    ...scoreFunctions,
  }),
  script_score: of('min_score', { query, script: scripted }),
  script: of('', { script: scripted }),
  nested: of('inner_hits', { path: field, query, score_mode: scoreMode, ignore_unmapped: flag }),
  has_child: of('type min_children max_children inner_hits', {
    query,
    score_mode: scoreMode,
    ignore_unmapped: flag,
  }),
  has_parent: of('parent_type inner_hits', { query, score: flag, ignore_unmapped: flag }),
  parent_id: of('type id', { ignore_unmapped: flag }),
  percolate: of('document documents id routing preference version name', { field, index }),
  match_all: of(''),
  match_none: of(''),
  wrapper: object(members('query')),
};

const near: Readonly<Record<string, BodyShape>> = {
  knn: ofField('vector k', { filter: query }),
  distance_feature: of('origin pivot', { field }),
  rank_feature: of('', {
    field,
    saturation: object(members('pivot')),
    log: object(members('scaling_factor')),
    sigmoid: object(members('pivot exponent')),
    linear: free,
  }),
  geo_distance: beside(
    of('distance', { distance_type: distanceType, validation_method: validation, ignore_unmapped: flag }),
  ),
  geo_bounding_box: beside(
    of('', { type: words('memory', 'indexed'), validation_method: validation, ignore_unmapped: flag }),
  ),
  geo_polygon: beside(of('', { validation_method: validation, ignore_unmapped: flag })),
  geo_shape: {
    ...of('', { ignore_unmapped: flag }),
    keys: 'field',
    of: object(
      members('shape', {
        relation: words('intersects', 'disjoint', 'within', 'contains'),
        indexed_shape: object(members('id path routing', { index })),
      }),
    ),
  },
};

const spanClauses: Readonly<Record<string, BodyShape>> = {
  span_term: ofField('value'),
  span_near: of('slop', { clauses: list(spans), in_order: flag }),
  span_or: of('', { clauses: list(spans) }),
  span_not: of('dist pre post', { include: spans, exclude: spans }),
  span_first: of('end', { match: spans }),
  span_containing: of('', { big: spans, little: spans }),
  span_within: of('', { big: spans, little: spans }),
  span_multi: of('', { match: query }),
  field_masking_span: of('', { query: spans, field }),
};

/** By the name of the clause. Clauses that are not listed have no members to complete. */
const clauseShapes: Readonly<Record<string, BodyShape>> = {
  ...compound,
  ...text,
  ...terms,
  ...near,
  ...spanClauses,
};

/** Offered first, because they are used most. */
const USUAL = ['match', 'term', 'range', 'bool', 'match_all', 'terms', 'exists', 'knn', 'multi_match'];

function rank({ names: [name] }: (typeof CLAUSES)[number]): number {
  const at = USUAL.indexOf(name);
  return at === -1 ? USUAL.length : at;
}

const rows = CLAUSES.filter(({ doc }) => !doc.startsWith('refused')).sort((a, b) => rank(a) - rank(b));
const clauses = Object.fromEntries(
  rows.map(({ names: [name], doc }) => {
    const start = clauseStarts[name];
    return [name, { ...clauseShapes[name], doc, ...(start !== undefined && { start }) }];
  }),
);

/** The shapes of queries, by name. */
export const queryShapes: Readonly<Record<string, BodyShape>> = {
  query: object(clauses),
  spans: object(Object.fromEntries(Object.entries(clauses).filter(([name]) => name.includes('span')))),
  intervals: intervalShape(),
  script: object(members('source id params', { lang: words('painless', 'knn') })),
};

function intervalShape(): BodyShape {
  const intervals = ref('intervals');
  return object({
    match: object(members('query max_gaps analyzer', { ordered: flag, use_field: field })),
    prefix: object(members('prefix analyzer', { use_field: field })),
    wildcard: object(members('pattern analyzer', { use_field: field })),
    fuzzy: object(
      members('term prefix_length analyzer', { ...fuzzyText, transpositions: flag, use_field: field }),
    ),
    all_of: object(members('max_gaps', { intervals: list(intervals), ordered: flag })),
    any_of: object({ intervals: list(intervals) }),
  });
}
