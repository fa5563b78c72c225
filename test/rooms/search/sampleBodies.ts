import type { JsonObject } from '../../../src/common/index.ts';

/** Bodies that hold every object that a part of a search may have: one a row of its table. */

const term = { term: { f: { value: 'x' } } };
const spanTerm = { span_term: { t: { value: 'x' } } };
const innerHits = { inner_hits: { name: 'n', size: 1, sort: [{ f: { order: 'asc' } }] } };
const script = { source: '1', params: {} };
const point = { lat: 1, lon: 2 };

/** Clause → its body. */
export const sampleClauses: Readonly<Record<string, JsonObject>> = {
  bool: { must: [term], should: term, filter: [], must_not: [], minimum_should_match: 1 },
  boosting: { positive: term, negative: term, negative_boost: 0.5 },
  common: { t: { query: 'x', minimum_should_match: { low_freq: 1, high_freq: 1 } } },
  constant_score: { filter: term },
  dis_max: { queries: [term], tie_breaker: 0.5 },
  distance_feature: { field: 'd', origin: '2024-01-01', pivot: '1d' },
  exists: { field: 'f' },
  field_masking_span: { query: spanTerm, field: 'f' },
  function_score: {
    query: term,
    functions: [
      { filter: term, weight: 2 },
      { field_value_factor: { field: 'n', factor: 1 } },
      { random_score: { seed: 1, field: 'n' } },
      { gauss: { n: { origin: 1, scale: 1, decay: 0.5 } } },
      { script_score: { script } },
    ],
  },
  fuzzy: { f: { value: 'x', fuzziness: 1 } },
  geo_bounding_box: { p: { top_left: { lat: 3, lon: 1 }, bottom_right: point } },
  geo_distance: { p: point, distance: '1km' },
  geo_polygon: { p: { points: [point, { lat: 2, lon: 2 }, { lat: 2, lon: 3 }] } },
  geo_shape: { p: { shape: { type: 'point', coordinates: [1, 2] }, relation: 'intersects' } },
  has_child: { type: 'c', query: term, ...innerHits },
  has_parent: { parent_type: 'p', query: term, ...innerHits },
  ids: { values: ['1'] },
  intervals: {
    t: {
      all_of: {
        intervals: [
          { match: { query: 'x', filter: { containing: { match: { query: 'y' } } } } },
          { any_of: { intervals: [{ prefix: { prefix: 'x' } }, { wildcard: { pattern: 'x' } }] } },
          { fuzzy: { term: 'x', fuzziness: 1 } },
        ],
        filter: { script },
      },
    },
  },
  knn: { v: { vector: [1, 2], k: 1 } },
  match: { t: { query: 'x', operator: 'and' } },
  match_all: { boost: 1 },
  match_bool_prefix: { t: { query: 'x' } },
  match_none: { boost: 1 },
  match_phrase: { t: { query: 'x', slop: 1 } },
  match_phrase_prefix: { t: { query: 'x' } },
  more_like_this: { fields: ['t'], like: ['x', { _index: 'i', _id: '1' }], unlike: [{ _id: '2' }] },
  multi_match: { query: 'x', fields: ['t'] },
  nested: { path: 'o', query: term, ...innerHits },
  parent_id: { type: 'c', id: '1' },
  percolate: { field: 'q', document: {} },
  prefix: { f: { value: 'x' } },
  query_string: { query: 'x', fields: ['t'] },
  range: { n: { gte: 1, lt: 2 } },
  rank_feature: { field: 'r', saturation: { pivot: 1 } },
  regexp: { f: { value: 'x' } },
  script: { script },
  script_score: { query: term, script },
  simple_query_string: { query: 'x', fields: ['t'] },
  span_containing: { big: spanTerm, little: spanTerm },
  span_first: { match: spanTerm, end: 1 },
  span_multi: { match: { prefix: { t: { value: 'x' } } } },
  span_near: { clauses: [spanTerm, { span_gap: { t: 1 } }, spanTerm], slop: 1 },
  span_not: { include: spanTerm, exclude: spanTerm },
  span_or: { clauses: [spanTerm] },
  span_term: { t: { value: 'x' } },
  span_within: { big: spanTerm, little: spanTerm },
  term: { f: { value: 'x' } },
  terms: { f: { index: 'i', id: '1', path: 'f' } },
  terms_set: { f: { terms: ['x'], minimum_should_match_script: script } },
  wildcard: { f: { value: 'x' } },
  wrapper: { query: 'eyJtYXRjaF9hbGwiOnt9fQ==' },
};

const field = { field: 'n' };
const dates = { field: 'd', calendar_interval: 'month' };
const bounds = { min: 1, max: 2 };
const pipeline = { buckets_path: 'x' };

