import { type FlatSettings, illegalArgument, numberFormat, OpenSearchError } from '../../common/index.ts';
import type { MapperService } from '../../mapper/index.ts';
import { lengthOf } from './fieldLengths.ts';
import { modelOf, outOfRange } from './similarityModels.ts';
import type { FieldScoring, Model, Similarity } from './similarityTypes.ts';

const BM25 = { kind: 'bm25', k1: 1.2, b: 0.75 } as const;
const DEFAULT: Similarity = BM25;
const BOOLEAN: Similarity = { kind: 'boolean' };

export const PLAIN_SCORING: FieldScoring = { similarityOf: () => DEFAULT, boostOf: () => 1 };

/** The scoring of percolated documents: the original's in-memory index ignores the mapping's similarities. */
export const MEMORY_SCORING: FieldScoring = {
  similarityOf: () => ({ ...BM25, plain: true }),
  boostOf: () => 1,
};

/** The similarities of an index's fields, from its mapping and settings. */
export function fieldScoring(mapper: MapperService, settings: FlatSettings): FieldScoring {
  const known = new Map<string, Similarity>();
  const named = (name: string): Similarity => {
    let similarity = known.get(name);
    if (similarity === undefined) {
      similarity = similarityOfSettings(settings, name) ?? (name === 'boolean' ? BOOLEAN : DEFAULT);
      known.set(name, similarity);
    }
    return similarity;
  };
  return {
    similarityOf: (field) => named(String(mapper.field(field)?.params.similarity ?? 'default')),
    boostOf: (field) => Number(mapper.field(field)?.params.boost ?? 1),
  };
}

/**
 * A similarity defined in the index settings; `null` if there is none. Throws illegal_argument for values out
 * of range and settings_exception for values that are not numbers.
 */
export function similarityOfSettings(settings: FlatSettings, name: string): Similarity | null {
  const prefix = `index.similarity.${name}.`;
  const type = settings.get(`${prefix}type`);
  if (type === undefined) return null;
  const get = (key: string): string | null => settings.get(prefix + key) ?? null;
  const number = (key: string, fallback: number): number => {
    const text = get(key);
    if (text === null) return Math.fround(fallback);
    const value = Math.fround(Number(text));
    if (text.trim() !== '' && !Number.isNaN(value)) return value;
    const reason = `Failed to parse float setting [${key}] with value [${text}]`;
    throw new OpenSearchError('settings_exception', reason, { status: 400, causedBy: numberFormat(text) });
  };
  if (type === 'BM25') return bm25(number('k1', 1.2), number('b', 0.75));
  if (type === 'boolean') return BOOLEAN;
  const model = modelOf(type, get, number);
  if (model === null) throw illegalArgument(`Unknown Similarity type [${type}] for [${name}]`);
  return { kind: 'model', name: `${type}Similarity`, of: model };
}

function bm25(k1: number, b: number): Similarity {
  if (!Number.isFinite(k1) || k1 < 0) throw outOfRange('k1', k1, 'a non-negative finite value');
  if (b < 0 || b > 1) throw outOfRange('b', b, 'between 0 and 1');
  return { kind: 'bm25', k1, b };
}

/** A model as a function of the encoded length, times the boost; the scores of several terms are added. */
export function modelScore(
  models: readonly Model[],
  boost: number,
): (frequency: number, norm: number) => number {
  return (frequency, norm) => {
    let sum = 0;
    for (const model of models)
      sum = Math.fround(sum + Math.fround(boost * model(frequency, lengthOf(norm))));
    return sum;
  };
}
