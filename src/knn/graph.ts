import { bug, type OpenSearchError } from '../common/index.ts';
import type { SpaceType } from './spaceTypes.ts';

/** What a graph is made for; stored in the header of its file. */
export interface GraphShape {
  readonly space: SpaceType;
  readonly dimension: number;
  readonly m: number;
  readonly efConstruction: number;
  readonly count: number;
}

/** Nearest-neighbour search over the vectors of one field of one segment. A vector's number is its place in them. */
export interface Graph {
  readonly shape: GraphShape;
  /** Σ of the nodes' levels above the bottom: what the graph's size depends on, beside its shape. */
  readonly levelSum: number;
  /**
   * The numbers of up to k nearest vectors, ascending. The larger `ef`, the closer to exact. `query` is finite and of
   * the shape's dimension, 1 ≤ k.
   */
  nearest(query: Float32Array, k: number, ef: number): Uint32Array;
  /** Frees native memory at once; the graph must not be searched again. */
  close(): void;
}

/** The error of a search in a closed graph, whose memory may be used by another one. */
export function closedGraph({ count, dimension }: GraphShape): OpenSearchError {
  return bug(`the graph is closed (${count} vectors of ${dimension} dimensions)`);
}

/**
 * Below this, exact search takes the place of a graph: the default ef_search of 512 would look at every vector anyhow,
 * a refresh of a few documents needs no file, and the library's constant memory (2.6 MB a graph) is saved.
 */
export const EXACT_BELOW = 512;

/** More links a node than this the library does not make. */
const MAX_M = 10_000;

export function libraryM(m: number): number {
  return Math.min(m, MAX_M);
}

/** Bytes of a node on the bottom level of the library's graph: links, vector, label. */
export function nodeBytes(shape: GraphShape): number {
  return 4 * (2 * libraryM(shape.m) + 1) + 4 * shape.dimension + 8;
}

/**
 * Whether the HNSW library holds the graph; everything else is searched exactly. A graph that would not fit into
 * `maxBytes` must never reach the library: it ends the process when memory runs out.
 */
export function wantsHnsw(shape: GraphShape, maxBytes: number): boolean {
  if (shape.space.hnswSpace === null || shape.count < EXACT_BELOW) return false;
  return allocatedBytes(shape) <= maxBytes;
}

/** What the library keeps beside the file's bytes: locks and tables of each node, and locks of labels by the graph. */
const EXTRA_NODE_BYTES = 110;
const LABEL_LOCK_BYTES = 65_536 * 40;

/** Memory of a closed graph until the garbage collector frees its object: a husk. */
export const HUSK_BYTES = LABEL_LOCK_BYTES;

/** Memory of a loaded graph, as measured within 5 % (the cache weighs otherwise: files of the original's libraries). */
export function allocatedBytes(shape: GraphShape): number {
  return shape.count * (nodeBytes(shape) + EXTRA_NODE_BYTES) + LABEL_LOCK_BYTES;
}

/** What Σ of levels to expect: level l is reached by one node in m^l. */
export function expectedLevelSum(count: number, m: number): number {
  return Math.floor(count / (m - 1));
}
