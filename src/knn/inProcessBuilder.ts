import { loopTurns } from '../common/index.ts';
import type { VectorValues } from '../segment/index.ts';
import { additions } from './additions.ts';
import type { GraphShape } from './graph.ts';
import type { GraphBase } from './graphBase.ts';
import type { BuildProgress, GraphBuilder } from './graphBuilder.ts';
import { HnswWriter } from './hnswGraph.ts';
import type { HnswLibrary } from './hnswLibrary.ts';

/** Vectors per build step on the main thread: a few milliseconds. */
const STEP_VECTORS = 32;

/** Builds on the main thread, a few vectors at a time, if there are no workers. */
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
        for (const _ of writer.adding(rows.copy(from, to), STEP_VECTORS)) await loopTurns.next();
        progress(shape.count - rows.count + to);
      }
      for (const _ of writer.addingTaken(STEP_VECTORS)) await loopTurns.next();
      writer.finish(path);
    } catch (error) {
      writer.close();
      throw error;
    }
  }

  /** Incoming vectors must not block the main thread. */
  grow(): null {
    return null;
  }

  async close(): Promise<void> {
    // Builds in progress end on their own, and nothing outlives them.
  }
}
