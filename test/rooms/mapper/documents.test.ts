import { describe, expect, it } from 'vitest';
import { contentOf, errorOf, fieldMapper, mapperWith, parseText, rootFields } from './support.ts';

const type = (name: string, more = '') => JSON.parse(`{"type":"${name}"${more}}`);

/** field | value of `f` | what is indexed */
const VALUES = `
text                              | "Hello, hello World"            | hello@0 hello@1 world@2
text                              | ["a b", "c"]                    | a@0 b@1 c@102
text                              | 1.50                            | 1.50@0
text                              | null                            | -
text,"analyzer":"english"         | "The Running pools"             | run@1 pool@2
text,"index":false                | "x"                             | -
keyword                           | ["b", "a", "b"]                 | b a b
keyword                           | 1e3                             | 1e3
keyword                           | true                            | true
keyword                           | [["x"], [["y"]]]                | x y
keyword,"ignore_above":3          | ["abc", "abcd"]                 | abc
keyword,"null_value":"none"       | [null, "x"]                     | none x
keyword,"normalizer":"lowercase"  | "ÀB"                            | àb
integer                           | ["12", 1.9, -1.9, ""]           | 12 1 -1
long                              | 9007199254740993                | 9007199254740993
long                              | "9223372036854775807"           | 9223372036854775807
float                             | 0.1                             | 0.10000000149011612
half_float                        | 0.1                             | 0.0999755859375
double                            | "1e3"                           | 1000
scaled_float,"scaling_factor":100 | 1.239                           | 1.24
scaled_float,"scaling_factor":10  | 1.2                             | 1.2000000000000002
boolean                           | [true, "false", ""]             | T F F
date                              | "2024-02-29T10:00:00Z"          | 1709200800000
date                              | [1709200800000, "2024"]         | 1709200800000 1704067200000
date,"format":"dd.MM.yyyy"        | "29.02.2024"                    | 1709164800000
ip                                | ["10.0.0.1", "::1"]             | 00000000000000000000ffff0a000001 00000000000000000000000000000001
geo_point                         | {"lat": 40.5, "lon": -70.25}    | 40.5000,-70.2500
geo_point                         | [-70.25, 40.5]                  | 40.5000,-70.2500
geo_point                         | ["40.5,-70.25", "drm3btev3e86"] | 40.5000,-70.2500 41.1200,-71.3400
geo_point                         | "POINT (-70.25 40.5)"           | 40.5000,-70.2500
binary,"doc_values":true          | "AQID"                          | 010203
knn_vector,"dimension":3          | [1, "2", 3]                     | 1 2 3
integer,"ignore_malformed":true   | "abc"                           | -
`;

/** field | value of `f` | the causes of `failed to parse field …`, newest first */
const ERRORS = `
integer    | "abc"      | number_format_exception: For input string: "abc"
integer    | 3000000000 | input_coercion_exception: Numeric value (3000000000) out of range of int (-2147483648 - 2147483647)
integer    | "3e9"      | illegal_argument_exception: Value [3e9] is out of range for an integer
short      | 40000      | input_coercion_exception: Numeric value (40000) out of range of Java short
byte       | 200        | illegal_argument_exception: Value [200] is out of range for a byte
long       | "abc"      | illegal_argument_exception: For input string: "abc"
long       | 1e30       | input_coercion_exception: Numeric value (1e30) out of range of long (-9223372036854775808 - 9223372036854775807)
float      | 1e39       | illegal_argument_exception: [float] supports only finite values, but got [Infinity]
half_float | 70000      | illegal_argument_exception: [half_float] supports only finite values, but got [70000.0]
float      | {"a": 1}   | json_parse_exception: Current token (START_OBJECT) not numeric, can not use numeric value accessors
boolean    | "yes"      | illegal_argument_exception: Failed to parse value [yes] as only [true] or [false] are allowed.
boolean    | 1          | json_parse_exception: Current token (VALUE_NUMBER_INT) not of boolean type
ip         | "1.2.3"    | illegal_argument_exception: '1.2.3' is not an IP string literal.
keyword    | {"a": 1}   | illegal_state_exception: Can't get text on a START_OBJECT at 1:7
integer,"coerce":false | 1.5 | illegal_argument_exception: 1.5 cannot be converted to Integer without data loss
integer,"coerce":false | "1" | illegal_argument_exception: Integer value passed as String
`;

