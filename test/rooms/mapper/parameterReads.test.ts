import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { createAnalysisRegistry } from '../../../src/analysis/index.ts';
import type { JsonObject } from '../../../src/common/index.ts';
import { fieldTypes } from '../../../src/mapper/fields/index.ts';
import { ParameterValues } from '../../../src/mapper/fieldTypes.ts';
import { unusedMappingParameters } from '../../../src/mapper/withoutEffect.ts';
import { errorOf, fieldMapper } from './support.ts';

/** types | every parameter that they take in 2.7, with a value other than the default */
const TAKEN = `
text | "index_options": "offsets", "store": true, "meta": {"unit": "m"}, "term_vector": "yes", "norms": false, "analyzer": "english", "search_analyzer": "simple", "search_quote_analyzer": "keyword", "similarity": "boolean", "eager_global_ordinals": true, "position_increment_gap": 9, "fielddata": true, "fielddata_frequency_filter": {"min": 0.01, "max": 0.5, "min_segment_size": 5}, "boost": 2
text | "index_prefixes": {"min_chars": 1, "max_chars": 9}, "index_phrases": true
text | "index": false
keyword | "index": false, "doc_values": false, "store": true, "null_value": "x", "eager_global_ordinals": true, "ignore_above": 9, "index_options": "freqs", "norms": true, "similarity": "boolean", "normalizer": "lowercase", "split_queries_on_whitespace": true, "boost": 2, "meta": {"unit": "m"}
keyword ip binary boolean date | "store": true, "meta": {"unit": "m"}
byte short integer long half_float float double | "index": false, "doc_values": false, "store": true, "ignore_malformed": true, "coerce": false, "null_value": 5, "meta": {"unit": "m"}
scaled_float | "index": false, "doc_values": false, "store": true, "ignore_malformed": true, "coerce": false, "null_value": 5, "meta": {"unit": "m"}, "scaling_factor": 10
boolean | "index": false, "doc_values": false, "store": true, "null_value": true, "boost": 2, "meta": {"unit": "m"}
date date_nanos | "index": false, "doc_values": false, "store": true, "ignore_malformed": true, "format": "yyyy", "locale": "de", "null_value": "2024", "boost": 2, "meta": {"unit": "m"}
ip | "index": false, "doc_values": false, "store": true, "ignore_malformed": true, "null_value": "::1", "meta": {"unit": "m"}
binary | "doc_values": true, "store": true, "meta": {"unit": "m"}
geo_point | "index": false, "doc_values": false, "store": true, "ignore_malformed": true, "ignore_z_value": false, "null_value": {"lat": 1, "lon": 2}, "meta": {"unit": "m"}
geo_shape | "index": false, "doc_values": false, "store": true, "ignore_malformed": true, "ignore_z_value": false, "coerce": true, "orientation": "left", "meta": {"unit": "m"}
integer_range long_range float_range double_range ip_range | "index": false, "doc_values": false, "store": true, "coerce": false, "boost": 2, "meta": {"unit": "m"}
date_range | "index": false, "doc_values": false, "store": true, "coerce": false, "format": "yyyy", "locale": "de", "boost": 2, "meta": {"unit": "m"}
token_count | "index": false, "doc_values": false, "store": true, "analyzer": "standard", "null_value": 5, "enable_position_increments": false, "meta": {"unit": "m"}
rank_feature rank_features | "positive_score_impact": false, "meta": {"unit": "m"}
completion | "analyzer": "standard", "search_analyzer": "keyword", "preserve_separators": false, "preserve_position_increments": false, "max_input_length": 9, "contexts": [{"name": "c", "type": "CATEGORY"}], "meta": {"unit": "m"}
join | "relations": {"a": ["b", "c"]}, "eager_global_ordinals": false
search_as_you_type | "store": true, "doc_values": false, "max_shingle_size": 2, "analyzer": "english", "search_analyzer": "simple", "search_quote_analyzer": "keyword", "similarity": "boolean", "index_options": "docs", "norms": false, "term_vector": "yes", "meta": {"unit": "m"}
search_as_you_type | "index": false, "doc_values": false, "max_shingle_size": 3
flat_object percolator |
`;

