import type { VectorValues } from '../segment/index.ts';
import type { GraphShape } from './graph.ts';
import type { GraphBase } from './graphBase.ts';

/** Called with the number of vectors added so far. */
export type BuildProgress = (added: number) => void;

/** A graph under construction, to which vectors are added as they arrive. After a rejection it is lost. */
export interface GraphInProgress {
  /** Adds complete rows; takes ownership of them. */
  add(rows: Float32Array): Promise<void>;
  /** Changes the capacity. */
  resize(room: number): Promise<void>;
  /** Writes a file in the library's format, unverified; the graph must be filled to capacity. */
  finish(path: string): Promise<void>;
  abandon(): Promise<void>;
}

/** Builds graphs: vectors → a file in the library's format at `path`, unverified. */
export interface GraphBuilder {
  /** With a `base`, continues from another graph's file. */
  build(
    shape: GraphShape,
    vectors: VectorValues,
    path: string,
    progress: BuildProgress,
    base?: GraphBase | null,
  ): Promise<void>;
  /**
   * Starts a graph for vectors that are still to come, with capacity `shape.count`; `null` if not supported.
   */
  grow(shape: GraphShape): GraphInProgress | null;
  /** Cancels running builds, which reject. */
  close(): Promise<void>;
}
