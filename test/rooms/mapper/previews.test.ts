import { describe, expect, it } from 'vitest';
import { errorOf, fieldMapper, parseText } from './support.ts';

/** type | value of `f` | the preview of the value | the cause */
const TABLE = `
integer_range             | {"gte": 5, "lte": 4} | null | illegal_argument_exception: min value (5) is greater than max value (4)
integer_range             | {"gte": "x"}         | x    | number_format_exception: For input string: "x"
integer_range             | {"nope": 7}          | 7    | mapper_parsing_exception: error parsing field [f], with unknown parameter [nope]
date_range                | {"gte": 1600000000001, "lte": 1600000000000} | null | illegal_argument_exception: min value (1600000000001) is greater than max value (1600000000000)
ip_range                  | {"gte": "::2", "lte": "::1"} | null | illegal_argument_exception: min value cannot be greater than max value for InetAddressRange field
binary,"doc_values":true  | "!!!"                | !!   | json_parse_exception: Failed to decode VALUE_STRING as base64 (MIME-NO-LINEFEEDS): Illegal character '!' (code 0x21) in base64 content
binary,"doc_values":true  | "AB=C"               |      | json_parse_exception: Failed to decode VALUE_STRING as base64 (MIME-NO-LINEFEEDS): Illegal character 'C' (code 0x43) in base64 content
binary,"doc_values":true  | "A=xx"               | xx   | json_parse_exception: Failed to decode VALUE_STRING as base64 (MIME-NO-LINEFEEDS): Unexpected padding character ('=') as character #2 of 4-char base64 unit: padding only legal as 3rd or 4th character
binary,"doc_values":true  | "AQI"                |      | json_parse_exception: Unexpected end of base64-encoded String: base64 variant 'MIME-NO-LINEFEEDS' expects padding (one or more '=' characters) at the end. This Base64Variant might have been incorrectly configured
date,"format":"basic_date_time" | "garbage"      | garbage | illegal_argument_exception: failed to parse date field [garbage] with format [basic_date_time] Failed to parse with all enclosed parsers
date,"format":"yyyy"      | "garbage"            | garbage | illegal_argument_exception: failed to parse date field [garbage] with format [yyyy] Text 'garbage' could not be parsed at index 0
`;

const rows = TABLE.trim()
  .split('\n')
  .map((line) => line.split(' | ').map((cell) => cell.trim()));

describe('previews of values in errors', () => {
  it.each(rows)('%s %s', (field, value, preview, cause) => {
    const [name, ...rest] = field.split(',');
    const mapper = fieldMapper(JSON.parse(`{"type":"${name}"${rest.map((part) => `,${part}`).join('')}}`));
    const [head, ...causes] = errorOf(() => parseText(mapper, `{"f": ${value}}`)).split('\n');
    expect(head).toContain(`Preview of field's value: '${preview}'`);
    const told = causes.filter((line) => !line.startsWith(' at [Source')).join(' ');
    expect(told.replace(' date_time_parse_exception:', '')).toBe(cause);
  });
});

/** value of a completion `f` with a context `c` | what is said */
const COMPLETIONS = `
5                                         | mapper_parsing_exception: failed to parse parsing_exception: failed to parse [f]: expected text or object, but got VALUE_NUMBER
["a", 5]                                  | mapper_parsing_exception: failed to parse parsing_exception: failed to parse [null]: expected text or object, but got VALUE_NUMBER
{"input": "a", "weight": -1}              | mapper_parsing_exception: failed to parse illegal_argument_exception: weight must be in the interval [0..2147483647], but was [-1]
{"input": "a", "weight": "1.5"}           | mapper_parsing_exception: failed to parse illegal_argument_exception: weight must be an integer, but was [1.5]
{"input": ["a", 1]}                       | mapper_parsing_exception: failed to parse illegal_argument_exception: input array must have string values, but was [VALUE_NUMBER]
{"input": 1}                              | mapper_parsing_exception: failed to parse illegal_argument_exception: input must be a string or array, but was [VALUE_NUMBER]
{"input": "a"}                            | illegal_argument_exception: Contexts are mandatory in context enabled completion field [f]
`;

describe('errors of completions', () => {
  const mapper = fieldMapper({ type: 'completion', contexts: [{ name: 'c', type: 'category' }] });
  it.each(
    COMPLETIONS.trim()
      .split('\n')
      .map((line) => line.split(' | ').map((cell) => cell.trim())),
  )('%s', (value, told) => {
    expect(errorOf(() => parseText(mapper, `{"f": ${value}}`)).replaceAll('\n', ' ')).toBe(told);
  });
});
