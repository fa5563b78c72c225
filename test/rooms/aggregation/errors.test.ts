import { describe, expect, it } from 'vitest';
import { aggregate, failureOf, type Mapping } from './support.ts';

/** Refusals: the request's `aggs` → the error, its place and its cause. */

const mapping: Mapping = {
  k: 'keyword',
  n: 'integer',
  b: 'boolean',
  d: 'date',
  t: 'text',
  ip: 'ip',
  obj: { properties: {} },
};
const shards = [[[{ k: 'x', n: 1, d: '2024-01-01' }]]];

const TEXT_FIELDS =
  'illegal_argument_exception: Text fields are not optimised for operations that require per-document field data ' +
  'like aggregations and sorting, so these operations are disabled by default. Please use a keyword field instead. ' +
  'Alternatively, set fielddata=true on [t] in order to load field data by uninverting the inverted index. Note that ' +
  'this can use significant memory.';

const cases: readonly (readonly [string, string])[] = [
  [
    '{"h": {"histogram": {"field": "n", "interval": 1}, "aggs": {"p": {"cumulative_sum": {}}}}}',
    'illegal_argument_exception: Required [buckets_path]',
  ],
  [
    '{"h": {"histogram": {"field": "n", "interval": 1}, "aggs": {"p": {"moving_fn": {"script": "1"}}}}}',
    'illegal_argument_exception: Required [buckets_path, window]',
  ],
  [
    '{"h": {"histogram": {"field": "n", "interval": 1}, "aggs": {"p": {"derivative": {"unit": 1}}}}}',
    'parsing_exception 1:90: Unexpected token VALUE_NUMBER in [p].',
  ],
  [
    '{"h": {"histogram": {"field": "n", "interval": 1}, "aggs": {"p": {"moving_avg": {"buckets_path": "_count", "model": "x"}}}}}',
    'parsing_exception 1:120: no [moving_avg_model] registered for [x]',
  ],
  [
    '{"h": {"terms": {"field": "k"}, "aggs": {"p": {"bucket_sort": {"size": 0, "sort": ["_key"]}}}}}',
    'x_content_parse_exception: [1:90] [bucket_sort] failed to parse field [sort] < x_content_parse_exception: [1:72] failed to build [bucket_sort] after last required field arrived < x_content_parse_exception: [1:72] [bucket_sort] failed to parse field [size] < illegal_argument_exception: [size] must be a positive integer: [0]',
  ],
  [
    '{"a": {"terms": {"field": "k", "include": ["x"], "exclude": "y.*"}}}',
    'x_content_parse_exception: [1:61] [terms] failed to parse field [exclude] < illegal_argument_exception: Cannot mix a set-based include with a regex-based method',
  ],
  [
    '{"a": {"terms": {"field": "k", "order": []}}}',
    'x_content_parse_exception: [1:42] [terms] failed to parse field [order] < index_out_of_bounds_exception: Index 0 out of bounds for length 0',
  ],
  [
    '{"a": {"top_hits": {"size": 0}}}',
    'illegal_argument_exception: numHits must be > 0; please use TotalHitCountCollector if you just need the total hit count',
  ],
  [
    '{"a": {"date_histogram": {"field": "n", "fixed_interval": "1d", "time_zone": "+01:00"}}}',
    'illegal_argument_exception: Field [n] of type [integer] does not support custom time zones',
  ],
  [
    '{"a": {"nope": {}}}',
    'parsing_exception 1:16: Unknown aggregation type [nope] < named_object_not_found_exception: [1:16] unknown field [nope]',
  ],
  [
    '{"a": {"term": {}}}',
    'parsing_exception 1:16: Unknown aggregation type [term] did you mean [terms]? < named_object_not_found_exception: [1:16] unknown field [term]',
  ],
  ['{"a": {}}', 'parsing_exception 1:8: Missing definition for aggregation [a]'],
  [
    '{"a": []}',
    'parsing_exception 1:7: Aggregation definition for [a starts with a [START_ARRAY], expected a [START_OBJECT].',
  ],
  [
    '{"a>b": {"avg": {"field": "n"}}}',
    "parsing_exception 1:2: Invalid aggregation name [a>b]. Aggregation names can contain any character except '[', ']', and '>'",
  ],
  [
    '{"a": {"avg": {"field": "n"}, "sum": {"field": "n"}}}',
    'parsing_exception 1:38: Found two aggregation type definitions in [a]: [avg] and [sum]',
  ],
  [
    '{"a": {"avg": {"field": "n"}, "aggs": {"b": {"avg": {"field": "n"}}}}}',
    'aggregation_initialization_exception: Aggregator [a] of type [avg] cannot accept sub-aggregations',
  ],
  [
    '{"a": {"terms": {"fielt": "k"}}}',
    'x_content_parse_exception: [1:18] [terms] unknown field [fielt] did you mean [field]?',
  ],
  [
    '{"a": {"terms": {"field": 5}}}',
    "x_content_parse_exception: [1:27] [terms] field doesn't support values of type: VALUE_NUMBER",
  ],
  [
    '{"a": {"terms": {"field": "k", "size": 0}}}',
    'x_content_parse_exception: [1:40] [terms] failed to parse field [size] < illegal_argument_exception: [size] must be greater than 0. Found [0] in [a]',
  ],
  [
    '{"a": {"terms": {"field": "k", "size": "x"}}}',
    'x_content_parse_exception: [1:40] [terms] failed to parse field [size] < number_format_exception: For input string: "x"',
  ],
  [
    '{"a": {"terms": {"size": 1}}}',
    'illegal_argument_exception: Required one of fields [field, script], but none were specified. ',
  ],
  [
    '{"a": {"terms": {"field": "k", "order": {"b": "asc"}}}}',
    'aggregation_execution_exception: Invalid aggregation order path [b]. The provided aggregation [b] either does not exist, or is a pipeline aggregation and cannot be used to sort the buckets.',
  ],
  [
    '{"a": {"terms": {"field": "n", "include": "1.*"}}}',
    'aggregation_execution_exception: Aggregation [a] cannot support regular expression style include/exclude settings as they can only be applied to string fields. Use an array of numeric values for include/exclude clauses used to filter numeric fields',
  ],
  ['{"a": {"terms": {"field": "t"}}}', TEXT_FIELDS],
  [
    '{"a": {"avg": {"field": "k"}}}',
    'illegal_argument_exception: Field [k] of type [keyword] is not supported for aggregation [avg]',
  ],
  [
    '{"a": {"histogram": {"field": "n", "interval": 0}}}',
    'x_content_parse_exception: [1:48] [histogram] failed to parse field [interval] < illegal_argument_exception: [interval] must be >0 for histogram aggregation [a]',
  ],
  [
    '{"a": {"date_histogram": {"field": "d", "calendar_interval": "90m"}}}',
    'x_content_parse_exception: [1:62] [date_histogram] failed to parse field [calendar_interval] < illegal_argument_exception: The supplied interval [90m] could not be parsed as a calendar interval.',
  ],
  [
    '{"a": {"date_histogram": {"field": "d"}}}',
    'illegal_argument_exception: Invalid interval specified, must be non-null and non-empty',
  ],
  [
    '{"a": {"percentiles": {"field": "n", "percents": [50, "x"]}}}',
    'x_content_parse_exception: [1:55] [percentiles] failed to parse field [percents] < number_format_exception: For input string: "x"',
  ],
  [
    '{"a": {"percentiles": {"field": "n", "percents": [101]}}}',
    'x_content_parse_exception: Failed to build [percentiles] after last required field arrived < illegal_argument_exception: percent must be in [0,100], got [101.0]: [a]',
  ],
  [
    '{"a": {"composite": {"sources": []}}}',
    'x_content_parse_exception: [1:34] [composite] failed to parse field [sources] < x_content_parse_exception: Failed to build [composite] after last required field arrived < illegal_argument_exception: Composite [sources] cannot be null or empty',
  ],
  [
    '{"a": {"terms": {"field": "k"}, "aggs": {"c": {"composite": {"sources": [{"x": {"terms": {"field": "k"}}}]}}}}}',
    'illegal_argument_exception: [composite] aggregation cannot be used with a parent aggregation of type: [TermsAggregatorFactory]',
  ],
  [
    '{"a": {"range": {"field": "n"}}}',
    'illegal_argument_exception: No [ranges] specified for the [a] aggregation',
  ],
  ['{"a": {"filters": {"filters": {}}}}', 'illegal_argument_exception: [filters] cannot be empty.'],
  [
    '{"a": {"reverse_nested": {}}}',
    'illegal_argument_exception: Reverse nested aggregation [a] can only be used inside a [nested] aggregation',
  ],
  [
    '{"p": {"avg_bucket": {"buckets_path": "x>y"}}}',
    'action_request_validation_exception: Validation Failed: 1: No aggregation found for path [x>y];',
  ],
  [
    '{"p": {"derivative": {"buckets_path": "x"}}}',
    'action_request_validation_exception: Validation Failed: 1: No aggregation found for path [x];',
  ],
  [
    '{"a": {"terms": {"field": "k"}}, "p": {"avg_bucket": {"buckets_path": "a>x"}}}',
    'action_request_validation_exception: Validation Failed: 1: No aggregation [x] found for path [a>x];',
  ],
  [
    '{"p": {"derivative": {"buckets_path": "_count"}}}',
    "action_request_validation_exception: Validation Failed: 1: derivative aggregation [p] must have a histogram, date_histogram or auto_date_histogram as parent but doesn't have a parent;",
  ],
  [
    '{"a": {"terms": {"field": "k", "format": "x"}}}',
    'illegal_argument_exception: Field [k] of type [keyword] does not support custom formats',
  ],
  [
    '{"a": {"composite": {"sources": [{"x": {"terms": {"field": "k", "missing_order": "first"}}}]}}}',
    'illegal_argument_exception: missing_order require missing_bucket is true',
  ],
  [
    '{"a": {"composite": {"sources": [{"x": {"terms": {"field": "n"}}}], "after": {"x": false}}}}',
    'number_format_exception: For input string: "false"',
  ],
  [
    '{"a": {"histogram": {"field": "n", "interval": 5, "hard_bounds": {"min": 30, "max": 50}, "extended_bounds": {"min": 0, "max": 60}}}}',
    'illegal_argument_exception: Extended bounds have to be inside hard bounds, hard bounds: [30.0--50.0], extended bounds: [0.0--60.0]',
  ],
  [
    '{"a": {"date_histogram": {"field": "d", "fixed_interval": "-1d"}}}',
    'illegal_argument_exception: Zero or negative time interval not supported',
  ],
  [
    '{"a": {"date_histogram": {"field": "d", "interval": "x"}}}',
    'illegal_argument_exception: Unable to parse interval [x]',
  ],
  [
    '{"a": {"weighted_avg": {"value": {"field": "n"}}}}',
    'illegal_argument_exception: Could not find field name [weight] in multiValuesSource',
  ],
  [
    '{"p": {"bucket_sort": {"size": 1}}}',
    'action_request_validation_exception: Validation Failed: 1: bucket_sort aggregation [p] must be declared inside of another aggregation;',
  ],
  [
    '{"t": {"terms": {"field": "k"}, "aggs": {"s": {"stats": {"field": "n"}}}}, "p": {"max_bucket": {"buckets_path": "t>s"}}}',
    'aggregation_execution_exception: buckets_path must reference either a number value or a single value numeric metric aggregation, but [s] contains multiple values. Please specify which to use.',
  ],
  [
    '{"a": {"histogram": {"field": "n", "interval": 1, "hard_bounds": {"max": 3, "min": 9}}}}',
    'x_content_parse_exception: [1:84] [histogram] failed to parse field [hard_bounds] < x_content_parse_exception: [1:84] [double_bounds] failed to parse field [min] < x_content_parse_exception: Failed to build [double_bounds] after last required field arrived < illegal_argument_exception: Cannot instantiate an object of org.opensearch.search.aggregations.bucket.histogram.DoubleBounds < invocation_target_exception:  < illegal_argument_exception: max bound [3.0] must be greater than min bound [9.0]',
  ],
  [
    '{"a": {"sampler": {}}}',
    'aggregation_execution_exception: Sampler aggregation must be used with child aggregations.',
  ],
  [
    '{"a": {"avg_bucket": {"buckets_path": "h"}, "aggs": {"m": {"avg": {"field": "n"}}}}}',
    'illegal_argument_exception: Aggregation [a] cannot define sub-aggregations',
  ],
  [
    '{"a": {"avg": {"field": "n", "value_typ": 1}}}',
    'x_content_parse_exception: [1:30] [avg] unknown field [value_typ] did you mean any of [value_type, valueType]?',
  ],
  [
    '{"a": {"significant_terms": {"field": "k", "nope": {}}}}',
    'x_content_parse_exception: [1:44] [significant_terms] unknown field [nope] < named_object_not_found_exception: [1:52] unknown field [nope]',
  ],
  [
    '{"a": {"rare_terms": {"field": "n", "include": "1.*"}}}',
    'illegal_argument_exception: Aggregation [a] cannot support regular expression style include/exclude settings as they can only be applied to string fields. Use an array of numeric values for include/exclude clauses used to filter numeric fields',
  ],
  [
    '{"a": {"sum": {"field": "b", "missing": 1}}}',
    'illegal_argument_exception: Cannot parse boolean [1], expected either [true] or [false]',
  ],
  [
    '{"a": {"avg": {"field": "n", "value_type": "string"}}}',
    'illegal_argument_exception: Field [n] of type [integer] is not supported for aggregation [avg]',
  ],
  [
    '{"a": {"terms": {"field": "k", "value_type": "long"}}}',
    'illegal_argument_exception: Expected numeric type on field [k], but got [keyword]',
  ],
  [
    '{"a": {"avg": {"field": "k", "script": "_value + 1"}}}',
    'illegal_argument_exception: Script yielding [unknown type] is not supported for aggregation [avg]',
  ],
  [
    '{"a": {"geo_centroid": {"script": "1"}}}',
    'aggregation_execution_exception: value source of type [geopoint] is not supported by scripts',
  ],
  [
    '{"a": {"percentiles": {"tdigest": {}, "hdr": {}}}}',
    'illegal_argument_exception: Required one of fields [field, script], but none were specified. ',
  ],
  [
    '{"a": {"composite": {"sources": [{}]}}}',
    'x_content_parse_exception: [1:35] [composite] failed to parse field [sources] < parsing_exception 1:35: Failed to parse object: expecting token of type [FIELD_NAME] but found [END_OBJECT]',
  ],
  [
    '{"a": {"date_histogram": {"field": "d", "interval": "1d", "fixed_interval": "1d"}}}',
    'x_content_parse_exception: [1:77] [date_histogram] failed to parse field [fixed_interval] < illegal_argument_exception: Cannot use [fixed_interval] with [interval] configuration option.',
  ],
  [
    '{"a": {"filter": {"nope": {}}}}',
    'parsing_exception 1:27: unknown query [nope] < named_object_not_found_exception: [1:27] unknown field [nope]',
  ],
];

describe('a refusal', () => {
  it.each(cases)('%s', async (aggs, expected) => {
    expect(await failureOf(mapping, shards, aggs)).toBe(expected);
  });

  it('of more buckets than are allowed', async () => {
    const data = [[[{ n: 1 }, { n: 2 }, { n: 3 }]]];
    const aggs = { t: { terms: { field: 'n' } } };
    await expect(aggregate(mapping, data, aggs, { maxBuckets: 2 })).rejects.toThrow(
      'Trying to create too many buckets. Must be less than or equal to: [2] but was [3]. This limit can be set by ' +
        'changing the [search.max_buckets] cluster level setting.',
    );
  });

  it('of empty buckets without end', async () => {
    const data = [[[{ n: 1 }, { n: 2_000_000_000 }]]];
    const aggs = { h: { histogram: { field: 'n', interval: 0.001 } } };
    await expect(aggregate(mapping, data, aggs)).rejects.toMatchObject({
      type: 'too_many_buckets_exception',
      status: 400,
    });
  });
});