function rows(table: string): string[][] {
  return table
    .trim()
    .split('\n')
    .map((line) => line.split(' | ').map((cell) => cell.trim()));
}

function mapperOf(cell: string) {
  const [name, ...rest] = cell.split(',');
  return fieldMapper(type(name, rest.length > 0 ? `,${rest.join(',')}` : ''));
}

describe('values of fields', () => {
  it.each(rows(VALUES))('%s %s', (field, value, expected) => {
    expect(contentOf(mapperOf(field), `{"f": ${value}}`)).toBe(expected);
  });

  it.each(rows(ERRORS))('%s refuses %s', (field, value, expected) => {
    const [head, cause] = errorOf(() => parseText(mapperOf(field), `{"f": ${value}}`)).split('\n');
    expect(head).toMatch(
      /^mapper_parsing_exception: failed to parse field \[f\] of type \[\w+\] in document with id '1'\./,
    );
    expect(cause).toBe(expected);
  });
});

describe('errors of documents', () => {
  const mapper = mapperWith({
    dynamic: 'true',
    properties: {
      n: { type: 'long' },
      o: { properties: { x: { type: 'long' } } },
      strict: { type: 'object', dynamic: 'strict' },
      off: { type: 'object', enabled: false },
      nst: { type: 'nested', properties: { x: { type: 'long' } } },
      loc: { type: 'geo_point' },
      same: { type: 'alias', path: 'n' },
    },
  });

  it.each([
    ['', 'mapper_parsing_exception: failed to parse, document is empty'],
    ...['[1]', 'x', ' "a"'].map((source): [string, string] => [
      source,
      'mapper_parsing_exception: failed to parse\nnot_x_content_exception: Compressor detection can only be called on ' +
        'some xcontent bytes or compressed xcontent bytes',
    ]),
    [
      '{"n": nope}',
      "mapper_parsing_exception: failed to parse\njson_parse_exception: Unrecognized token 'nope': was expecting (JSON " +
        "String, Number, Array, Object or token 'null', 'true' or 'false')\n at [Source: (byte[])\"{\"n\": nope}\"; " +
        'line: 1, column: 12]',
    ],
    [
      '{"o": 5}',
      'mapper_parsing_exception: object mapping for [o] tried to parse field [o] as object, but found a concrete value',
    ],
    [
      '{"o": [5]}',
      'mapper_parsing_exception: object mapping for [o] tried to parse field [null] as object, but found a concrete value',
    ],
    [
      '{".a": 5}',
      'mapper_parsing_exception: failed to parse\nillegal_argument_exception: object field starting or ending with ' +
        'a [.] makes object resolution ambiguous: [.a]',
    ],
    [
      '{"": 5}',
      'mapper_parsing_exception: failed to parse\nillegal_argument_exception: field name cannot be an empty string',
    ],
    [
      '{"strict": {"new": 1}}',
      'strict_dynamic_mapping_exception: mapping set to strict, dynamic introduction of [new] within [strict] is not allowed',
    ],
    [
      '{"n.sub": 1}',
      'mapper_parsing_exception: Could not dynamically add mapping for field [n.sub]. Existing mapping for [n] must ' +
        'be of type object but found [long].',
    ],
    [
      '{"nst.x": 1}',
      'mapper_parsing_exception: Cannot add a value for field [nst.x] since one of the intermediate objects is ' +
        'mapped as a nested object: [nst]',
    ],
    [
      '{"same": 1}',
      'mapper_parsing_exception: failed to parse\nillegal_argument_exception: Cannot write to a field alias [same].',
    ],
    [
      '{"_id": "x"}',
      "mapper_parsing_exception: failed to parse field [_id] of type [_id] in document with id '1'. Preview of " +
        "field's value: 'x'\nmapper_parsing_exception: Field [_id] is a metadata field and cannot be added inside " +
        'a document. Use the index API request parameters.',
    ],
    [
      '{"loc": {"lat": 91, "lon": 0}}',
      'mapper_parsing_exception: failed to parse field [loc] of type [geo_point]\nillegal_argument_exception: ' +
        'illegal latitude value [91.0] for loc',
    ],
    [
      '{"n": {"b": 1, "a": 2.0}}',
      "mapper_parsing_exception: failed to parse field [n] of type [long] in document with id '1'. Preview of " +
        "field's value: '{a=2.0, b=1}'\njson_parse_exception: Current token (START_OBJECT) not numeric, can not " +
        'use numeric value accessors\n at [Source: (byte[])"{"n": {"b": 1, "a": 2.0}}"; line: 1, column: 8]',
    ],
    ['{"off": {"anything": [1, {"a": "b"}]}}', 'ok'],
    ['{"off.anything": 1}', 'ok'],
    ['{"o": null, "n": null, "nst": []}', 'ok'],
  ])('%s', (source, expected) => {
    expect(errorOf(() => parseText(mapper, source))).toBe(expected);
  });

  it('names the place of a wrong token in the source, counted in bytes', () => {
    const text = errorOf(() => parseText(mapper, '{"é": "ü",\n "n": [1, false]}'));
    expect(text).toContain('Current token (VALUE_FALSE) not numeric');
    expect(text).toContain('; line: 2, column: 16]');
  });
});

