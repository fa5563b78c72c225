import { loopTurns } from '../common/index.ts';
import type { VectorValues } from '../segment/index.ts';
import type { GraphShape } from './graph.ts';
import type { GraphBase } from './graphBase.ts';
import { HnswWriter } from './hnswGraph.ts';
import type { HnswLibrary } from './hnswLibrary.ts';

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

/** Vectors of one build step on the main thread: a few milliseconds. */
const STEP_VECTORS = 32;

/** Builds on the main thread, a few vectors at a time: where there are no workers. */
export class InProcessBuilder implements GraphBuilder {
  readonly #library: HnswLibrary;

  constructor(library: HnswLibrary) {
    this.#library = library;
  }

  async build(
    shape: GraphShape,
    vectors: VectorValues,
    path: string,
    progress: BuildProgress,
    base: GraphBase | null = null,
  ): Promise<void> {
    const { rows, room } = additions(shape, vectors, base);
    const writer = new HnswWriter(this.#library, shape, room, base);
    try {
      for (let from = 0; from < rows.count; from += STEP_VECTORS) {
        const to = Math.min(rows.count, from + STEP_VECTORS);
        writer.add(rows.copy(from, to));
        progress(shape.count - rows.count + to);
        await loopTurns.next();
      }
      writer.finish(path);
    } catch (error) {
      writer.close();
      throw error;
    }
  }

  /** Vectors that come in are no reason to hold up the main thread. */
  grow(): null {
    return null;
  }

  async close(): Promise<void> {
    // Builds in progress end by themselves; nothing outlives them.
  }
}

/** What a build adds to its base, or to nothing. */
export interface Additions {
  /** Nodes of the graph when it is done. */
  readonly room: number;
  readonly rows: {
    readonly count: number;
    /** A copy of rows [from, to): the segment's own column must stay where it is. */
    copy(from: number, to: number): Float32Array;
  };
}

export function additions(
  { count, dimension }: GraphShape,
  { values }: VectorValues,
  base: GraphBase | null,
): Additions {
  if (base === null) {
    const copy = (from: number, to: number): Float32Array => values.slice(from * dimension, to * dimension);
    return { room: count, rows: { count, copy } };
  }
  const { added, nodes } = base;
  const copy = (from: number, to: number): Float32Array => {
    const rows = new Float32Array((to - from) * dimension);
    for (let i = from; i < to; i++) {
      const start = added[i] * dimension;
      rows.set(values.subarray(start, start + dimension), (i - from) * dimension);
    }
    return rows;
  };
  return { room: nodes + added.length, rows: { count: added.length, copy } };
}
