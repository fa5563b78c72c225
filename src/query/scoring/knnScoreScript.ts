import {
  bug,
  type ExactJsonValue,
  illegalArgument,
  JsonDouble,
  type JsonObject,
  OpenSearchError,
  stringifyJson,
} from '../../common/index.ts';
import {
  hammingScore,
  type KnnShardSearcher,
  knnSearcher,
  type SpaceType,
  spaceTypes,
} from '../../knn/index.ts';
import type { MappedFieldType } from '../../mapper/index.ts';
import type { ScriptSource } from '../../script/index.ts';
import { indexOfDoc } from '../docSet.ts';
import type { QueryShardContext } from '../types.ts';
import type { LeafScorer, ScoreScript } from './leafScorer.ts';
import type { ScriptEngine } from './scriptEngine.ts';

/** The language of the k-NN plugin's scripts, which can score but not filter. */
export const knnEngine: ScriptEngine = {
  score: scoreScript,
  filterRefusal: (context, source) =>
    compileFailure(context, source, 'knn KNN scoring scripts cannot be used for context [filter]'),
};

/**
 * `lang: knn`, `source: knn_score`: exact vector scores. A document without the field scores 0. Statistics
 * count what the original counts: compilations by its cache, and only some rejections as errors.
 */
function scoreScript(context: QueryShardContext, source: ScriptSource): ScoreScript {
  if (source.source !== 'knn_score') {
    throw compileFailure(context, source, `Unknown script name ${source.source}`);
  }
  const searcher = knnOf(context);
  const counted = (): void => searcher?.scriptQuery('request');
  context.onFetch?.(counted);
  searcher?.scriptCompiled();
  counted();
  try {
    return bindScript(context, source.params);
  } catch (error) {
    if (error instanceof CountedRefusal) searcher?.scriptQuery('error');
    throw error;
  }
}

/** The k-NN plugin's data for the shard; `null` if it has none. */
export function knnOf(context: QueryShardContext): KnnShardSearcher | null {
  return context.extensions?.get(knnSearcher) ?? null;
}

/** A rejection that script_query_errors counts. */
class CountedRefusal extends OpenSearchError {}

/**
 * `Failed to compile inline script […] using lang [knn]`, counted as a failed compilation. The original only
 * shows the cause as root and cause.
 */
function compileFailure(context: QueryShardContext, source: ScriptSource, reason: string): OpenSearchError {
  const searcher = knnOf(context);
  searcher?.scriptQuery('compilation');
  searcher?.scriptQuery('compilationError');
  const cause = illegalArgument(reason);
  const what = `Failed to compile inline script [${source.source}] using lang [knn]`;
  return new OpenSearchError('query_shard_exception', `failed to create query: ${what}`, {
    metadata: { index: context.indexName, index_uuid: context.indexUuid },
    causedBy: cause,
    rootCauses: [cause],
  });
}

/** Lists are printed as JSON: `String` would print a list of one text as that text. */
function textOf(value: ExactJsonValue): string {
  return typeof value === 'string' ? value : stringifyJson(value);
}

function bindScript(context: QueryShardContext, params: JsonObject): ScoreScript {
  const fieldName = required(params, 'field');
  const spaceName = textOf(required(params, 'space_type')).toLowerCase();
  const queryValue = required(params, 'query_value');
  const field = context.mapper.field(textOf(fieldName));
  const key = `knn_score(${stringifyJson(params)})`;
  if (spaceName === 'hammingbit') return { key, leaf: hammingScorer(field, queryValue) };
  const space = spaceTypes.get(spaceName);
  if (space === undefined) {
    throw new CountedRefusal(
      'illegal_argument_exception',
      'Invalid space type. Please refer to the available space types.',
    );
  }
  if (field === undefined || field.vector === null) {
    throw illegalArgument(
      `Incompatible field_type for ${space.scriptLabel} space. The field type must be knn_vector.`,
    );
  }
  return { key, leaf: vectorScorer(field, space, readVector(queryValue, field.vector.dimension)) };
}

function required(params: JsonObject, name: string): ExactJsonValue {
  const value = params[name];
  if (value !== undefined && value !== null) return value;
  throw new CountedRefusal('illegal_argument_exception', `Missing parameter [${name}]`);
}

/** Reads a list of doubles; the original rejects integers written without a fraction. */
function readVector(value: ExactJsonValue, dimension: number): Float32Array {
  if (!Array.isArray(value)) throw cannotCast(javaClass(value), 'java.util.ArrayList');
  const vector = new Float32Array(value.length);
  for (const [i, item] of value.entries()) {
    const isDouble = item instanceof JsonDouble || (typeof item === 'number' && !Number.isInteger(item));
    if (!isDouble) throw cannotCast(javaClass(item), 'java.lang.Double');
    vector[i] = Number(item);
  }
  if (value.length === dimension) return vector;
  throw new CountedRefusal(
    'illegal_state_exception',
    `Object's dimension=${value.length} does not match the expected dimension=${dimension}.`,
  );
}

function cannotCast(from: string, to: string): OpenSearchError {
  const where = `(${from} and ${to} are in module java.base of loader 'bootstrap')`;
  return new OpenSearchError('class_cast_exception', `class ${from} cannot be cast to class ${to} ${where}`);
}

/** The Java class of a script parameter, as named in Java's errors. */
function javaClass(value: ExactJsonValue): string {
  if (value instanceof JsonDouble) return 'java.lang.Double';
  if (typeof value === 'number') {
    if (!Number.isInteger(value)) return 'java.lang.Double';
    return Math.abs(value) < 2 ** 31 ? 'java.lang.Integer' : 'java.lang.Long';
  }
  if (typeof value === 'bigint') return 'java.math.BigInteger';
  if (typeof value === 'boolean') return 'java.lang.Boolean';
  if (Array.isArray(value)) return 'java.util.ArrayList';
  return typeof value === 'string' ? 'java.lang.String' : 'java.util.HashMap';
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

function hammingScorer(field: MappedFieldType | undefined, value: ExactJsonValue): ScoreScript['leaf'] {
  if (field === undefined || (field.typeName !== 'long' && field.typeName !== 'binary')) {
    throw illegalArgument(
      'Incompatible field_type for hamming space. The field type must of type long or binary.',
    );
  }
  const query = field.typeName === 'long' ? longBytes(readLong(value)) : readBinary(value);
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

function readLong(value: ExactJsonValue): number | bigint {
  if (typeof value === 'bigint' || (typeof value === 'number' && Number.isInteger(value))) return value;
  throw illegalArgument('Object cannot be parsed as a Long.');
}

function readBinary(value: ExactJsonValue): Uint8Array {
  if (typeof value === 'string') return Buffer.from(value, 'base64');
  throw illegalArgument('Object cannot be parsed as a Big Integer.');
}

function longBytes(value: number | bigint): Uint8Array {
  const bytes = Buffer.alloc(8);
  bytes.writeBigInt64BE(BigInt.asIntN(64, BigInt(value)));
  return bytes;
}
