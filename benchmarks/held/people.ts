import type { JsonObject } from '../../src/common/index.ts';
import { aggregations, type HeldRequests, mapped, queries, searches } from './request.ts';

/** Requests of ordinary size over the people: every clause, aggregation and sort that they have fields for. */

const script = { source: "doc['age'].value % 7" };
const many = Array.from({ length: 50_000 }, (_, i) => i * 3);

const clauses: Readonly<Record<string, JsonObject>> = {
  match_all: { match_all: {} },
  match: { match: { bio: 'tide anchor' } },
  'match fuzzy': { match: { bio: { query: 'tyde ancor', fuzziness: 'AUTO' } } },
  match_phrase: { match_phrase: { bio: 'tide pool' } },
  match_phrase_prefix: { match_phrase_prefix: { bio: 'tide po' } },
  match_bool_prefix: { match_bool_prefix: { bio: 'tide po' } },
  multi_match: { multi_match: { query: 'tide', fields: ['bio', 'name'] } },
  query_string: { query_string: { query: 'bio:tide AND age:[30 TO 40]' } },
  simple_query_string: { simple_query_string: { query: 'tide + pool', fields: ['bio'] } },
  term: { term: { genre: 'genre-3' } },
  terms: { terms: { city: ['city-1', 'city-2', 'city-3'] } },
  'terms, 50,000': { terms: { id: many } },
  'terms, 50,000 names': { terms: { name: many.map((n) => `n${n}`) } },
  range: { range: { balance: { gte: 100, lt: 5000 } } },
  exists: { exists: { field: 'joined' } },
  prefix: { prefix: { name: 'n99' } },
  wildcard: { wildcard: { name: '*77*' } },
  'wildcard, all': { wildcard: { name: '*n*' } },
  'wildcard scored': { wildcard: { name: { value: '*7777*', rewrite: 'scoring_boolean' } } },
  'prefix, all': { prefix: { name: 'n' } },
  'regexp, all': { regexp: { name: '.*7.*' } },
  'range of names': { range: { name: { gte: 'n1', lt: 'n7' } } },
  'range of dates': { range: { joined: { gte: '2015-01-01', lt: '2019-01-01' } } },
  terms_set: {
    terms_set: { bio: { terms: ['tide', 'pool', 'anchor'], minimum_should_match_script: { source: '2' } } },
  },
  minimum_should_match: {
    match: { bio: { query: 'tide pool anchor lantern river', minimum_should_match: 3 } },
  },
  'match_phrase with slop': { match_phrase: { bio: { query: 'tide pool anchor', slop: 3 } } },
  'multi_match, cross_fields': {
    multi_match: { query: 'tide n5', fields: ['bio', 'name'], type: 'cross_fields' },
  },
  span_not: {
    span_not: { include: { span_term: { bio: 'tide' } }, exclude: { span_term: { bio: 'pool' } } },
  },
  'intervals, any of all': {
    intervals: {
      bio: {
        all_of: {
          intervals: [
            { match: { query: 'tide' } },
            { any_of: { intervals: [{ match: { query: 'pool' } }, { prefix: { prefix: 'co' } }] } },
          ],
        },
      },
    },
  },
  'function_score with filters': {
    function_score: {
      query: { match: { bio: 'tide' } },
      functions: [
        { filter: { match_phrase: { bio: 'tide pool' } }, weight: 2 },
        { filter: { range: { age: { gte: 30 } } }, script_score: { script } },
      ],
    },
  },
  'bool of twenty': {
    bool: {
      should: Array.from({ length: 20 }, (_, i) => ({ range: { balance: { gte: i * 100, lt: i * 450 } } })),
      minimum_should_match: 3,
    },
  },
  regexp: { regexp: { name: 'n.*77.?' } },
  fuzzy: { fuzzy: { name: 'n123456' } },
  ids: { ids: { values: ['1', '77', '5000'] } },
  bool: {
    bool: {
      must: [{ match: { bio: 'tide' } }],
      filter: [{ term: { genre: 'genre-3' } }],
      must_not: [{ term: { age: 30 } }],
    },
  },
  boosting: {
    boosting: { positive: { match_all: {} }, negative: { term: { age: 30 } }, negative_boost: 0.5 },
  },
  constant_score: { constant_score: { filter: { term: { genre: 'genre-3' } } } },
  dis_max: { dis_max: { queries: [{ match: { bio: 'tide' } }, { term: { age: 30 } }] } },
  function_score: {
    function_score: { query: { match_all: {} }, field_value_factor: { field: 'age' }, boost_mode: 'sum' },
  },
  'function_score, random': {
    function_score: { query: { match_all: {} }, random_score: { seed: 1, field: '_seq_no' } },
  },
  'function_score, decay': {
    function_score: { query: { match_all: {} }, gauss: { age: { origin: 40, scale: 10 } } },
  },
  script: { script: { script: { source: "doc['age'].value % 7 == 3" } } },
  script_score: { script_score: { query: { match_all: {} }, script } },
  more_like_this: { more_like_this: { fields: ['bio'], like: 'tide pool anchor', min_term_freq: 1 } },
  span_near: {
    span_near: { clauses: [{ span_term: { bio: 'tide' } }, { span_term: { bio: 'pool' } }], slop: 2 },
  },
  intervals: { intervals: { bio: { match: { query: 'tide pool', max_gaps: 2 } } } },
  distance_feature: { distance_feature: { field: 'joined', origin: '2020-01-01', pivot: '100d' } },
};

