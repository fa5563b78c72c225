import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../src/common/index.ts';
import { aggregate, type Document, type Mapping, type Shards } from './support.ts';

/** What aggregations answer, as a table: aggregation → its rendered result over a few documents in two shards. */

const mapping: Mapping = {
  city: 'keyword',
  age: 'integer',
  price: 'double',
  day: { type: 'date', format: 'yyyy-MM-dd' },
  seen: 'date',
  on: 'boolean',
  ip: 'ip',
  at: 'geo_point',
  text: 'text',
  span: 'integer_range',
  lines: {
    type: 'nested',
    properties: { sku: { type: 'keyword' }, qty: { type: 'integer' } },
  },
};

const docs: readonly Document[] = [
  { city: 'Oslo', age: 20, price: 1.5, day: '2024-01-31', on: true, ip: '10.0.0.1', at: '60,10' },
  { city: 'Oslo', age: 30, price: 2.5, day: '2024-02-01', on: false, ip: '10.0.1.1', at: '61,11' },
  { city: ['Bari', 'Oslo'], age: 40, day: '2024-04-01', on: true, at: '41,17' },
  { city: 'Bari', age: [20, 25], price: 4, span: { gte: 1, lt: 12 } },
  {
    lines: [
      { sku: 'a', qty: 1 },
      { sku: 'b', qty: 2 },
    ],
    age: 50,
    seen: '2024-03-31T01:30:00Z',
  },
  { lines: [{ sku: 'a', qty: 5 }], seen: '2024-10-27T00:30:00Z' },
];
const shards: Shards = [[docs.slice(0, 2), docs.slice(2, 4)], [docs.slice(4)]];

const answer = async (aggs: JsonObject, data = shards) =>
  JSON.stringify(await aggregate(mapping, data, aggs));

