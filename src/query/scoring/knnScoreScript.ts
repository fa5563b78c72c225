import {
  bug,
  illegalArgument,
  type JsonObject,
  type JsonValue,
  OpenSearchError,
} from '../../common/index.ts';
import { hammingScore, SPACE_NAMES, type SpaceType, spaceTypes } from '../../knn/index.ts';
import type { MappedFieldType } from '../../mapper/index.ts';
import type { ScriptSource } from '../../script/index.ts';
import { indexOfDoc } from '../docSet.ts';
import type { QueryShardContext } from '../types.ts';
import type { LeafScorer, ScoreScript } from './scoreScript.ts';

/**
 * `lang: knn`, `source: knn_score`: exact vector scores (knn.md §4.3). A document without the field scores 0.
 * Refused parameters count as script query errors.
 */
export function knnScoreScript(context: QueryShardContext, source: ScriptSource): ScoreScript {
  if (source.source !== 'knn_score') {
    context.knn?.scriptQuery('compilation');
    context.knn?.scriptQuery('compilationError');
    throw scriptCompileFailure(String(source.source), `Unknown script name ${source.source}`);
  }
  context.onKnnScript?.();
  context.knn?.scriptQuery('request');
  try {
    return bindScript(context, source.params);
  } catch (error) {
    context.knn?.scriptQuery('error');
    throw error;
  }
}

/** `Failed to compile inline script […] using lang [knn]`, of which only the cause is shown as the root. */
export function scriptCompileFailure(name: string, reason: string): OpenSearchError {
  const cause = illegalArgument(reason);
  return new OpenSearchError(
    'illegal_argument_exception',
    `Failed to compile inline script [${name}] using lang [knn]`,
    { causedBy: cause, rootCauses: [cause] },
  );
}

function bindScript(context: QueryShardContext, params: JsonObject): ScoreScript {
  const fieldName = required(params, 'field');
  const queryValue = required(params, 'query_value');
  const spaceName = String(required(params, 'space_type')).toLowerCase();
  const field = context.mapper.field(String(fieldName));
  const key = `knn_score(${JSON.stringify(params)})`;
  if (spaceName === 'hammingbit') return { key, leaf: hammingScorer(field, queryValue) };
  const space = spaceTypes.get(spaceName);
  if (space === undefined || !SPACE_NAMES.includes(spaceName)) {
    throw illegalArgument('Invalid space type. Please refer to the available space types.');
  }
  if (field === undefined || field.vector === null) {
    throw illegalArgument(
      `Incompatible field_type for ${space.scriptLabel} space. The field type must be knn_vector.`,
    );
  }
  return { key, leaf: vectorScorer(field, space, readVector(queryValue, field.vector.dimension)) };
}

function required(params: JsonObject, name: string): JsonValue {
  const value = params[name];
  if (value === undefined || value === null) throw illegalArgument(`Missing parameter [${name}]`);
  return value;
}

function readVector(value: JsonValue, dimension: number): Float32Array {
  if (!Array.isArray(value) || value.some((item) => typeof item !== 'number' && typeof item !== 'bigint')) {
    throw illegalArgument('[knn] query_value must be an array of numbers');
  }
  if (value.length !== dimension) {
    throw value.every((item) => Number.isInteger(Number(item)))
      ? integersRefused()
      : new OpenSearchError(
          'illegal_state_exception',
          `Object's dimension=${value.length} does not match the expected dimension=${dimension}.`,
        );
  }
  return Float32Array.from(value, Number);
}

/** The original refuses whole numbers before it counts them; here they are fine where their count is right. */
function integersRefused(): OpenSearchError {
  return new OpenSearchError(
    'class_cast_exception',
    "class java.lang.Integer cannot be cast to class java.lang.Double (java.lang.Integer and java.lang.Double are in module java.base of loader 'bootstrap')",
  );
}

function vectorScorer(field: MappedFieldType, space: SpaceType, query: Float32Array): ScoreScript['leaf'] {
  return ({ reader }): LeafScorer => {
    const vectors = reader.vectors(field.name);
    if (vectors === null) return () => 0;
    const { docs, values, dimension } = vectors;
    return (doc) => {
      const ord = indexOfDoc(docs, doc);
      return ord < 0 ? 0 : space.scriptScore(query, values, ord * dimension);
    };
  };
}

function hammingScorer(field: MappedFieldType | undefined, value: JsonValue): ScoreScript['leaf'] {
  if (field === undefined || (field.typeName !== 'long' && field.typeName !== 'binary')) {
    throw illegalArgument(
      'Incompatible field_type for hamming space. The field type must of type long or binary.',
    );
  }
  const query = field.typeName === 'long' ? longBytes(value) : Buffer.from(String(value), 'base64');
  return ({ reader }): LeafScorer => {
    const column = reader.column(field.name);
    if (column === null) return () => 0;
    return (doc) => {
      if (column.presence !== null && !column.presence.has(doc)) return 0;
      if (column.kind === 'binary') return hammingScore(query, column.values(doc)[0]);
      if (column.kind !== 'numeric') throw bug(`a ${column.kind} column for ${field.name}`);
      return hammingScore(query, longBytes(column.values[column.offsets?.[doc] ?? doc]));
    };
  };
}

function longBytes(value: JsonValue): Uint8Array {
  if (typeof value !== 'number' && typeof value !== 'bigint') {
    throw illegalArgument('[knn] query_value must be a long');
  }
  const bytes = Buffer.alloc(8);
  bytes.writeBigInt64BE(BigInt.asIntN(64, BigInt(value)));
  return bytes;
}
