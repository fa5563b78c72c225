import { LinkedGraphs } from './linkedGraphs.ts';
import { type EvictionOrder, type MakeOrder, NONE } from './order.ts';

/** libCacheSim's defaults: a small queue of a tenth, ghosts of nine tenths, two uses for promotion. */
const SMALL_SHARE = 0.1;
const GHOST_SHARE = 0.9;
const PROMOTING_USES = 2;
const MOST_USES = 3;

/** A queue with its weight. */
class Queue extends LinkedGraphs {
  totalKb = 0;
  readonly #weightsKb: Float64Array;

  constructor(weightsKb: Float64Array) {
    super(weightsKb.length);
    this.#weightsKb = weightsKb;
  }

  override push(graph: number): void {
    super.push(graph);
    this.totalKb += this.#weightsKb[graph];
  }

  override remove(graph: number): void {
    super.remove(graph);
    this.totalKb = this.oldest === NONE ? 0 : this.totalKb - this.#weightsKb[graph];
  }
}

/**
 * S3-FIFO (Yang and others, SOSP 2023): new graphs enter a small queue. Those used twice there move to the main queue;
 * the others are evicted, and remembered as ghosts. A graph that returns while it is a ghost enters the main queue
 * directly, where each use grants another round. Graphs that do not fit into the small queue are never kept.
 */
class S3FifoOrder implements EvictionOrder {
  readonly #weightsKb: Float64Array;
  readonly #uses: Uint8Array;
  readonly #small: Queue;
  readonly #main: Queue;
  /** Recently evicted graphs: only numbers and weights. */
  readonly #ghosts: Queue;
  readonly #ghostWeightsKb: Float64Array;
  readonly #smallKb: number;
  readonly #mainKb: number;
  readonly #ghostsKb: number;
  #returns = false;

  constructor(graphs: number, limitKb: number) {
    this.#weightsKb = new Float64Array(graphs);
    this.#ghostWeightsKb = new Float64Array(graphs);
    this.#uses = new Uint8Array(graphs);
    this.#small = new Queue(this.#weightsKb);
    this.#main = new Queue(this.#weightsKb);
    this.#ghosts = new Queue(this.#ghostWeightsKb);
    // In whole bytes.
    const bytes = limitKb * 1024;
    this.#smallKb = Math.floor(bytes * SMALL_SHARE) / 1024;
    this.#mainKb = limitKb - this.#smallKb;
    this.#ghostsKb = Math.floor(bytes * GHOST_SHARE) / 1024;
  }

  admits(graph: number, weightKb: number): boolean {
    this.#returns = this.#ghosts.has(graph);
    if (this.#returns) this.#ghosts.remove(graph);
    return weightKb <= this.#smallKb;
  }

  added(graph: number, weightKb: number): boolean {
    if (!this.#returns && weightKb >= this.#smallKb) return false;
    this.#weightsKb[graph] = weightKb;
    this.#uses[graph] = 0;
    (this.#returns ? this.#main : this.#small).push(graph);
    return true;
  }

  used(graph: number): void {
    this.#uses[graph] = Math.min(255, this.#uses[graph] + 1);
  }

  removed(graph: number): void {
    const queue = this.#small.has(graph) ? this.#small : this.#main;
    queue.remove(graph);
  }

  next(): number {
    const isMain = this.#main.totalKb > this.#mainKb || this.#small.oldest === NONE;
    return isMain ? this.#nextOfMain() : this.#nextOfSmall();
  }

  /** NONE if all of them moved to the main queue. */
  #nextOfSmall(): number {
    for (let graph = this.#small.oldest; graph !== NONE; graph = this.#small.oldest) {
      if (this.#uses[graph] < PROMOTING_USES) {
        this.#remember(graph);
        return graph;
      }
      this.#small.remove(graph);
      this.#uses[graph] = 0;
      this.#main.push(graph);
    }
    return NONE;
  }

  #nextOfMain(): number {
    for (;;) {
      const graph = this.#main.oldest;
      const uses = this.#uses[graph];
      if (uses === 0) return graph;
      this.#main.remove(graph);
      this.#main.push(graph);
      this.#uses[graph] = Math.min(uses, MOST_USES) - 1;
    }
  }

  #remember(graph: number): void {
    if (this.#ghosts.has(graph)) return;
    const weightKb = this.#weightsKb[graph];
    if (weightKb > this.#ghostsKb) return;
    while (this.#ghosts.totalKb + weightKb > this.#ghostsKb) this.#ghosts.remove(this.#ghosts.oldest);
    this.#ghostWeightsKb[graph] = weightKb;
    this.#ghosts.push(graph);
  }
}

export const s3FifoOrder: MakeOrder = ({ graphs }, limitKb) => new S3FifoOrder(graphs, limitKb);
