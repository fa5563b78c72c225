import type { VectorValues } from '../segment/index.ts';
import type { GraphShape } from './graph.ts';
import type { GraphBase } from './graphBase.ts';

/** Told how many vectors of a build are in its graph so far. */
export type BuildProgress = (added: number) => void;

/** A graph to which vectors are added as they come. Rejections are final: the graph is gone then. */
export interface GraphInProgress {
  /** Adds whole rows, which the graph takes over. */
  add(rows: Float32Array): Promise<void>;
  /** How many vectors there is room for. */
  resize(room: number): Promise<void>;
  /** Writes a file in the library's form, unchecked; there must be as many vectors as there is room for. */
  finish(path: string): Promise<void>;
  abandon(): Promise<void>;
}

/** Builds graphs: vectors → a file in the library's form at `path`, unchecked. */
export interface GraphBuilder {
  /** With a `base` the graph goes on from another one's file. */
  build(
    shape: GraphShape,
    vectors: VectorValues,
    path: string,
    progress: BuildProgress,
    base?: GraphBase | null,
  ): Promise<void>;
  /** Starts a graph of vectors that are still to come, with room for `shape.count`. null: not here. */
  grow(shape: GraphShape): GraphInProgress | null;
  /** Ends running builds; they reject. */
  close(): Promise<void>;
}