const metricsAndBuckets: Readonly<Record<string, JsonObject>> = {
  terms: { terms: { field: 'city' } },
  'terms of a million': { terms: { field: 'name' } },
  'terms of a million, 10,000': { terms: { field: 'name', size: 10_000 } },
  'terms in terms': { terms: { field: 'city' }, aggs: { a: { terms: { field: 'age' } } } },
  'terms by script': { terms: { script } },
  rare_terms: { rare_terms: { field: 'city' } },
  multi_terms: { multi_terms: { terms: [{ field: 'genre' }, { field: 'age' }] } },
  significant_terms: { significant_terms: { field: 'city' } },
  histogram: { histogram: { field: 'balance', interval: 100 } },
  date_histogram: { date_histogram: { field: 'joined', calendar_interval: 'month' } },
  'date_histogram by day': { date_histogram: { field: 'joined', calendar_interval: 'day' } },
  auto_date_histogram: { auto_date_histogram: { field: 'joined' } },
  variable_width_histogram: { variable_width_histogram: { field: 'balance', buckets: 10 } },
  composite: {
    composite: {
      sources: [{ c: { terms: { field: 'city' } } }, { a: { terms: { field: 'age' } } }],
      size: 100,
    },
  },
  'composite of a million': { composite: { sources: [{ n: { terms: { field: 'name' } } }], size: 1000 } },
  range: { range: { field: 'age', ranges: [{ to: 30 }, { from: 30 }] } },
  filters: { filters: { filters: [{ term: { age: 30 } }, { match: { bio: 'tide' } }] } },
  adjacency_matrix: {
    adjacency_matrix: { filters: { a: { term: { age: 30 } }, b: { match: { bio: 'tide' } } } },
  },
  missing: { missing: { field: 'age' } },
  'filter by script': { filter: { script: { script: { source: "doc['age'].value % 7 == 3" } } } },
  'filters by phrases': {
    filters: {
      filters: [{ match_phrase: { bio: 'tide pool' } }, { match_phrase: { bio: 'copper engine' } }],
    },
  },
  'adjacency_matrix of 20': {
    adjacency_matrix: {
      filters: Object.fromEntries(
        Array.from({ length: 20 }, (_, i) => [`f${i}`, { range: { age: { gte: 18 + i, lt: 40 + i } } }]),
      ),
    },
  },
  'significant_terms against a filter': {
    significant_terms: { field: 'city', background_filter: { match_phrase: { bio: 'tide pool' } } },
  },
  'significant_text of a sample': {
    sampler: { shard_size: 1000 },
    aggs: { s: { significant_text: { field: 'bio' } } },
  },
  'terms of 10,000 with four metrics': {
    terms: { field: 'name', size: 10_000 },
    aggs: {
      a: { avg: { field: 'age' } },
      s: { stats: { field: 'balance' } },
      c: { cardinality: { field: 'city' } },
      p: { percentiles: { field: 'balance' } },
    },
  },
  'terms of 500 with top_hits': {
    terms: { field: 'city', size: 500 },
    aggs: { t: { top_hits: { size: 20 } } },
  },
  'pipelines over 3,650 days': {
    date_histogram: { field: 'joined', calendar_interval: 'day' },
    aggs: {
      s: { sum: { field: 'balance' } },
      d: { derivative: { buckets_path: 's' } },
      c: { cumulative_sum: { buckets_path: 's' } },
      m: { moving_fn: { buckets_path: 's', window: 30, script: 'MovingFunctions.unweightedAvg(values)' } },
      o: { bucket_script: { buckets_path: { s: 's' }, script: 'params.s / 2' } },
      z: { bucket_sort: { sort: [{ s: 'desc' }] } },
    },
  },
  global: { global: {}, aggs: { a: { avg: { field: 'age' } } } },
  date_range: { date_range: { field: 'joined', ranges: [{ to: '2018' }, { from: '2018' }] } },
  value_count: { value_count: { field: 'name' } },
  'percentiles in terms': {
    terms: { field: 'city', size: 500 },
    aggs: { p: { percentiles: { field: 'balance' } } },
  },
  'cardinality in terms': {
    terms: { field: 'city', size: 500 },
    aggs: { c: { cardinality: { field: 'name' } } },
  },
  sampler: { sampler: { shard_size: 100 }, aggs: { a: { avg: { field: 'age' } } } },
  diversified_sampler: {
    diversified_sampler: { field: 'city', shard_size: 100 },
    aggs: { a: { avg: { field: 'age' } } },
  },
  stats: { stats: { field: 'balance' } },
  extended_stats: { extended_stats: { field: 'balance' } },
  'percentiles, tdigest': { percentiles: { field: 'balance' } },
  'percentiles, ascending': { percentiles: { field: 'id' } },
  'percentiles, few values': { percentiles: { field: 'age' } },
  'percentiles, hdr': { percentiles: { field: 'balance', hdr: {} } },
  percentile_ranks: { percentile_ranks: { field: 'balance', values: [500] } },
  median_absolute_deviation: { median_absolute_deviation: { field: 'age' } },
  cardinality: { cardinality: { field: 'name' } },
  'cardinality of numbers': { cardinality: { field: 'id' } },
  weighted_avg: { weighted_avg: { value: { field: 'balance' }, weight: { field: 'age' } } },
  matrix_stats: { matrix_stats: { fields: ['balance', 'age'] } },
  top_hits: { terms: { field: 'genre' }, aggs: { t: { top_hits: { size: 1 } } } },
  scripted_metric: {
    scripted_metric: {
      init_script: 'state.n = 0',
      map_script: "state.n += doc['age'].value",
      combine_script: 'state.n',
      reduce_script: 'states[0]',
    },
  },
};