/** Aggregation → its body. */
export const sampleAggregations: Readonly<Record<string, JsonObject>> = {
  adjacency_matrix: { filters: { a: term } },
  auto_date_histogram: { field: 'd', buckets: 2 },
  avg: field,
  avg_bucket: pipeline,
  bucket_script: { buckets_path: { a: 'x' }, script },
  bucket_selector: { buckets_path: { a: 'x' }, script },
  bucket_sort: { sort: [{ a: { order: 'asc' } }], size: 1 },
  cardinality: field,
  children: { type: 'c' },
  composite: {
    sources: [
      { a: { terms: { field: 'f' } } },
      { b: { histogram: { field: 'n', interval: 1 } } },
      { c: { date_histogram: { field: 'd', fixed_interval: '1d' } } },
    ],
  },
  cumulative_sum: pipeline,
  date_histogram: { ...dates, extended_bounds: bounds, hard_bounds: bounds, order: { _key: 'asc' } },
  date_range: { field: 'd', ranges: [{ from: '2024-01-01', to: '2025-01-01', key: 'k' }] },
  derivative: pipeline,
  diversified_sampler: { field: 'f', shard_size: 1 },
  extended_stats: field,
  extended_stats_bucket: pipeline,
  filter: term,
  filters: { filters: { a: term }, other_bucket: true },
  geo_bounds: { field: 'p' },
  geo_centroid: { field: 'p' },
  geo_distance: { field: 'p', origin: '1,2', ranges: [{ from: 1, to: 2 }] },
  geohash_grid: { field: 'p', bounds: { top_left: { lat: 3, lon: 1 }, bottom_right: point } },
  geotile_grid: { field: 'p' },
  global: {},
  histogram: { ...field, interval: 1, extended_bounds: bounds, hard_bounds: bounds, order: { _key: 'asc' } },
  ip_range: { field: 'ip', ranges: [{ mask: '10.0.0.0/8', key: 'k' }] },
  matrix_stats: { fields: ['n'], missing: { n: 1 } },
  max: field,
  max_bucket: pipeline,
  median_absolute_deviation: field,
  min: field,
  min_bucket: pipeline,
  missing: field,
  moving_avg: { ...pipeline, model: 'ewma', settings: { alpha: 0.5 } },
  moving_fn: { ...pipeline, window: 1, script: '1' },
  multi_terms: { terms: [{ field: 'f' }, { field: 'n' }], order: { _key: 'asc' } },
  nested: { path: 'o' },
  parent: { type: 'c' },
  percentile_ranks: { ...field, values: [1], hdr: { number_of_significant_value_digits: 3 } },
  percentiles: { ...field, percents: [1], tdigest: { compression: 100 } },
  percentiles_bucket: pipeline,
  range: { ...field, ranges: [{ from: 1, to: 2, key: 'k' }] },
  rare_terms: { field: 'f' },
  reverse_nested: { path: 'o' },
  sampler: { shard_size: 1 },
  scripted_metric: {
    init_script: script,
    map_script: script,
    combine_script: script,
    reduce_script: script,
    params: {},
  },
  serial_diff: pipeline,
  significant_terms: { field: 'f', mutual_information: { include_negatives: true }, background_filter: term },
  significant_text: { field: 't', script_heuristic: { script } },
  stats: field,
  stats_bucket: pipeline,
  sum: field,
  sum_bucket: pipeline,
  terms: { field: 'f', include: { partition: 0, num_partitions: 2 }, order: { _count: 'asc' } },
  top_hits: {
    size: 1,
    sort: [{ f: { order: 'asc' } }],
    _source: { includes: ['f'] },
    highlight: { fields: { t: { type: 'plain' } } },
    script_fields: { s: { script } },
  },
  value_count: field,
  variable_width_histogram: { ...field, buckets: 2 },
  weighted_avg: { value: field, weight: { field: 'n', missing: 1 } },
};

/** The other members of a search that are objects, or hold some. */
export const sampleSearches: readonly JsonObject[] = [
  { _source: { includes: ['a'], excludes: ['b'] } },
  { docvalue_fields: [{ field: 'd', format: 'x' }], fields: [{ field: 'd', format: 'x' }] },
  { script_fields: { s: { script, ignore_failure: true } } },
  {
    sort: [
      { f: { order: 'asc', nested: { path: 'o', filter: term, max_children: 1 } } },
      { _score: { order: 'asc' } },
      { _geo_distance: { p: [point], unit: 'km' } },
      { _script: { type: 'number', script, order: 'asc' } },
    ],
  },
  { highlight: { fields: { t: { highlight_query: term } }, highlight_query: term } },
  { rescore: [{ window_size: 1, query: { rescore_query: term, query_weight: 1 } }] },
  { collapse: { field: 'f', inner_hits: { name: 'n', size: 1, sort: ['f'], collapse: { field: 'n' } } } },
  { slice: { id: 0, max: 2, field: 'n' } },
  { pit: { id: 'x', keep_alive: '1m' } },
  { post_filter: term, indices_boost: [{ i: 1 }], ext: {} },
  {
    suggest: {
      text: 'x',
      a: { term: { field: 't' } },
      b: {
        phrase: {
          field: 't',
          direct_generator: [{ field: 't' }],
          highlight: { pre_tag: '<', post_tag: '>' },
          smoothing: { laplace: { alpha: 0.5 } },
          collate: { query: { source: '{}' }, params: {}, prune: true },
        },
      },
      c: { prefix: 'x', completion: { field: 's', fuzzy: { fuzziness: 1 }, skip_duplicates: true } },
      d: { regex: 'x', completion: { field: 's', regex: { max_determinized_states: 1 }, contexts: {} } },
    },
  },
];
