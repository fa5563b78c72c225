import { relevanceByName } from '../functions/index.ts';

/** Functions of the legacy engine, and HIGHLIGHT. */
const NAMES: ReadonlySet<string> = new Set([
  ...['highlight', 'score', 'scorequery', 'score_query', 'date_histogram', 'histogram', 'date_range'],
  ...['range', 'terms', 'geohash_grid', 'tophits', 'scripted_metric', 'month', 'stats', 'extended_stats'],
  ...['percentiles', 'geo_bounds', 'regexp_query', 'ids_query', 'in_terms', 'term', 'children', 'filter'],
  ...['geo_cell', 'geo_distance'],
]);

/**
 * Whether a function's `name = value` arguments are options: relevance functions and the legacy engine's
 * bucket functions.
 */
export function takesOptions(name: string): boolean {
  return NAMES.has(name.toLowerCase()) || relevanceByName(name) !== undefined;
}
