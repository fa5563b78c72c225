import { bug, type OpenSearchError } from '../common/index.ts';
import type { SpaceType } from './spaceTypes.ts';

/** The parameters of a graph, stored in its file header. */
export interface GraphShape {
  readonly space: SpaceType;
  readonly dimension: number;
  readonly m: number;
  readonly efConstruction: number;
  readonly count: number;
}

/** Nearest-neighbour search over the vectors of a field of a segment. A vector is identified by its index. */
export interface Graph {
  readonly shape: GraphShape;
  /** Sum of the nodes' levels above the bottom, which determines the graph's size together with its shape. */
  readonly levelSum: number;
  /**
   * The numbers of up to k nearest vectors, ascending. A larger `ef` gives more exact results. `query` must
   * be finite and have the shape's dimension; k must be at least 1.
   */
  nearest(query: Float32Array, k: number, ef: number): Uint32Array;
  /** Frees native memory at once; the graph must not be searched afterwards. */
  close(): void;
}

/** The error for searching a closed graph, whose memory may be in use by another one. */
export function closedGraph({ count, dimension }: GraphShape): OpenSearchError {
  return bug(`the graph is closed (${count} vectors of ${dimension} dimensions)`);
}

/**
 * With fewer vectors, exact search is used instead of a graph: the default ef_search of 512 would visit every
 * vector anyway, a refresh of a few documents needs no file, and the library's constant memory (2.6 MB per
 * graph) is saved.
 */
export const EXACT_BELOW = 512;

/** The library's maximum number of links per node. */
const MAX_M = 10_000;

export function libraryM(m: number): number {
  return Math.min(m, MAX_M);
}

/** Size of a node on the bottom level of the library's graph: links, vector, label. */
export function nodeBytes(shape: GraphShape): number {
  return 4 * (2 * libraryM(shape.m) + 1) + 4 * shape.dimension + 8;
}

/**
 * Whether the HNSW library is used; otherwise search is exact. A graph that exceeds `maxBytes` must never
 * reach the library, which crashes the process when memory runs out.
 */
export function wantsHnsw(shape: GraphShape, maxBytes: number): boolean {
  if (shape.space.hnswSpace === null || shape.count < EXACT_BELOW) return false;
  return allocatedBytes(shape) <= maxBytes;
}

/**
 * Memory that the library uses beyond the file's content: locks and tables per node, and label locks per
 * graph.
 */
const EXTRA_NODE_BYTES = 110;
const LABEL_LOCK_BYTES = 65_536 * 40;

/** Memory that a closed graph keeps until its object is garbage-collected (a "husk"). */
export const HUSK_BYTES = LABEL_LOCK_BYTES;

/**
 * Memory of a loaded graph, accurate to 5 %. (Cache weights are computed differently: from files of the
 * original's libraries.)
 */
export function allocatedBytes(shape: GraphShape): number {
  return shape.count * (nodeBytes(shape) + EXTRA_NODE_BYTES) + LABEL_LOCK_BYTES;
}

/** The expected sum of levels: one node in m^l reaches level l. */
export function expectedLevelSum(count: number, m: number): number {
  return Math.floor(count / (m - 1));
}
