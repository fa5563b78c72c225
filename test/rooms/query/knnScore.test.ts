import { describe, expect, it } from 'vitest';
import { Extensions, type JsonObject, OpenSearchError, parseRequestJson } from '../../../src/common/index.ts';
import { knnSearcher } from '../../../src/knn/index.ts';
import type { MappedFieldType, MapperService } from '../../../src/mapper/index.ts';
import { knnEngine } from '../../../src/query/scoring/knnScoreScript.ts';
import type { LeafContext, QueryShardContext } from '../../../src/query/types.ts';
import type { NumericColumn, SegmentReader } from '../../../src/segment/index.ts';
import { vectorField, vectorInfo, vectorsOf } from '../knn/support.ts';

const fields = new Map<string, Partial<MappedFieldType>>([
  ['v', vectorField('v', vectorInfo({ dimension: 2 }))],
  ['t', { name: 't', typeName: 'text', vector: null }],
  ['bits', { name: 'bits', typeName: 'long', vector: null }],
]);
const bits: NumericColumn = {
  kind: 'numeric',
  values: Float64Array.of(5, 7, -1),
  offsets: null,
  presence: null,
  min: -1,
  max: 7,
};
const reader: Partial<SegmentReader> = {
  vectors: (field) =>
    field === 'v'
      ? vectorsOf(
          [
            [1, 2],
            [3, 4],
          ],
          [0, 2],
        )
      : null,
  column: (field) => (field === 'bits' ? bits : null),
};

/** Scores of the three documents, or the error; and the events that statistics count. */
function run(paramsText: string, name = 'knn_score') {
  const events: string[] = [];
  const context: Partial<QueryShardContext> = {
    mapper: { field: (field: string) => fields.get(field) } as Partial<MapperService> as MapperService,
    extensions: Extensions.none.with(knnSearcher, {
      enabled: true,
      search: () => {
        throw new Error('no graph is searched');
      },
      checkEnabled: () => undefined,
      scriptCompiled: () => undefined,
      scriptQuery: (event) => events.push(event),
    }),
  };
  const body = parseRequestJson(`{"source":"${name}","params":${paramsText}}`) as { params: JsonObject };
  const source = { lang: 'knn', source: name, id: null, params: body.params };
  try {
    const script = knnEngine.score(context as QueryShardContext, source);
    const scorer = script.leaf({ reader } as LeafContext);
    return { outcome: [0, 1, 2].map((doc) => scorer(doc, 1)).join(' '), events: events.join(' ') };
  } catch (error) {
    if (!(error instanceof OpenSearchError)) throw error;
    return { outcome: `${error.type}: ${error.reason}`, events: events.join(' ') };
  }
}

const cast = (from: string, to: string) =>
  `class_cast_exception: class ${from} cannot be cast to class ${to} (${from} and ${to} are in module java.base of loader 'bootstrap')`;

describe('knn_score', () => {
  it.each([
    ['{"field":"v","query_value":[1.0,2.0],"space_type":"l2"}', `1 0 ${Math.fround(1 / 9)}`, 'request'],
    ['{"field":"v","query_value":[1.0,2.0],"space_type":"L2"}', `1 0 ${Math.fround(1 / 9)}`, 'request'],
    ['{"field":"bits","query_value":5,"space_type":"hammingbit"}', `1 0.5 ${Math.fround(1 / 63)}`, 'request'],
    [
      '{"query_value":[1.0,2.0],"space_type":"l2"}',
      'illegal_argument_exception: Missing parameter [field]',
      'request error',
    ],
    [
      '{"field":"v","space_type":"l2"}',
      'illegal_argument_exception: Missing parameter [query_value]',
      'request error',
    ],
    [
      '{"field":"v","query_value":[1.0,2.0]}',
      'illegal_argument_exception: Missing parameter [space_type]',
      'request error',
    ],
    [
      '{"field":"v","query_value":[1,1],"space_type":"bogus"}',
      'illegal_argument_exception: Invalid space type. Please refer to the available space types.',
      'request error',
    ],
    [
      '{"field":"v","query_value":[0.1],"space_type":"l2"}',
      "illegal_state_exception: Object's dimension=1 does not match the expected dimension=2.",
      'request error',
    ],
    [
      '{"field":"v","query_value":[1,2],"space_type":"l2"}',
      cast('java.lang.Integer', 'java.lang.Double'),
      'request',
    ],
    [
      '{"field":"v","query_value":["a"],"space_type":"l2"}',
      cast('java.lang.String', 'java.lang.Double'),
      'request',
    ],
    [
      '{"field":"v","query_value":"a","space_type":"l2"}',
      cast('java.lang.String', 'java.util.ArrayList'),
      'request',
    ],
    [
      '{"field":"t","query_value":[1.0],"space_type":"cosinesimil"}',
      'illegal_argument_exception: Incompatible field_type for cosine space. The field type must be knn_vector.',
      'request',
    ],
    [
      '{"field":"nope","query_value":[1.0],"space_type":"l2"}',
      'illegal_argument_exception: Incompatible field_type for l2 space. The field type must be knn_vector.',
      'request',
    ],
    [
      '{"field":"v","query_value":5,"space_type":"hammingbit"}',
      'illegal_argument_exception: Incompatible field_type for hamming space. The field type must of type long or binary.',
      'request',
    ],
    [
      '{"field":"bits","query_value":"x","space_type":"hammingbit"}',
      'illegal_argument_exception: Object cannot be parsed as a Long.',
      'request',
    ],
  ])('%s → %s (%s)', (params, outcome, events) => {
    expect(run(params)).toEqual({ outcome, events });
  });

  it('is the only script in its language', () => {
    const { outcome, events } = run('{}', 'nope');
    expect(outcome).toBe(
      'query_shard_exception: failed to create query: Failed to compile inline script [nope] using lang [knn]',
    );
    expect(events).toBe('compilation compilationError');
  });
});