const cases: readonly (readonly [string, JsonObject, string])[] = [
  [
    'terms',
    { terms: { field: 'city' } },
    '{"doc_count_error_upper_bound":0,"sum_other_doc_count":0,"buckets":[{"key":"Oslo","doc_count":3},{"key":"Bari","doc_count":2}]}',
  ],
  [
    'terms of numbers as strings, chosen by a regular expression',
    { terms: { field: 'age', value_type: 'string', include: '[23].' } },
    '{"doc_count_error_upper_bound":0,"sum_other_doc_count":0,"buckets":[{"key":"20","doc_count":2},{"key":"25","doc_count":1},{"key":"30","doc_count":1}]}',
  ],
  [
    'percentiles with the least compression',
    { percentiles: { field: 'age', percents: [50], tdigest: { compression: 0 } } },
    '{"values":{"50.0":30.833333333333332}}',
  ],
  [
    'significant_terms of a field without a mapping',
    { significant_terms: { field: 'nope' } },
    '{"buckets":[]}',
  ],
  [
    'terms of numbers, cut',
    { terms: { field: 'age', size: 1 } },
    '{"doc_count_error_upper_bound":0,"sum_other_doc_count":4,"buckets":[{"key":20,"doc_count":2}]}',
  ],
  [
    'terms of booleans by key, with missing',
    { terms: { field: 'on', missing: false, order: { _key: 'asc' } } },
    '{"doc_count_error_upper_bound":0,"sum_other_doc_count":0,"buckets":[{"key":0,"key_as_string":"false","doc_count":4},{"key":1,"key_as_string":"true","doc_count":2}]}',
  ],
  [
    'terms of dates, included by value',
    { terms: { field: 'day', include: ['2024-02-01'] } },
    '{"doc_count_error_upper_bound":0,"sum_other_doc_count":0,"buckets":[{"key":1706745600000,"key_as_string":"2024-02-01","doc_count":1}]}',
  ],
  [
    'terms of addresses, with counts of errors',
    { terms: { field: 'ip', show_term_doc_count_error: true, size: 1 } },
    '{"doc_count_error_upper_bound":0,"sum_other_doc_count":1,"buckets":[{"key":"10.0.0.1","doc_count":1,"doc_count_error_upper_bound":0}]}',
  ],
  [
    'terms by regexp and exclusion',
    { terms: { field: 'city', include: '[A-Z].*', exclude: 'Oslo' } },
    '{"doc_count_error_upper_bound":0,"sum_other_doc_count":0,"buckets":[{"key":"Bari","doc_count":2}]}',
  ],
  [
    'terms without documents, where min_doc_count is 0',
    { filter: { term: { city: 'Bari' } }, aggs: { t: { terms: { field: 'ip', min_doc_count: 0 } } } },
    '{"doc_count":2,"t":{"doc_count_error_upper_bound":0,"sum_other_doc_count":0,"buckets":[{"key":"10.0.0.1","doc_count":0},{"key":"10.0.1.1","doc_count":0}]}}',
  ],
  [
    'terms ordered by a metric',
    { terms: { field: 'city', order: { m: 'asc' } }, aggs: { m: { max: { field: 'price' } } } },
    '{"doc_count_error_upper_bound":0,"sum_other_doc_count":0,"buckets":[{"key":"Oslo","doc_count":3,"m":{"value":2.5}},{"key":"Bari","doc_count":2,"m":{"value":4}}]}',
  ],
  [
    'terms of a script',
    { terms: { script: "doc['city'].value.substring(0, 1)" } },
    '{"doc_count_error_upper_bound":0,"sum_other_doc_count":0,"buckets":[{"key":"B","doc_count":2},{"key":"O","doc_count":2}]}',
  ],
  [
    'terms of an unmapped field',
    { terms: { field: 'nope' } },
    '{"doc_count_error_upper_bound":0,"sum_other_doc_count":0,"buckets":[]}',
  ],
  [
    'multi_terms',
    { multi_terms: { terms: [{ field: 'city' }, { field: 'on' }] } },
    '{"doc_count_error_upper_bound":0,"sum_other_doc_count":0,"buckets":[{"key":["Oslo",true],"key_as_string":"Oslo|true","doc_count":2},{"key":["Bari",true],"key_as_string":"Bari|true","doc_count":1},{"key":["Oslo",false],"key_as_string":"Oslo|false","doc_count":1}]}',
  ],
  [
    'rare_terms',
    { rare_terms: { field: 'age' } },
    '{"buckets":[{"key":25,"doc_count":1},{"key":30,"doc_count":1},{"key":40,"doc_count":1},{"key":50,"doc_count":1}]}',
  ],
  [
    'histogram with empty buckets, keyed',
    { histogram: { field: 'age', interval: 20, keyed: true } },
    '{"buckets":{"20.0":{"key":20,"doc_count":3},"40.0":{"key":40,"doc_count":2}}}',
  ],
  [
    'histogram out to its bounds, formatted',
    { histogram: { field: 'price', interval: 2, extended_bounds: { min: -2, max: 2 }, format: '0.0' } },
    '{"buckets":[{"key_as_string":"-2.0","key":-2,"doc_count":0},{"key_as_string":"0.0","key":0,"doc_count":1},{"key_as_string":"2.0","key":2,"doc_count":1},{"key_as_string":"4.0","key":4,"doc_count":1}]}',
  ],
  [
    'histogram of ranges: every bucket that one touches',
    { histogram: { field: 'span', interval: 5, offset: 1 } },
    '{"buckets":[{"key":1,"doc_count":1},{"key":6,"doc_count":1},{"key":11,"doc_count":1}]}',
  ],
  [
    'date_histogram by month',
    { date_histogram: { field: 'day', calendar_interval: 'month' } },
    '{"buckets":[{"key_as_string":"2024-01-01","key":1704067200000,"doc_count":1},{"key_as_string":"2024-02-01","key":1706745600000,"doc_count":1},{"key_as_string":"2024-03-01","key":1709251200000,"doc_count":0},{"key_as_string":"2024-04-01","key":1711929600000,"doc_count":1}]}',
  ],
  [
    'date_histogram in a zone whose clocks change',
    {
      date_histogram: {
        field: 'seen',
        calendar_interval: 'day',
        time_zone: 'Europe/Paris',
        min_doc_count: 1,
      },
    },
    '{"buckets":[{"key_as_string":"2024-03-31T00:00:00.000+01:00","key":1711839600000,"doc_count":1},{"key_as_string":"2024-10-27T00:00:00.000+02:00","key":1729980000000,"doc_count":1}]}',
  ],
  [
    'auto_date_histogram',
    { auto_date_histogram: { field: 'day', buckets: 4 } },
    '{"buckets":[{"key_as_string":"2024-01-01","key":1704067200000,"doc_count":1},{"key_as_string":"2024-02-01","key":1706745600000,"doc_count":1},{"key_as_string":"2024-03-01","key":1709251200000,"doc_count":0},{"key_as_string":"2024-04-01","key":1711929600000,"doc_count":1}],"interval":"1M"}',
  ],
  [
    'range',
    { range: { field: 'age', ranges: [{ from: 25, key: 'old' }, { to: 25 }] } },
    '{"buckets":[{"key":"*-25.0","to":25,"doc_count":2},{"key":"old","from":25,"doc_count":4}]}',
  ],
  [
    'date_range with date math',
    { date_range: { field: 'day', ranges: [{ from: '2024-02-01||-1d', to: '2024-02-01' }] } },
    '{"buckets":[{"key":"2024-01-31-2024-02-01","from":1706659200000,"from_as_string":"2024-01-31","to":1706745600000,"to_as_string":"2024-02-01","doc_count":1}]}',
  ],
  [
    'ip_range',
    { ip_range: { field: 'ip', ranges: [{ mask: '10.0.0.0/24' }, { from: '10.0.1.0' }], keyed: true } },
    '{"buckets":{"10.0.0.0/24":{"from":"10.0.0.0","to":"10.0.1.0","doc_count":1},"10.0.1.0-*":{"from":"10.0.1.0","doc_count":1}}}',
  ],
  [
    'geo_distance',
    {
      geo_distance: { field: 'at', origin: '60,10', unit: 'km', ranges: [{ to: 10 }, { from: 10, to: 500 }] },
    },
    '{"buckets":[{"key":"*-10.0","from":0,"to":10,"doc_count":1},{"key":"10.0-500.0","from":10,"to":500,"doc_count":1}]}',
  ],
  [
    'geohash_grid',
    { geohash_grid: { field: 'at', precision: 2 } },
    '{"buckets":[{"key":"u4","doc_count":2},{"key":"sr","doc_count":1}]}',
  ],
  [
    'geotile_grid',
    { geotile_grid: { field: 'at', precision: 4 } },
    '{"buckets":[{"key":"4/8/4","doc_count":2},{"key":"4/8/5","doc_count":1}]}',
  ],
  [
    'filters by name, and the rest',
    { filters: { filters: { z: { term: { on: true } }, a: { match_all: {} } }, other_bucket_key: 'rest' } },
    '{"buckets":{"a":{"doc_count":6},"z":{"doc_count":2},"rest":{"doc_count":0}}}',
  ],
  [
    'filters without names',
    { filters: { filters: [{ term: { on: true } }], other_bucket: true } },
    '{"buckets":[{"doc_count":2},{"doc_count":4}]}',
  ],
  [
    'adjacency_matrix',
    { adjacency_matrix: { filters: { o: { term: { city: 'Oslo' } }, b: { term: { city: 'Bari' } } } } },
    '{"buckets":[{"key":"b","doc_count":2},{"key":"b&o","doc_count":1},{"key":"o","doc_count":3}]}',
  ],
  ['missing', { missing: { field: 'price' } }, '{"doc_count":3}'],
  [
    'nested and back',
    {
      nested: { path: 'lines' },
      aggs: {
        s: {
          terms: { field: 'lines.sku' },
          aggs: { back: { reverse_nested: {}, aggs: { a: { sum: { field: 'age' } } } } },
        },
      },
    },
    '{"doc_count":3,"s":{"doc_count_error_upper_bound":0,"sum_other_doc_count":0,"buckets":[{"key":"a","doc_count":2,"back":{"doc_count":2,"a":{"value":50}}},{"key":"b","doc_count":1,"back":{"doc_count":1,"a":{"value":50}}}]}}',
  ],
  [
    'composite with missing values and formats',
    {
      composite: {
        size: 3,
        sources: [
          {
            d: {
              date_histogram: {
                field: 'day',
                calendar_interval: 'year',
                format: 'yyyy',
                missing_bucket: true,
              },
            },
          },
          { c: { terms: { field: 'city', order: 'desc', missing_bucket: true } } },
        ],
      },
    },
    '{"after_key":{"d":"2024","c":"Oslo"},"buckets":[{"key":{"d":null,"c":"Bari"},"doc_count":1},{"key":{"d":null,"c":null},"doc_count":2},{"key":{"d":"2024","c":"Oslo"},"doc_count":3}]}',
  ],
  ['avg of nothing', { avg: { field: 'nope' } }, '{"value":null}'],
  ['avg of booleans', { avg: { field: 'on' } }, '{"value":0.6666666666666666,"value_as_string":"true"}'],
  ['min of dates', { min: { field: 'day' } }, '{"value":1706659200000,"value_as_string":"2024-01-31"}'],
  ['sum with missing', { sum: { field: 'price', missing: 10 } }, '{"value":38}'],
  ['sum of a script over values', { sum: { field: 'age', script: '_value * 2' } }, '{"value":370}'],
  ['stats of nothing', { stats: { field: 'nope' } }, '{"count":0,"min":null,"max":null,"avg":null,"sum":0}'],
  [
    'extended_stats',
    { extended_stats: { field: 'price', sigma: 1 } },
    '{"count":3,"min":1.5,"max":4,"avg":2.6666666666666665,"sum":8,"sum_of_squares":24.5,"variance":1.055555555555556,"variance_population":1.055555555555556,"variance_sampling":1.583333333333334,"std_deviation":1.027402333828163,"std_deviation_population":1.027402333828163,"std_deviation_sampling":1.2583057392117918,"std_deviation_bounds":{"upper":3.69406900049483,"lower":1.6392643328385035,"upper_population":3.69406900049483,"lower_population":1.6392643328385035,"upper_sampling":3.9249724058784583,"lower_sampling":1.4083609274548747}}',
  ],
  ['value_count of an index', { value_count: { field: '_index' } }, '{"value":6}'],
  ['cardinality over shards', { cardinality: { field: 'age' } }, '{"value":5}'],
  [
    'percentiles',
    { percentiles: { field: 'age', percents: [50, 0], keyed: false } },
    '{"values":[{"key":0,"value":20},{"key":50,"value":27.5}]}',
  ],
  ['percentiles of nothing', { percentiles: { field: 'nope', percents: [1] } }, '{"values":{"1.0":null}}'],
  [
    'percentiles of significant digits',
    { percentiles: { field: 'age', percents: [50, 99], hdr: { number_of_significant_value_digits: 3 } } },
    '{"values":{"50.0":25,"99.0":50.015625}}',
  ],
  ['median_absolute_deviation', { median_absolute_deviation: { field: 'price' } }, '{"value":1}'],
  [
    'weighted_avg',
    { weighted_avg: { value: { field: 'price' }, weight: { script: "doc['age'].value" } } },
    '{"value":2.642857142857143}',
  ],
  ['geo_bounds', { geo_bounds: { field: 'nope' } }, '{}'],
  ['geo_centroid of nothing', { geo_centroid: { field: 'nope' } }, '{"count":0}'],
  [
    'scripted_metric',
    {
      scripted_metric: {
        init_script: 'state.sum = 0',
        map_script: "state.sum += doc['age'].size()",
        combine_script: 'return state.sum',
        reduce_script: 'def total = 0; for (s in states) { total += s } return total',
      },
    },
    '{"value":6}',
  ],
  [
    'significant_terms',
    {
      filter: { term: { on: true } },
      aggs: { s: { significant_terms: { field: 'city', min_doc_count: 1 } } },
    },
    '{"doc_count":2,"s":{"doc_count":2,"bg_count":9,"buckets":[{"key":"Oslo","doc_count":2,"score":2,"bg_count":3},{"key":"Bari","doc_count":1,"score":0.625,"bg_count":2}]}}',
  ],
];

