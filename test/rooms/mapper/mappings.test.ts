import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../../src/common/index.ts';
import { errorOf, fieldMapper, mapperWith, parseText } from './support.ts';

describe('printing', () => {
  it.each<[string, JsonObject, JsonObject]>([
    ['nothing', {}, {}],
    [
      'sorted names, defaults left out',
      { properties: { b: { type: 'long', index: true }, a: { type: 'text' } } },
      { properties: { a: { type: 'text' }, b: { type: 'long' } } },
    ],
    [
      'dots as objects',
      { properties: { 'a.b': { type: 'long' } } },
      { properties: { a: { properties: { b: { type: 'long' } } } } },
    ],
    ['an empty object', { properties: { a: { type: 'object' } } }, { properties: { a: { type: 'object' } } }],
    [
      'root members in order',
      {
        properties: { a: { type: 'ip' } },
        date_detection: false,
        _meta: { v: 1 },
        _routing: { required: true },
        dynamic: false,
      },
      {
        dynamic: 'false',
        _meta: { v: 1 },
        _routing: { required: true },
        date_detection: false,
        properties: { a: { type: 'ip' } },
      },
    ],
    [
      'text with its fields before its analyzer',
      { properties: { a: { analyzer: 'english', fields: { k: { type: 'keyword' } }, type: 'text' } } },
      { properties: { a: { type: 'text', fields: { k: { type: 'keyword' } }, analyzer: 'english' } } },
    ],
    [
      'explicit coerce, nested flags',
      {
        properties: {
          n: { type: 'nested', include_in_root: true, properties: { x: { type: 'long', coerce: true } } },
        },
      },
      {
        properties: {
          n: { type: 'nested', include_in_root: true, properties: { x: { type: 'long', coerce: true } } },
        },
      },
    ],
    [
      'an analyzer beside the search analyzer that differs from it',
      { properties: { t: { type: 'text', search_analyzer: 'english' } } },
      { properties: { t: { type: 'text', analyzer: 'default', search_analyzer: 'english' } } },
    ],
    [
      'the defaults of types that print them',
      { properties: { c: { type: 'completion' }, j: { type: 'join' }, s: { type: 'search_as_you_type' } } },
      {
        properties: {
          c: {
            type: 'completion',
            analyzer: 'simple',
            preserve_separators: true,
            preserve_position_increments: true,
            max_input_length: 50,
          },
          j: { type: 'join', eager_global_ordinals: true, relations: {} },
          s: { type: 'search_as_you_type', doc_values: false, max_shingle_size: 3 },
        },
      },
    ],
    [
      'dynamic templates without what is by default',
      {
        dynamic_templates: [
          {
            a: {
              match_pattern: 'simple',
              match: ['x', 'y'],
              match_mapping_type: '*',
              mapping: { type: 'long' },
            },
          },
        ],
      },
      { dynamic_templates: [{ a: { match: '[x, y]', mapping: { type: 'long' } } }] },
    ],
  ])('%s', (_what, given, expected) => {
    expect(JSON.stringify(mapperWith(given).toJson())).toBe(JSON.stringify(expected));
  });
});

