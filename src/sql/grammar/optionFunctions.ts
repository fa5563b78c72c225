/** Functions whose `name = value` arguments are options: relevance (both engines) and the legacy buckets. */
const NAMES = new Set([
  ...['match', 'matchquery', 'match_query', 'matchphrase', 'matchphrasequery', 'match_phrase'],
  ...['match_phrase_prefix', 'match_bool_prefix', 'multi_match', 'multimatch', 'multimatchquery'],
  ...[
    'simple_query_string',
    'query_string',
    'query',
    'wildcard_query',
    'wildcardquery',
    'highlight',
    'score',
  ],
  ...[
    'scorequery',
    'score_query',
    'date_histogram',
    'histogram',
    'date_range',
    'range',
    'terms',
    'geohash_grid',
  ],
  ...[
    'tophits',
    'topHits',
    'scripted_metric',
    'month',
    'stats',
    'extended_stats',
    'percentiles',
    'geo_bounds',
  ],
  ...['regexp_query', 'ids_query', 'in_terms', 'term', 'children', 'filter', 'geo_cell', 'geo_distance'],
]);

export function takesOptions(name: string): boolean {
  return NAMES.has(name.toLowerCase());
}