describe('nested objects', () => {
  const mapper = mapperWith({
    properties: {
      a: {
        type: 'nested',
        include_in_root: true,
        properties: { k: { type: 'keyword' }, b: { type: 'nested', properties: { k: { type: 'keyword' } } } },
      },
    },
  });

  it('form a block: children before parents, the root last', () => {
    const { docs } = parseText(mapper, '{"a": [{"k": "x", "b": {"k": "y"}}, {"k": "z"}]}');
    expect(docs.map((doc) => [doc.nestedPath, doc.nestedOffset, doc.parent])).toEqual([
      ['a.b', 0, 1],
      ['a', 0, 3],
      ['a', 1, 3],
      [null, 0, -1],
    ]);
  });

  it('copy fields into the root if the mapping says so', () => {
    expect(rootFields(mapper, '{"a": [{"k": "x"}, {"k": "z"}]}')).toEqual([
      { kind: 'terms', field: 'a.k', terms: ['x', 'z'], indexed: true, docValues: true },
    ]);
  });
});

describe('copy_to, multi-fields and _source', () => {
  it('add the value to other fields', () => {
    const mapper = mapperWith({
      properties: {
        a: { type: 'text', copy_to: ['all', 'len'], fields: { raw: { type: 'keyword' } } },
        all: { type: 'text' },
        len: { type: 'keyword' },
      },
    });
    const names = rootFields(mapper, '{"a": ["x y", "z"]}').map((field) => field.field);
    expect(names.sort()).toEqual(['a', 'a.raw', 'all', 'len']);
  });

  it('filter the source as the mapping says', () => {
    const source = '{"a": {"b": 1, "c": 2}, "d": 3}';
    const kept = (parameters: object): string => {
      const mapper = mapperWith({ _source: { ...parameters } });
      return Buffer.from(parseText(mapper, source).source).toString();
    };
    expect(kept({})).toBe(source);
    expect(kept({ enabled: false })).toBe('');
    expect(kept({ includes: ['a.b', 'd'] })).toBe('{"a":{"b":1},"d":3}');
    expect(kept({ excludes: ['a.*'] })).toBe('{"a":{},"d":3}');
  });
});

describe('documents with very many new fields', () => {
  it('stop at the field limit, however many there are', () => {
    const members = Array.from({ length: 200_000 }, (_, i) => `"k${i}":1`);
    const mapper = mapperWith({});
    const { mappingUpdate } = parseText(mapper, `{${members.join(',')}}`);
    expect(errorOf(() => mapper.merge(mappingUpdate ?? {}, 'dynamic'))).toBe(
      'illegal_argument_exception: Limit of total fields [1000] has been exceeded',
    );
  });
});
