import type { BufferedVectors, VectorValues } from '../segment/index.ts';
import { allocatedBytes, type GraphShape, wantsHnsw } from './graph.ts';
import type { BuildProgress, GraphInProgress } from './graphBuilder.ts';
import type { BudgetMember, Reservation } from './nativeBudget.ts';

/** A buffer's graph is started at this number of vectors: most buffers become a segment before that. */
export const GROW_FROM = 1024;
/** Smaller batches are not worth a message; larger ones keep the thread from its other graphs. */
const MIN_STEP = 64;
const MAX_STEP = 512;
/** One batch is on its way while another is added: the thread need not wait until this one has time for it. */
const STEPS_AHEAD = 2;

export interface GrowthParts {
  /** `count` is the initial capacity. */
  readonly shape: GraphShape;
  readonly vectors: BufferedVectors;
  readonly graph: GraphInProgress;
  readonly member: BudgetMember;
  readonly maxGraphBytes: () => number;
}

/**
 * The graph of an index buffer, which grows in a worker thread while documents arrive, so that most of it is
 * done at the refresh. Purely an optimisation: it is dropped when its memory is needed or anything goes
 * wrong, and the refresh then builds the graph from the segment's vectors.
 */
export class GrowingGraph {
  readonly #parts: GrowthParts;
  readonly #memory: Reservation[] = [];
  #room: number;
  #sent = 0;
  #state: 'growing' | 'finishing' | 'ended' = 'growing';
  /** Batches that the thread has not answered yet. */
  readonly #ahead = new Set<Promise<void>>();
  #making: Promise<void> | null = null;

  private constructor(parts: GrowthParts) {
    this.#parts = parts;
    this.#room = parts.shape.count;
  }

  /** `null` if there is no memory for it. */
  static start(
    parts: Omit<GrowthParts, 'graph'>,
    open: (shape: GraphShape) => GraphInProgress | null,
  ): GrowingGraph | null {
    const { member, shape } = parts;
    let growing: GrowingGraph | null = null;
    const memory = member.takeGrowth(allocatedBytes(shape), () => void growing?.abandon());
    const graph = memory && open(shape);
    if (graph === null) {
      memory?.release();
      return null;
    }
    growing = new GrowingGraph({ ...parts, graph });
    growing.#memory.push(memory as Reservation);
    return growing;
  }

  /** The buffer has received documents. */
  grew(): void {
    while (this.#mayGrow && this.#waiting >= MIN_STEP && this.#ahead.size < STEPS_AHEAD) {
      const to = Math.min(this.#parts.vectors.count, this.#sent + MAX_STEP);
      if (to > this.#room) this.#makeRoom();
      else this.#send(to);
    }
  }

  /** The build continues with its own reservation. */
  releaseMemory(): void {
    for (const reservation of this.#memory.splice(0)) reservation.release();
  }

  /**
   * Adds the missing vectors of the segment and writes the file. Resolves to false if the graph was dropped
   * before.
   */
  async finish(vectors: VectorValues, path: string, progress: BuildProgress): Promise<boolean> {
    if (this.#state !== 'growing') return false;
    this.#state = 'finishing';
    await this.#making;
    await Promise.all(this.#ahead);
    if (this.#isEnded) return false;
    const { graph } = this.#parts;
    const { count, dimension } = vectors;
    try {
      await graph.resize(count);
      progress(this.#sent);
      for (let from = this.#sent; from < count; from += MAX_STEP) {
        const to = Math.min(count, from + MAX_STEP);
        await graph.add(vectors.values.slice(from * dimension, to * dimension));
        progress(to);
      }
      await graph.finish(path);
      this.#state = 'ended';
      return true;
    } catch {
      await this.abandon();
      return false;
    }
  }

  /** Never rejects. */
  async abandon(): Promise<void> {
    if (this.#state === 'ended') return;
    this.#state = 'ended';
    await this.#parts.graph.abandon().catch(() => undefined);
    this.releaseMemory();
  }

  get #isEnded(): boolean {
    return this.#state === 'ended';
  }

  get #waiting(): number {
    return this.#parts.vectors.count - this.#sent;
  }

  get #mayGrow(): boolean {
    return this.#state === 'growing' && this.#making === null;
  }

  #send(to: number): void {
    const answer = this.#add(this.#sent, to).then(() => {
      this.#ahead.delete(answer);
      this.grew();
    });
    this.#ahead.add(answer);
    this.#sent = to;
  }

  /** Never rejects, as `#makeRoom`: a graph that cannot grow is dropped. */
  async #add(from: number, to: number): Promise<void> {
    const { vectors, graph } = this.#parts;
    try {
      await graph.add(vectors.rows(from, to));
    } catch {
      await this.abandon();
    }
  }

  #makeRoom(): void {
    const made = this.#doubleRoom().catch(() => false);
    this.#making = made.then(async (hasRoom) => {
      if (!hasRoom) await this.abandon();
      this.#making = null;
      this.grew();
    });
  }

  /** Doubles the capacity. Resolves to false if there is no memory. */
  async #doubleRoom(): Promise<boolean> {
    const { shape, member, graph, maxGraphBytes } = this.#parts;
    const [now, next] = [
      { ...shape, count: this.#room },
      { ...shape, count: 2 * this.#room },
    ];
    if (!wantsHnsw(next, maxGraphBytes())) return false;
    const bytes = allocatedBytes(next) - allocatedBytes(now);
    const memory = member.takeGrowth(bytes, () => void this.abandon());
    if (memory === null) return false;
    this.#memory.push(memory);
    await graph.resize(next.count);
    this.#room = next.count;
    return true;
  }
}