describe('an answer', () => {
  it.each(cases)('%s', async (_name, aggregation, expected) => {
    expect(await answer({ a: aggregation })).toBe(`{"a":${expected}}`);
  });

  it('has meta, and types in names where they are asked for', async () => {
    const aggs: JsonObject = {
      t: { terms: { field: 'city', size: 1 }, meta: { x: 1 }, aggs: { m: { avg: { field: 'price' } } } },
    };
    const typed = await aggregate(mapping, shards, aggs, { typedKeys: true });
    expect(JSON.stringify(typed)).toBe(
      '{"sterms#t":{"meta":{"x":1},"doc_count_error_upper_bound":0,"sum_other_doc_count":2,"buckets":[{"key":"Oslo","doc_count":3,"avg#m":{"value":2}}]}}',
    );
  });

  it('is over all documents for global, whatever collects', async () => {
    const result = await aggregate(mapping, [[docs.slice(0, 3)]], {
      g: { global: {}, aggs: { n: { value_count: { field: 'city' } } } },
    });
    expect(result).toEqual({ g: { doc_count: 3, n: { value: 4 } } });
  });

  it('counts how far terms may be off when shards cut their lists', async () => {
    const shard = (counts: Record<string, number>) => [
      Object.entries(counts).flatMap(([city, n]) => Array.from({ length: n }, () => ({ city }))),
    ];
    const data = [shard({ a: 5, b: 4, c: 3 }), shard({ b: 6, c: 2, d: 4 })];
    const result = await aggregate(mapping, data, {
      t: { terms: { field: 'city', size: 2, shard_size: 2, show_term_doc_count_error: true } },
    });
    expect(result.t).toEqual({
      doc_count_error_upper_bound: 8,
      sum_other_doc_count: 9,
      buckets: [
        { key: 'b', doc_count: 10, doc_count_error_upper_bound: 0 },
        { key: 'a', doc_count: 5, doc_count_error_upper_bound: 4 },
      ],
    });
  });

  it('keeps names that objects treat specially', async () => {
    const aggs = JSON.parse(
      '{"__proto__":{"filters":{"filters":{"__proto__":{"match_all":{}}}}}}',
    ) as JsonObject;
    const json = JSON.stringify(await aggregate(mapping, shards, aggs));
    expect(json).toBe('{"__proto__":{"buckets":{"__proto__":{"doc_count":6}}}}');
  });

  it('takes the hits of all shards for top_hits', async () => {
    const result = await aggregate(mapping, shards, { h: { top_hits: { size: 2, from: 1, sort: ['age'] } } });
    expect(result.h).toEqual({
      hits: {
        total: { value: 6, relation: 'eq' },
        max_score: null,
        hits: [
          { _id: '1-0', sort: [0] },
          { _id: '0-1', sort: [1] },
        ],
      },
    });
  });
});
