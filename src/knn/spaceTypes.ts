import type { VectorFieldInfo } from '../mapper/index.ts';
import type { VectorValues } from '../segment/index.ts';
import {
  cosineSimilarity,
  dotProduct,
  dotProductLanes,
  hammingDistance,
  l1Norm,
  lInfNorm,
  normalize,
  normalizedDotProduct,
  squaredL2,
  squaredL2Lanes,
} from './vectorMath.ts';

type Engine = VectorFieldInfo['engine'];
type VectorFunction = (query: Float32Array, values: Float32Array, offset: number) => number;

const f32 = Math.fround;

/** A distance between vectors, and the scores derived from it. All results are float32. */
export interface SpaceType {
  readonly name: string;
  /** The space in the HNSW library; `null` if it has none, and search is exact. */
  readonly hnswSpace: 'l2' | 'ip' | 'cosine' | null;
  /** Engines that build graphs in this space. */
  readonly engines: readonly Engine[];
  /** Prepares a query for `distance`, once per search. */
  readonly prepare: (query: Float32Array) => Float32Array;
  /** The graph libraries' distance: smaller is nearer. */
  readonly distance: VectorFunction;
  /** The score of an approximate search. */
  readonly score: (distance: number, engine: Engine) => number;
  /** The score of `knn_score`. */
  readonly scriptScore: VectorFunction;
  /** The space's name in errors of the score script. */
  readonly scriptLabel: string;
  readonly doc: string;
}

const asIs = (query: Float32Array): Float32Array => query;

/** 1/(1+d); for negative distances (inner product, or rounding errors) 1−d. */
function inverseScore(distance: number): number {
  return distance >= 0 ? f32(1 / f32(1 + distance)) : f32(1 - distance);
}

const SPACES: readonly SpaceType[] = [
  {
    name: 'l2',
    hnswSpace: 'l2',
    engines: ['nmslib', 'faiss', 'lucene'],
    prepare: asIs,
    distance: squaredL2Lanes,
    score: inverseScore,
    scriptScore: (query, values, offset) => inverseScore(squaredL2(query, values, offset)),
    scriptLabel: 'l2',
    doc: 'squared Euclidean distance: 1 / (1 + Σ (q−v)²)',
  },
  {
    name: 'cosinesimil',
    hnswSpace: 'cosine',
    engines: ['nmslib', 'lucene'],
    prepare: normalize,
    distance: (query, values, offset) => f32(1 - normalizedDotProduct(query, values, offset)),
    score: (distance, engine) => (engine === 'lucene' ? f32(f32(2 - distance) / 2) : inverseScore(distance)),
    scriptScore: (query, values, offset) => f32(1 + cosineSimilarity(query, values, offset)),
    scriptLabel: 'cosine',
    doc: 'cosine: 1 / (1 + (1 − cos)) approximate, (1 + cos) / 2 with lucene, 1 + cos in the score script',
  },
  {
    name: 'innerproduct',
    hnswSpace: 'ip',
    engines: ['nmslib', 'faiss'],
    prepare: asIs,
    distance: (query, values, offset) => -dotProductLanes(query, values, offset),
    score: inverseScore,
    scriptScore: (query, values, offset) => inverseScore(-dotProduct(query, values, offset)),
    scriptLabel: 'innerproduct',
    doc: 'negative inner product d: 1 / (1 + d) when d ≥ 0, else 1 − d',
  },
  {
    name: 'l1',
    hnswSpace: null,
    engines: ['nmslib'],
    prepare: asIs,
    distance: l1Norm,
    score: inverseScore,
    scriptScore: (query, values, offset) => inverseScore(l1Norm(query, values, offset)),
    scriptLabel: 'l1',
    doc: 'Manhattan distance: 1 / (1 + Σ |q−v|); exact search',
  },
  {
    name: 'linf',
    hnswSpace: null,
    engines: ['nmslib'],
    prepare: asIs,
    distance: lInfNorm,
    score: inverseScore,
    scriptScore: (query, values, offset) => inverseScore(lInfNorm(query, values, offset)),
    scriptLabel: 'l-inf',
    doc: 'maximum distance: 1 / (1 + max |q−v|); exact search',
  },
];

const byName = new Map(SPACES.map((space) => [space.name, space]));

/** The spaces of vectors; `hammingbit`, for bits, only exists in the score script. */
export const spaceTypes: ReadonlyMap<string, SpaceType> = byName;

/** All names accepted by `index.knn.space_type` and the score script, ignoring case. */
export const SPACE_NAMES: readonly string[] = [...byName.keys(), 'hammingbit'];

/**
 * The space of a mapped field; `null` for `hammingbit`, which the index settings accept although no graph can
 * be built for it.
 */
export function spaceOf(field: VectorFieldInfo): SpaceType | null {
  return byName.get(field.spaceType.toLowerCase()) ?? null;
}

/** `knn_score` of the vectors of ascending `docs`; documents without a vector score 0. */
export function scoreVectors(
  space: SpaceType,
  query: Float32Array,
  vectors: VectorValues,
  docs: Uint32Array,
): Float32Array {
  const scores = new Float32Array(docs.length);
  const { dimension, values } = vectors;
  let ord = 0;
  for (let i = 0; i < docs.length; i++) {
    while (ord < vectors.count && vectors.docs[ord] < docs[i]) ord++;
    if (ord === vectors.count) break;
    if (vectors.docs[ord] === docs[i]) scores[i] = space.scriptScore(query, values, ord * dimension);
  }
  return scores;
}

/** `hammingbit` of the score script: longs or binaries, most significant byte first. */
export function hammingScore(query: Uint8Array, value: Uint8Array): number {
  return inverseScore(hammingDistance(query, value));
}
