import {
  aggregateFunctions,
  relevanceFunctions,
  relevanceOptions,
  scalarFunctions,
  windowFunctions,
} from '../../functions/index.ts';

/** The words of the original's V2 grammar: those of most scalar functions may be names, others need backticks. */

const SPECIAL = ['highlight', 'score', 'scorequery', 'score_query', 'typeof', 'nested'];

const scalarNames = scalarFunctions
  .filter(({ isOperator, beyond }) => !isOperator && !beyond)
  .flatMap(({ names }) => names);

const functionNames: ReadonlySet<string> = new Set([
  ...scalarNames,
  ...relevanceFunctions.flatMap(({ names }) => names),
  ...SPECIAL,
]);

const aggregateNames: ReadonlySet<string> = new Set(
  aggregateFunctions.filter(({ beyond }) => !beyond).flatMap(({ names }) => names),
);
const windowNames: ReadonlySet<string> = new Set(
  windowFunctions.filter(({ beyond }) => !beyond).flatMap(({ names }) => names),
);

export function isV2Function(name: string): boolean {
  return functionNames.has(name);
}

/** A full-text search: `name(field, query, option=value, …)`. */
export function isV2Search(name: string): boolean {
  return searchNames.has(name);
}

/** A full-text search that may stand behind a field and `=`. */
export function isV2SearchOfField(name: string): boolean {
  return SEARCHES_OF_FIELD.has(name);
}

const SEARCHES_OF_FIELD = new Set([
  ...['matchquery', 'match_query', 'matchphrase', 'match_phrase', 'multi_match', 'multimatch'],
]);

const searchNames: ReadonlySet<string> = new Set(relevanceFunctions.flatMap(({ names }) => names));

/** A full-text search of several fields, which are named in brackets. */
export function isV2SearchOfFields(name: string): boolean {
  return SEARCHES_OF_FIELDS.has(name);
}

const SEARCHES_OF_FIELDS = new Set([
  ...['multi_match', 'multimatch', 'multimatchquery', 'query_string', 'simple_query_string'],
]);

/** A unit of INTERVAL and EXTRACT: `DAY`, `DAY_HOUR`. */
export function isV2Unit(name: string): boolean {
  return UNIT.test(name);
}

const UNIT =
  /^(?:microsecond|second|minute|hour|day|week|month|quarter|year|year_month|day_hour|(?:day|hour)_minute|(?:day|hour|minute)_second|(?:day|hour|minute|second)_microsecond)$/i;

export function isV2Aggregate(name: string): boolean {
  return aggregateNames.has(name);
}

export function isV2Window(name: string): boolean {
  return windowNames.has(name);
}

/** `query`, `field` and `fields` name the positional arguments. */
const OPTION_NAMES = new Set([
  ...relevanceOptions.keys(),
  'auto_generate_synonyms_phrase',
  'query',
  'field',
  'fields',
]);

const HIGHLIGHT_OPTIONS = new Set(['pre_tags', 'post_tags']);

export function isV2Option(name: string, functionName: string): boolean {
  const names = functionName === 'highlight' ? HIGHLIGHT_OPTIONS : OPTION_NAMES;
  return names.has(name.toLowerCase());
}

/** Functions whose calls have rules of their own in the grammar: their words are no names. */
const OWN_FORMS = ['cosh', 'extract', 'get_format', 'position', 'timestampadd', 'timestampdiff'];

/** Keywords that may be names all the same. */
const ALLOWED: ReadonlySet<string> = new Set(
  [
    ...['count', 'sum', 'avg', 'max', 'min', 'first', 'last', 'type', 'typeof', 'nested'],
    ...['full', 'field', 'd', 't', 'ts'],
    ...scalarNames,
  ].filter((word) => !OWN_FORMS.includes(word)),
);

const WORDS = `
  all and as asc between boolean by case cast columns cross delete desc describe distinct div double else end escape
  exclude exists false float from group having in inner int integer interval is join like limit long minus missing
  natural not null nulls offset on or order outer over partition range regexp select show string tables term terms then
  true union using when where
  day_hour day_microsecond day_minute day_second hour_microsecond hour_minute hour_second minute_microsecond
  minute_second second_microsecond year_month
  date_histogram extended_stats geo_bounding_box geo_cell geo_distance geo_distance_range geo_intersects geo_polygon
  histogram in_terms include percentiles regexp_query reverse_nested stats tophits
  allow_leading_wildcard analyze_wildcard analyzer auto_generate_synonyms_phrase_query boost case_insensitive
  cutoff_frequency default_field default_operator enable_position_increments fields filter flags fuzziness
  fuzzy_max_expansions fuzzy_prefix_length fuzzy_rewrite fuzzy_transpositions lenient low_freq_operator
  max_determinized_states max_expansions minimum_should_match operator phrase_slop post_tags pre_tags prefix_length
  quote_analyzer quote_field_suffix rewrite slop tie_breaker time_zone zero_terms_query
`;

/** Words that are no names in V2 without backticks, in lower case. */
export const V2_KEYWORDS: ReadonlySet<string> = new Set(
  [...WORDS.trim().split(/\s+/), ...functionNames, ...aggregateNames, ...windowNames].filter(
    (word) => !ALLOWED.has(word),
  ),
);