describe('errors of mappings', () => {
  it.each<[JsonObject, string]>([
    [{ a: { type: 'nope' } }, 'mapper_parsing_exception: No handler for type [nope] declared on field [a]'],
    [
      { a: { type: 'integer', nope: 1 } },
      'mapper_parsing_exception: unknown parameter [nope] on mapper [a] of type [integer]',
    ],
    [{ a: { nope: 1 } }, 'mapper_parsing_exception: No type specified for field [a]'],
    [
      { a: 1 },
      'mapper_parsing_exception: Expected map for property [fields] on field [a] but got a class java.lang.String',
    ],
    [
      { a: { type: 'object', nope: { x: 1 } } },
      'mapper_parsing_exception: Mapping definition for [a] has unsupported parameters:  [nope : {x=1}]',
    ],
    [
      { a: { type: 'text', analyzer: 'nope' } },
      'illegal_argument_exception: analyzer [nope] has not been configured in mappings',
    ],
    [{ _id: { type: 'keyword' } }, 'mapper_parsing_exception: Field [_id] is defined more than once'],
    [
      { a: { type: 'keyword' }, 'a.b': { type: 'keyword' } },
      'illegal_argument_exception: mapper [a] cannot be changed from type [keyword] to [ObjectMapper]',
    ],
    [
      { a: { type: 'byte', null_value: 300 } },
      'illegal_argument_exception: Value [300] is out of range for a byte',
    ],
    [
      { a: { type: 'text', index_prefixes: { min_chars: 5, max_chars: 2 } } },
      'illegal_argument_exception: min_chars [5] must be less than max_chars [2]',
    ],
    [
      { a: { type: 'text', index: false, fielddata: true } },
      'illegal_argument_exception: Cannot enable fielddata on a [text] field that is not indexed: [a]',
    ],
    [
      { a: { type: 'completion', contexts: [{ type: 'geo' }] } },
      'parse_exception: missing [name] in context mapping',
    ],
    [
      { a: { type: 'keyword', copy_to: 'o' }, o: { properties: { b: { type: 'long' } } } },
      'illegal_argument_exception: Cannot copy to field [o] since it is mapped as an object',
    ],
    [
      { a: { type: 'text', similarity: 'mine' } },
      'mapper_parsing_exception: Unknown Similarity type [mine] for field [a]',
    ],
    [{ a: { type: 'scaled_float' } }, 'illegal_argument_exception: Field [scaling_factor] is required'],
    [
      { a: { type: 'long', index: 'maybe' } },
      'illegal_argument_exception: Failed to parse value [maybe] as only [true] or [false] are allowed.',
    ],
    [{ a: { type: 'knn_vector' } }, 'illegal_argument_exception: Dimension value missing for vector: a'],
    [
      { a: { type: 'alias', path: 'b' } },
      'mapper_parsing_exception: Invalid [path] value [b] for field alias [a]: an alias must refer to an existing field in the mappings.',
    ],
    [
      { a: { type: 'xy_shape' } },
      'mapper_parsing_exception: No handler for type [xy_shape] declared on field [a]',
    ],
  ])('%j', (properties, expected) => {
    const mapper = mapperWith({});
    expect(errorOf(() => mapper.merge({ properties }, 'update'))).toBe(expected);
    expect(mapper.toJson()).toEqual({});
  });

  it('name the mapping when an index is created', () => {
    expect(errorOf(() => mapperWith({ properties: { a: { type: 'nope' } } }))).toBe(
      'mapper_parsing_exception: Failed to parse mapping [_doc]: No handler for type [nope] declared on field [a]\n' +
        'mapper_parsing_exception: No handler for type [nope] declared on field [a]',
    );
    expect(errorOf(() => mapperWith({ nope: { a: 1 } })).split('\n')[1]).toBe(
      'mapper_parsing_exception: Root mapping definition has unsupported parameters:  [nope : {a=1}]',
    );
  });

  it('enforce the limits of the index', () => {
    const many = Object.fromEntries(Array.from({ length: 3 }, (_, i) => [`f${i}`, { type: 'long' }]));
    const limited = (settings: Record<string, string>, properties: JsonObject): string =>
      errorOf(() => mapperWith({ properties }, settings));
    expect(limited({ 'index.mapping.total_fields.limit': '2' }, many)).toBe(
      'illegal_argument_exception: Limit of total fields [2] has been exceeded',
    );
    expect(limited({ 'index.mapping.depth.limit': '2' }, { 'a.b.c': { type: 'long' } })).toBe(
      'illegal_argument_exception: Limit of mapping depth [2] has been exceeded due to object field [a.b]',
    );
  });
});