const sorts: Readonly<Record<string, JsonObject[]>> = {
  'a number': [{ balance: 'desc' }],
  'a keyword': [{ city: 'asc' }, { age: 'desc' }],
  'a keyword of a million': [{ name: 'desc' }],
  'a date': [{ joined: 'desc' }],
  _id: [{ _id: 'desc' }],
  _doc: [{ _doc: 'desc' }],
  _script: [{ _script: { type: 'number', script, order: 'asc' } }],
};

const others: Readonly<Record<string, JsonObject>> = {
  'collapse on 500': { collapse: { field: 'city' } },
  'collapse on a million': { collapse: { field: 'name' }, sort: [{ balance: 'desc' }] },
  post_filter: { post_filter: { script: { script: { source: "doc['age'].value == 30" } } } },
  rescore: {
    query: { match: { bio: 'tide' } },
    rescore: { window_size: 500, query: { rescore_query: { match_phrase: { bio: 'tide pool' } } } },
  },
  'collapse with inner hits': {
    collapse: { field: 'city', inner_hits: { name: 'i', size: 5, sort: [{ age: 'desc' }] } },
    size: 100,
  },
  highlight: { query: { match: { bio: 'tide' } }, highlight: { fields: { bio: {} } }, size: 1000 },
  'highlight, plain': {
    query: { match: { bio: 'tide' } },
    highlight: { type: 'plain', fields: { bio: {} } },
    size: 1000,
  },
  'hits, 10,000, by a field': { size: 10_000, sort: [{ balance: 'desc' }] },
  'hits, 10,000, with fields': { size: 10_000, _source: false, fields: ['*'] },
  'hits, 10,000, with script fields': { size: 10_000, script_fields: { s: { script } } },
  'hits, 10,000, part of the source': { size: 10_000, _source: ['name', 'a*'] },
  'hits, 10,000, explained': { size: 10_000, query: { match: { bio: 'tide' } }, explain: true },
  'hits, 10,000, docvalues': { size: 10_000, docvalue_fields: ['age', 'joined', 'name'] },
  min_score: { query: { match: { bio: 'tide pool' } }, min_score: 2, track_total_hits: true },
  search_after: { sort: [{ balance: 'desc' }, { id: 'asc' }], search_after: [5000, 100] },
  'suggest a phrase': { suggest: { s: { text: 'tyde pol', phrase: { field: 'bio' } } } },
  profile: { profile: true, query: { match: { bio: 'tide' } }, aggs: { a: { terms: { field: 'city' } } } },
  'rescore of 10,000': {
    query: { match: { bio: 'tide' } },
    rescore: {
      window_size: 10_000,
      query: { rescore_query: { script_score: { query: { match_all: {} }, script } } },
    },
  },
  suggest: { suggest: { s: { text: 'tyde', term: { field: 'bio' } } } },
  'hits, 10,000': { size: 10_000 },
};

/** By family and name. */
export const peopleRequests: Readonly<Record<string, HeldRequests>> = {
  clause: queries('people', clauses),
  aggregation: aggregations('people', metricsAndBuckets),
  sort: searches(
    'people',
    mapped(sorts, (sort) => ({ sort })),
  ),
  other: searches('people', others),
};
