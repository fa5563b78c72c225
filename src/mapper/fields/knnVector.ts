import {
  illegalArgument,
  isJsonObject,
  type JsonValue,
  javaDouble,
  limits,
  OpenSearchError,
} from '../../common/index.ts';
import { type DocumentContext, PreviewedError } from '../documentContext.ts';
import { type FieldContext, type FieldTypeDefinition, mappedFieldType } from '../fieldTypes.ts';
import { javaText, javaTextInOrder } from '../javaText.ts';
import {
  boostParameter,
  docValuesParameter,
  indexParameter,
  metaParameter,
  type Parameter,
  storeParameter,
  stringParameter,
} from '../parameters.ts';
import type { FieldUse, VectorFieldInfo } from '../types.ts';
import { parseMethod } from './knnMethod.ts';
import { parseJavaDouble } from './numericKinds.ts';

const DEFAULT_M = 16;
const DEFAULT_EF_CONSTRUCTION = 512;

const dimensionParameter: Parameter = {
  name: 'dimension',
  defaultValue: -1,
  updateable: false,
  parse: (value, { fieldName }) => {
    const text = javaTextInOrder(value);
    if (!/^[+-]?\d{1,10}$/.test(text)) {
      throw illegalArgument(
        `Unable to parse [dimension] from provided value [${text}] for vector [${fieldName}]`,
      );
    }
    const dimension = Number(text);
    if (dimension > limits.vectorDimension.value) {
      throw illegalArgument(
        `Dimension value cannot be greater than ${limits.vectorDimension.value} for vector: ${fieldName}`,
      );
    }
    if (dimension <= 0)
      throw illegalArgument(`Dimension value must be greater than 0 for vector: ${fieldName}`);
    return dimension;
  },
};

const methodParameter: Parameter = {
  name: 'method',
  defaultValue: null,
  updateable: false,
  parse: (value) => parseMethod(value),
  conflictText: javaTextInOrder,
};

/** Vectors only support k-NN search. */
const REFUSALS: Readonly<Record<FieldUse, (field: string) => string>> = {
  values: (field) => `knn vector field '${field}' doesn't support sorting`,
  sort: () => "knn vector field doesn't support this operation",
  fields: () => 'KNN Vector do not support fields search',
};

/** Vectors of float32; graphs are built if the index sets `index.knn`. */
export const knnVectorType: FieldTypeDefinition = {
  typeName: 'knn_vector',
  parameters: [
    storeParameter,
    docValuesParameter,
    dimensionParameter,
    metaParameter,
    stringParameter('model_id', null),
    methodParameter,
    { ...indexParameter, dropped: true },
    { ...boostParameter, dropped: true },
  ],
  parsesArrays: true,
  check: (values, fieldName) => {
    const method = values.get('method');
    if (values.has('model_id')) {
      if (method === null) return ['dimension'];
      throw illegalArgument(`Method and model can not be both specified in the mapping: ${fieldName}`);
    }
    if (!values.has('dimension')) throw illegalArgument(`Dimension value missing for vector: ${fieldName}`);
    const lucene = isJsonObject(method) && method.engine === 'lucene';
    if (lucene && values.number('dimension') > limits.luceneVectorDimension.value) {
      throw illegalArgument(
        `Dimension value cannot be greater than ${limits.luceneVectorDimension.value} for vector: ${fieldName}`,
      );
    }
    return [];
  },
  create: (field) => {
    const vector = vectorInfo(field);
    return {
      type: mappedFieldType(field, {
        family: 'knn_vector',
        indexed: false,
        vector,
        refusal: (use) => new OpenSearchError('unsupported_operation_exception', REFUSALS[use](field.name)),
        toIndexValue: () => {
          throw new OpenSearchError(
            'query_shard_exception',
            `KNN vector do not support exact searching, use KNN queries instead: [${field.name}]`,
          );
        },
      }),
      parse: (value, context) => {
        field.environment.checkVectorIndexing();
        if (value === null) return;
        context.doc.addVector(field, readVector(value, vector.dimension, context));
      },
    };
  },
};

/** The field's method takes precedence over the index settings. */
function vectorInfo(field: FieldContext): VectorFieldInfo {
  const { values, environment } = field;
  const dimension = values.number('dimension');
  const method = values.get('method');
  if (!isJsonObject(method)) {
    const settings = environment.settings();
    return {
      dimension,
      engine: 'nmslib',
      spaceType: settings.get('index.knn.space_type') ?? 'l2',
      m: Number(settings.get('index.knn.algo_param.m') ?? DEFAULT_M),
      efConstruction: Number(settings.get('index.knn.algo_param.ef_construction') ?? DEFAULT_EF_CONSTRUCTION),
    };
  }
  const parameters = isJsonObject(method.parameters) ? method.parameters : {};
  return {
    dimension,
    engine: method.engine as VectorFieldInfo['engine'],
    spaceType: String(method.space_type),
    m: Number(parameters.m ?? DEFAULT_M),
    efConstruction: Number(parameters.ef_construction ?? DEFAULT_EF_CONSTRUCTION),
  };
}

function readVector(value: JsonValue, dimension: number, context: DocumentContext): Float32Array {
  if (Array.isArray(value)) {
    const values = new Float32Array(value.length);
    for (let i = 0; i < value.length; i++) {
      const member = value[i];
      const single = typeof member === 'number' ? Math.fround(member) : readMember(member, i, context);
      if (!(Math.abs(single) < Infinity)) throw notFinite(single);
      values[i] = single;
    }
    checkDimension(dimension, values.length, 'null');
    return values;
  }
  if (typeof value !== 'number') checkDimension(dimension, 0, javaText(value));
  checkDimension(dimension, 1, 'null');
  return Float32Array.of(Number(value));
}

function checkDimension(expected: number, given: number, preview: string): void {
  if (expected === given) return;
  const reason = `Vector dimension mismatch. Expected: ${expected}, Given: ${given}`;
  throw new PreviewedError(illegalArgument(reason), preview);
}

/** Reads a member that is not a number literal: a numeric string, or an error that previews the member. */
function readMember(member: JsonValue, index: number, context: DocumentContext): number {
  try {
    if (typeof member === 'bigint') return Math.fround(Number(member));
    if (typeof member === 'string') return Math.fround(parseJavaDouble(member));
    throw context.notNumeric(member, [index]);
  } catch (error) {
    if (!(error instanceof OpenSearchError)) throw error;
    throw new PreviewedError(error, javaText(context.exactValue([index])));
  }
}

function notFinite(value: number): PreviewedError {
  const what = Number.isNaN(value) ? 'NaN' : 'infinity';
  return new PreviewedError(illegalArgument(`KNN vector values cannot be ${what}`), javaDouble(value));
}