describe('merging', () => {
  it.each<[JsonObject, JsonObject, string]>([
    [
      { type: 'integer' },
      { type: 'keyword' },
      'illegal_argument_exception: mapper [f] cannot be changed from type [integer] to [keyword]',
    ],
    [
      { type: 'knn_vector', dimension: 2 },
      { type: 'knn_vector', dimension: 5 },
      'illegal_argument_exception: Mapper for [f] conflicts with existing mapper:\n\tCannot update parameter [dimension] from [2] to [5]',
    ],
    [
      { type: 'text' },
      { type: 'text', analyzer: 'english', store: true },
      'illegal_argument_exception: Mapper for [f] conflicts with existing mapper:\n\tCannot update parameter [store] from ' +
        '[false] to [true]\n\tCannot update parameter [analyzer] from [default] to [english]',
    ],
    [
      { type: 'long' },
      { properties: { x: { type: 'long' } } },
      "illegal_argument_exception: can't merge a non object mapping [f] with an object mapping",
    ],
    [
      { properties: { x: { type: 'long' } } },
      { type: 'long' },
      "illegal_argument_exception: can't merge a non object mapping [f] with an object mapping",
    ],
    [
      { type: 'nested' },
      { type: 'object' },
      'illegal_argument_exception: cannot change object mapping from nested to non-nested',
    ],
    [
      { type: 'text', norms: false },
      { type: 'text', norms: true },
      'illegal_argument_exception: Mapper for [f] conflicts with existing mapper:\n\tCannot update parameter [norms] from [false] to [true]',
    ],
    [{ type: 'text' }, { type: 'text', norms: false }, 'ok'],
    [{ type: 'keyword', ignore_above: 3 }, { type: 'keyword', ignore_above: 9 }, 'ok'],
    [{ type: 'long', coerce: false }, { type: 'long', coerce: true }, 'ok'],
  ])('%j with %j', (before, after, expected) => {
    const mapper = fieldMapper(before);
    const printed = mapper.toJson();
    expect(errorOf(() => mapper.merge({ properties: { g: { type: 'long' }, f: after } }, 'update'))).toBe(
      expected,
    );
    if (expected !== 'ok') expect(mapper.toJson()).toEqual(printed);
  });

  it('adds fields and multi-fields; readers keep what they have', () => {
    const mapper = fieldMapper({ type: 'text' });
    const before = mapper.fields();
    const { version } = mapper;
    mapper.merge(
      {
        properties: {
          f: { type: 'text', fields: { k: { type: 'keyword' } } },
          a: { type: 'alias', path: 'f.k' },
        },
      },
      'update',
    );
    expect(before.map((field) => field.name)).toEqual(['f']);
    expect(mapper.fields().map((field) => field.name)).toEqual(['f', 'f.k']);
    expect(mapper.field('a')?.name).toBe('f.k');
    expect(mapper.matching('f*').map((field) => field.name)).toEqual(['f', 'f.k']);
    expect(mapper.version).toBeGreaterThan(version);
  });
});