const rows = TAKEN.trim()
  .split('\n')
  .flatMap((line) => {
    const [types, given = ''] = line.split('|').map((cell) => cell.trim());
    return types.split(' ').map((type) => [type, JSON.parse(`{${given}}`) as JsonObject] as const);
  });

const definitions = [...fieldTypes.values()];

describe('parameters of fields', () => {
  it.each(rows)('%s prints back %j', (type, given) => {
    const printed = fieldMapper({ type, ...given }).toJson() as { properties: { f: JsonObject } };
    expect(printed.properties.f).toMatchObject({ type, ...given });
  });

  it.each(definitions.map(({ typeName }) => typeName))(
    '%s is listed with all parameters that it accepts',
    (name) => {
      const listed = rows.filter(([type]) => type === name).flatMap(([, given]) => Object.keys(given));
      const taken = fieldTypes.get(name)?.parameters.map((parameter) => parameter.name) ?? [];
      // k-NN has its own tests: its parameters exclude each other.
      if (name !== 'knn_vector') expect([...new Set(listed)].sort()).toEqual(notDropped(name, taken).sort());
      expect(errorOf(() => fieldMapper({ type: name, nope: 1, ...needed(name) }))).toMatch(
        /unknown parameter \[nope\]|unsupported parameters: +\[nope : 1\]/,
      );
    },
  );

  it('are read, or listed in the table of parameters without effect', () => {
    const used = new Set<unknown>();
    const dropped = definitions.flatMap((definition) =>
      unread(definition.typeName).filter((name) => {
        const row = unusedMappingParameters.find(
          ({ types, names }) => names.includes(name) && (types?.includes(definition.typeName) ?? true),
        );
        used.add(row);
        return row === undefined;
      }),
    );
    expect(dropped).toEqual([]);
    expect(unusedMappingParameters.filter((row) => !used.has(row))).toEqual([]);
  });
});

/** What a definition of the type may not go without. */
function needed(name: string): JsonObject {
  if (name === 'knn_vector') return { dimension: 3 };
  if (name === 'scaled_float') return { scaling_factor: 10 };
  if (name === 'join') return { relations: { a: 'b' } };
  return name === 'token_count' ? { analyzer: 'standard' } : {};
}

/** Ranges that are no dates refuse `format` and forget `locale`. */
function notDropped(name: string, names: readonly string[]): string[] {
  return names.filter((own) => (own !== 'format' && own !== 'locale') || name.startsWith('date'));
}

const SRC = join(import.meta.dirname, '../../../src');

/** Parameters that the rest of the code reads from the field's type: `params.boost`. */
const readLater = new Set(
  (readdirSync(SRC, { recursive: true }) as string[])
    .filter((file) => file.endsWith('.ts'))
    .flatMap((file) => [...readFileSync(join(SRC, file), 'utf8').matchAll(/\bparams\.([a-z_]+)/g)])
    .map(([, name]) => name),
);

/** Only the field's own maker can read these; a later reader means those of another type. */
const OWN = new Map([['search_as_you_type', ['index_options']]]);

/** What neither the making of a field of that type asks for, nor anybody later. */
function unread(typeName: string): readonly string[] {
  const definition = fieldTypes.get(typeName);
  if (definition === undefined) return [];
  const given = new Map(Object.entries(needed(typeName)));
  // What is only checked has no effect.
  definition.check?.(new ParameterValues(given, definition.parameters), 'f');
  const values = new ParameterValues(given, definition.parameters);
  definition.create({
    name: 'f',
    typeName,
    values,
    nestedPath: null,
    slot: -1,
    environment: {
      analysis: createAnalysisRegistry({}),
      settings: () => new Map(),
      indexName: 'test',
      checkVectorIndexing: () => {},
      checkQuery: () => {},
    },
  });
  const own = OWN.get(typeName) ?? [];
  return notDropped(typeName, values.unread()).filter((name) => own.includes(name) || !readLater.has(name));
}
