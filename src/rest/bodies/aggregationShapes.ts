import { aggregationTypes } from '../../aggregation/index.ts';
import {
  type BodyShape,
  byKey,
  field,
  flag,
  free,
  list,
  members,
  object,
  ref,
  startingWith,
  words,
} from './shape.ts';
import { AGGREGATION_START, aggregationStarts, FIELD_START, PATH_START } from './starts.ts';

type Members = Readonly<Record<string, BodyShape>>;

const script = ref('script');
const query = ref('query');
const values: Members = { field, ...members('missing value_type format'), script };
const bounds = object(members('min max'));
const order = byKey('name', words('asc', 'desc'));
const ranges = list(object(members('key from to')));
const calendar = words('minute', 'hour', 'day', 'week', 'month', 'quarter', 'year');
const limits: Members = {
  ...members('size shard_size min_doc_count shard_min_doc_count'),
  order,
  show_term_doc_count_error: flag,
  collect_mode: words('breadth_first', 'depth_first'),
};
const chosen = members('include exclude');
const hint = words('map', 'global_ordinals');
const bucketsPath = members('buckets_path format', { gap_policy: words('skip', 'insert_zeros') });
const tiles: Members = { ...values, ...members('precision size shard_size'), bounds: free };
const heuristics = Object.fromEntries(
  ['jlh', 'percentage', 'chi_square', 'mutual_information', 'gnd'].map((name) => [
    name,
    object(members('include_negatives background_is_superset')),
  ]),
);
const significant: Members = {
  ...chosen,
  ...members('size shard_size min_doc_count shard_min_doc_count'),
  background_filter: query,
  ...heuristics,
};
const numbers: Members = {
  ...values,
  keyed: flag,
  tdigest: object(members('compression')),
  hdr: object(members('number_of_significant_value_digits')),
};
const intervals: Members = {
  ...values,
  ...members('offset min_doc_count'),
  order,
  keyed: flag,
  extended_bounds: bounds,
  hard_bounds: bounds,
};
const weighed = object({ field, ...members('missing'), script });

/** Not listed: aggregations with the members of `values`, and pipelines with those of `bucketsPath`. */
const shapes: Readonly<Record<string, Members>> = {
  terms: { ...values, ...limits, ...chosen, execution_hint: hint },
  multi_terms: { terms: list(object({ field, missing: free })), ...limits },
  rare_terms: { ...values, ...chosen, ...members('max_doc_count precision') },
  significant_terms: { ...values, ...significant, execution_hint: hint },
  significant_text: { ...significant, field, source_fields: list(field), filter_duplicate_text: flag },
  cardinality: { field, ...members('missing value_type precision_threshold'), script },
  extended_stats: { ...values, ...members('sigma') },
  histogram: { ...intervals, interval: free },
  date_histogram: {
    ...intervals,
    calendar_interval: calendar,
    fixed_interval: words('30s', '1m', '1h', '12h', '1d'),
    time_zone: free,
  },
  auto_date_histogram: {
    ...values,
    ...members('buckets time_zone'),
    minimum_interval: words('second', 'minute', 'hour', 'day', 'month', 'year'),
  },
  variable_width_histogram: { ...values, ...members('buckets shard_size initial_buffer') },
  range: { ...values, ranges, keyed: flag },
  date_range: { ...values, ranges, keyed: flag, time_zone: free },
  ip_range: { ...values, ranges: list(object(members('key from to mask'))), keyed: flag },
  geo_distance: {
    ...values,
    ranges,
    ...members('origin unit'),
    keyed: flag,
    distance_type: words('arc', 'plane'),
  },
  geohash_grid: tiles,
  geotile_grid: tiles,
  geo_bounds: { ...values, wrap_longitude: flag },
  percentiles: { ...numbers, percents: free },
  percentile_ranks: { ...numbers, values: free },
  median_absolute_deviation: { ...values, compression: free },
  weighted_avg: { value: weighed, weight: weighed, ...members('format value_type') },
  scripted_metric: {
    init_script: script,
    map_script: script,
    combine_script: script,
    reduce_script: script,
    params: free,
  },
  matrix_stats: { fields: list(field), ...members('missing mode') },
  top_hits: {
    ...members('from size stored_fields docvalue_fields script_fields'),
    sort: ref('sort'),
    _source: field,
    fields: list(field),
    highlight: ref('highlight'),
    explain: flag,
    version: flag,
    seq_no_primary_term: flag,
    track_scores: flag,
  },
  sampler: members('shard_size'),
  diversified_sampler: { ...values, ...members('shard_size max_docs_per_value'), execution_hint: hint },
  adjacency_matrix: { separator: free, filters: byKey('name', query) },
  filters: {
    filters: { ...byKey('name', query), members: {} },
    other_bucket: flag,
    ...members('other_bucket_key'),
  },
  nested: { path: field },
  reverse_nested: { path: field },
  children: members('type'),
  parent: members('type'),
  global: {},
  composite: { sources: list(byKey('name', ref('compositeSource'))), ...members('size after') },
  moving_fn: { ...bucketsPath, script, ...members('window shift') },
  moving_avg: {
    ...bucketsPath,
    model: words('simple', 'linear', 'ewma', 'holt', 'holt_winters'),
    ...members('window settings predict'),
    minimize: flag,
  },
  bucket_script: { ...bucketsPath, script },
  bucket_selector: { ...members('buckets_path gap_policy'), script },
  bucket_sort: { sort: ref('sort'), ...members('from size gap_policy') },
  cumulative_sum: members('buckets_path format'),
  derivative: { ...bucketsPath, unit: free },
  serial_diff: { ...bucketsPath, lag: free },
  percentiles_bucket: { ...bucketsPath, percents: free, keyed: flag },
  extended_stats_bucket: { ...bucketsPath, sigma: free },
};

function shapeOf(name: string, family: string): BodyShape {
  if (name === 'filter') return query;
  const isPipeline = family === 'pipeline';
  const own = shapes[name] ?? (isPipeline ? bucketsPath : values);
  const start = aggregationStarts[name] ?? (isPipeline ? PATH_START : own.field && FIELD_START);
  const shape = object(own, `a ${family} aggregation`);
  return start === undefined ? shape : startingWith(start, shape);
}

const types = Object.fromEntries(
  [...aggregationTypes.values()].map(({ name, family }) => [name, shapeOf(name, family)]),
);

const composite: Members = { ...values, missing_bucket: flag, order: words('asc', 'desc') };
const { interval, calendar_interval, fixed_interval, time_zone, offset } = {
  ...shapes.histogram,
  ...shapes.date_histogram,
};

/** The shapes of aggregations, by name. */
export const aggregationShapes: Readonly<Record<string, BodyShape>> = {
  aggregations: startingWith(AGGREGATION_START, byKey('name', ref('aggregation'))),
  aggregation: object({
    ...types,
    aggs: ref('aggregations'),
    aggregations: ref('aggregations'),
    meta: free,
  }),
  compositeSource: object({
    terms: object(composite),
    histogram: object({ ...composite, interval }),
    date_histogram: object({ ...composite, calendar_interval, fixed_interval, time_zone, offset }),
    geotile_grid: object({ ...composite, precision: free }),
  }),
};