describe('dynamic mapping', () => {
  const update = (source: string, mapping: JsonObject = {}): string =>
    JSON.stringify(parseText(mapperWith(mapping), source).mappingUpdate);
  const properties = (source: string, mapping: JsonObject = {}): JsonObject | null =>
    (parseText(mapperWith(mapping), source).mappingUpdate?.properties as JsonObject) ?? null;

  it.each<[string, JsonObject | null]>([
    ['{"f": 1}', { type: 'long' }],
    ['{"f": 1.0}', { type: 'float' }],
    ['{"f": 1e3}', { type: 'float' }],
    ['{"f": 12345678901234567890}', null],
    ['{"f": true}', { type: 'boolean' }],
    ['{"f": "x"}', { type: 'text', fields: { keyword: { type: 'keyword', ignore_above: 256 } } }],
    ['{"f": "2024-01-01"}', { type: 'date' }],
    ['{"f": "2024/01/01"}', { type: 'date', format: 'yyyy/MM/dd HH:mm:ss||yyyy/MM/dd||epoch_millis' }],
    ['{"f": "2024"}', { type: 'text', fields: { keyword: { type: 'keyword', ignore_above: 256 } } }],
    ['{"f": [[1], [2]]}', { type: 'long' }],
    ['{"f": {}}', { type: 'object' }],
    ['{"f": [null, {"x": 1}, {"y": true}]}', { properties: { x: { type: 'long' }, y: { type: 'boolean' } } }],
    ['{"f.a.b": 1}', { properties: { a: { properties: { b: { type: 'long' } } } } }],
    ['{"f": []}', null],
    ['{"f": null}', null],
  ])('%s', (source, expected) => {
    if (source.includes('12345678901234567890'))
      expect(errorOf(() => update(source))).toContain('out of range of long');
    else expect(properties(source)?.f ?? null).toEqual(expected);
  });

  it('indexes new fields at once', () => {
    const { docs, mappingUpdate } = parseText(mapperWith({}), '{"a": [1, 2], "b": {"c": "x"}}');
    expect(docs[0].fields.map((field) => field.field)).toEqual(['a', 'b.c', 'b.c.keyword']);
    expect(docs[0].fields[0]).toEqual({ kind: 'numbers', field: 'a', values: [1, 2] });
    expect(mappingUpdate).not.toBeNull();
  });

  it.each([
    ['{"c": [1, "x"]}', 'mapper [c] cannot be changed from type [long] to [text]'],
    ['{"a": 1, "c": [1, "x"]}', 'mapper [c] cannot be changed from type [text] to [long]'],
    ['{"c": [1, 1.5]}', 'mapper [c] cannot be changed from type [long] to [float]'],
    ['{"c": [1, {"a": 1}]}', "can't merge a non object mapping [c] with an object mapping"],
  ])('%s: values that disagree', (source, expected) => {
    expect(errorOf(() => update(source))).toBe(`illegal_argument_exception: ${expected}`);
  });

  it('follows the first template that matches', () => {
    const template = (body: JsonObject): JsonObject => ({ t: body });
    const mapping: JsonObject = {
      dynamic_templates: [
        template({ path_match: 'meta.*', match_mapping_type: 'string', mapping: { type: 'keyword' } }),
        { ids: { match: '*_id', unmatch: 'raw_*', mapping: { type: '{dynamic_type}', store: true } } },
        { vec: { match: 'vec*', mapping: { type: 'knn_vector', dimension: 2 } } },
      ],
    };
    const source = '{"meta": {"a": "x"}, "n_id": 1, "raw_id": 1, "vec1": [1, 2]}';
    expect(properties(source, mapping)).toEqual({
      meta: { properties: { a: { type: 'keyword' } } },
      n_id: { type: 'long', store: true },
      raw_id: { type: 'long' },
      vec1: { type: 'knn_vector', dimension: 2 },
    });
  });

  it('can be switched off, inherited or not', () => {
    const mapping = {
      dynamic: 'false',
      properties: { o: { type: 'object', dynamic: 'true' }, p: { type: 'object' } },
    };
    expect(properties('{"a": 1, "b": {"c": 1}, "o": {"x": 1}, "p": {"y": 1}}', mapping)).toEqual({
      o: { properties: { x: { type: 'long' } } },
    });
  });

  it('detects dates and numbers as configured', () => {
    const mapping = { date_detection: false, numeric_detection: true };
    expect(properties('{"a": "2024-01-01", "b": "1", "c": "1.5"}', mapping)).toEqual({
      a: { type: 'text', fields: { keyword: { type: 'keyword', ignore_above: 256 } } },
      b: { type: 'long' },
      c: { type: 'float' },
    });
  });
});

describe('metadata mappers', () => {
  it('cannot change once there is a mapping', () => {
    const mapper = mapperWith({ properties: { a: { type: 'long' } } });
    expect(errorOf(() => mapper.merge({ _routing: { required: true } }, 'update'))).toBe(
      'illegal_argument_exception: Mapper for [_routing] conflicts with existing mapper:\n' +
        '\tCannot update parameter [required] from [false] to [true]',
    );
  });

  it('report unknown parameters', () => {
    expect(errorOf(() => mapperWith({ _source: { nope: 1 } }))).toContain(
      'unknown parameter [nope] on mapper [_source] of type [null]',
    );
  });
});

describe('dynamic templates by regular expression', () => {
  it('match whole names', () => {
    const templates = [{ a: { match: '^a+$', match_pattern: 'regex', mapping: { type: 'keyword' } } }];
    const { mappingUpdate } = parseText(mapperWith({ dynamic_templates: templates }), '{"aa":"x","ab":"x"}');
    expect(mappingUpdate).toMatchObject({ properties: { aa: { type: 'keyword' }, ab: { type: 'text' } } });
  });

  it("are refused in Java's words", () => {
    const templates = [{ a: { match: 'a[', match_pattern: 'regex', mapping: { type: 'keyword' } } }];
    expect(errorOf(() => mapperWith({ dynamic_templates: templates }))).toContain(
      'Pattern [a[] of type [regex] is invalid. Cannot create dynamic template [a].',
    );
  });
});
