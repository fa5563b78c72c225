import { describe, expect, it } from 'vitest';
import { type JsonObject, OpenSearchError, parseJson, placeError } from '../../../src/common/index.ts';
import { parseSearchSource } from '../../../src/search/source/searchSource.ts';

function failureOf(text: string): OpenSearchError {
  const root = parseJson(text) as JsonObject;
  try {
    parseSearchSource(root, {});
  } catch (error) {
    if (error instanceof OpenSearchError) return placeError(error, root, text);
    throw error;
  }
  throw new Error('nothing was thrown');
}

/** Body → `type: reason`, and what caused it. */
const ERRORS: readonly (readonly [string, string, string?])[] = [
  ['{"size":null}', 'parsing_exception: Unknown key for a VALUE_NULL in [size].'],
  [
    '{"from":true}',
    'json_parse_exception: Current token (VALUE_TRUE) not numeric, can not use numeric value accessors\n at [Source: (org.opensearch.common.io.stream.InputStreamStreamInput); line: 1, column: 13]',
  ],
  [
    '{"explain":1}',
    'json_parse_exception: Current token (VALUE_NUMBER_INT) not of boolean type\n at [Source: (org.opensearch.common.io.stream.InputStreamStreamInput); line: 1, column: 13]',
  ],
  [
    '{"size":1000000000000}',
    'input_coercion_exception: Numeric value (1000000000000) out of range of int (-2147483648 - 2147483647)\n at [Source: (org.opensearch.common.io.stream.InputStreamStreamInput); line: 1, column: 22]',
  ],
  [
    '{"size":"1000000000000"}',
    'illegal_argument_exception: Value [1000000000000] is out of range for an integer',
  ],
  ['{"_source":[null]}', "illegal_state_exception: Can't get text on a VALUE_NULL at 1:13"],
  ['{"_source":{"includes":[1]}}', 'parsing_exception: Unknown key for a VALUE_NUMBER in [includes].'],
  ['{"stats":[1]}', 'parsing_exception: Expected [VALUE_STRING] in [stats] but found [VALUE_NUMBER]'],
  [
    '{"aggs":{"a":{"global":{"x":1}}}}',
    'parsing_exception: Expected [FIELD_NAME] under a [START_OBJECT], but got a [VALUE_NUMBER] in [a]',
  ],
  ['{"sort":null}', 'parsing_exception: Unknown key for a VALUE_NULL in [sort].'],
  [
    '{"size":1,"sort":[{"age":{"order":5}}]}',
    "x_content_parse_exception: [1:35] [field_sort] order doesn't support values of type: VALUE_NUMBER",
  ],
  [
    '{"size":1,"sort":[{"age":{"missing":{}}}]}',
    "x_content_parse_exception: [1:37] [field_sort] missing doesn't support values of type: START_OBJECT",
  ],
  [
    '{"size":1,"sort":[{"age":{"order":"x","format":"y"}}]}',
    'x_content_parse_exception: [1:35] [field_sort] failed to parse field [order]',
    'illegal_argument_exception: No enum constant org.opensearch.search.sort.SortOrder.X',
  ],
  [
    '{"size":1,"sort":[{"age":{"numeric_type":"x"}}]}',
    'x_content_parse_exception: [1:42] [field_sort] failed to parse field [numeric_type]',
    'illegal_argument_exception: invalid value for [numeric_type], must be [long, double, date, date_nanos], got x',
  ],
  [
    '{"size":1,"sort":[{"age":5}]}',
    'x_content_parse_exception: [1:27] [field_sort] Expected START_OBJECT but was: END_OBJECT',
  ],
  [
    '{"size":1,"sort":[{"age":[]}]}',
    'x_content_parse_exception: [1:27] [field_sort] Expected START_OBJECT but was: END_ARRAY',
  ],
  [
    '{"size":1,"sort":[{"_score":{"order":"x"}}]}',
    'x_content_parse_exception: [1:38] [_score] failed to parse field [order]',
    'illegal_argument_exception: No enum constant org.opensearch.search.sort.SortOrder.X',
  ],
  [
    '{"size":1,"sort":[{"_script":{"script":"1","type":5}}]}',
    "x_content_parse_exception: [1:51] [_script] type doesn't support values of type: VALUE_NUMBER",
  ],
  [
    '{"size":1,"sort":[{"_script":{"script":"1","type":"number","mode":"x"}}]}',
    'x_content_parse_exception: [1:67] [_script] failed to parse field [mode]',
    'illegal_argument_exception: Unknown SortMode [x]',
  ],
  [
    '{"size":1,"sort":[{"lines.qty":{"nested":{"path":"lines","x":1}}}]}',
    'x_content_parse_exception: [1:62] [field_sort] failed to parse field [nested]',
    'illegal_argument_exception: malformed nested sort format, unknown field name [x]',
  ],
  [
    '{"sort":[{"_geo_distance":{}}]}',
    'illegal_argument_exception: Geo distance sorting needs at least one point.',
  ],
  [
    '{"sort":[{"_geo_distance":{"at":"1,2","mode":"sum"}}]}',
    "illegal_argument_exception: sort_mode [sum] isn't supported for sorting by geo distance",
  ],
  [
    '{"sort":[{"_geo_distance":{"at":"1,2","x":5}}]}',
    'parsing_exception: [_geo_distance] does not support [x]',
  ],
  [
    '{"sort":[{"_geo_distance":{"at":"1,2","distance_type":"x"}}]}',
    'illegal_argument_exception: No geo distance for [x]',
  ],
  [
    '{"search_after":[{}],"sort":["age"]}',
    'parsing_exception: Expected [VALUE_STRING] or [VALUE_NUMBER] or [VALUE_BOOLEAN] or [VALUE_NULL] but found [START_OBJECT] inside search_after.',
  ],
  [
    '{"size":1,"fields":[{"field":"age","include_unmapped":true}]}',
    'x_content_parse_exception: [1:36] [docvalues_field] unknown field [include_unmapped]',
  ],
  ['{"docvalue_fields":[{}]}', 'illegal_argument_exception: Required [field]'],
  [
    '{"query":{"range":{"d":{"gte":"2020","time_zone":"nope/zone"}}}}',
    'illegal_argument_exception: java.time.zone.ZoneRulesException: Unknown time-zone ID: nope/zone',
    'zone_rules_exception: Unknown time-zone ID: nope/zone',
  ],
  [
    '{"query":{"range":{"d":{"gte":"2020","time_zone":"+19:00"}}}}',
    'illegal_argument_exception: java.time.DateTimeException: Zone offset hours not in valid range: value 19 is not in the range -18 to 18',
    'date_time_exception: Zone offset hours not in valid range: value 19 is not in the range -18 to 18',
  ],
  [
    '{"query":{"range":{"d":{"gte":"2020","time_zone":"+5:30"}}}}',
    'illegal_argument_exception: java.time.DateTimeException: Invalid ID for ZoneOffset, non numeric characters found: +5:30',
    'date_time_exception: Invalid ID for ZoneOffset, non numeric characters found: +5:30',
  ],
  [
    '{"query":{"range":{"n":{"gte":"20","relation":"disjoint"}}}}',
    'illegal_argument_exception: [range] query does not support relation [disjoint]',
  ],
  [
    '{"query":{"exists":{"field":"age","boost":-1}}}',
    'illegal_argument_exception: negative [boost] are not allowed in [{\n  "exists" : {\n    "field" : "age",\n    "boost" : 1.0\n  }\n}], use a value between 0 and 1 to deboost',
  ],
];

describe('errors of reading a search', () => {
  it.each(ERRORS.map(([body, expected, cause = null]) => ({ body, expected, cause })))(
    '$body: $expected',
    ({ body, expected, cause }) => {
      const { type, reason, causedBy } = failureOf(body);
      expect(`${type}: ${reason}`).toBe(expected);
      if (cause !== null) expect(`${causedBy?.type}: ${causedBy?.reason}`).toBe(cause);
    },
  );
});
