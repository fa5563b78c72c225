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

/** How far apart two vectors are, and the scores made of it. All results are float32. */
export interface SpaceType {
  readonly name: string;
  /** The space of the HNSW library; null: the library has none, search is exact. */
  readonly hnswSpace: 'l2' | 'ip' | 'cosine' | null;
  /** Engines that build graphs in this space. */
  readonly engines: readonly Engine[];
  /** The query as `distance` wants it; made once a search. */
  readonly prepare: (query: Float32Array) => Float32Array;
  /** The graph libraries' distance: smaller is nearer. */
  readonly distance: VectorFunction;
  /** Score of an approximate search. */
  readonly score: (distance: number, engine: Engine) => number;
  /** Score of `knn_score`. */
  readonly scriptScore: VectorFunction;
  /** How the score script names the space in its errors. */
  readonly scriptLabel: string;
  readonly doc: string;
}

const asIs = (query: Float32Array): Float32Array => query;

/** 1/(1+d); a distance that is negative (inner product, or rounding) gives 1−d. */
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

/** The spaces of vectors; `hammingbit`, of bits, is known to the score script only. */
export const spaceTypes: ReadonlyMap<string, SpaceType> = byName;

/** Every name that `index.knn.space_type` and the score script take; in any case. */
export const SPACE_NAMES: readonly string[] = [...byName.keys(), 'hammingbit'];

/**
 * The space of a mapped field; null for `hammingbit`, which the index settings accept although no graph can be built in
 * it.
 */
export function spaceOf(field: VectorFieldInfo): SpaceType | null {
  return byName.get(field.spaceType.toLowerCase()) ?? null;
}

/** Scores of `knn_score` for the vectors of ascending `docs`; documents without a vector score 0. */
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
