import { LinkedGraphs } from './linkedGraphs.ts';
import type { EvictionOrder, MakeOrder } from './order.ts';

/** One queue: the graph at its end leaves. */
class QueueOrder implements EvictionOrder {
  readonly #queue: LinkedGraphs;
  readonly #moves: boolean;

  /** `moves`: a hit brings a graph back to the front. */
  constructor(graphs: number, moves: boolean) {
    this.#queue = new LinkedGraphs(graphs);
    this.#moves = moves;
  }

  admits(): boolean {
    return true;
  }

  added(graph: number): boolean {
    this.#queue.push(graph);
    return true;
  }

  used(graph: number): void {
    if (!this.#moves) return;
    this.#queue.remove(graph);
    this.#queue.push(graph);
  }

  removed(graph: number): void {
    this.#queue.remove(graph);
  }

  next(): number {
    return this.#queue.oldest;
  }
}

export const lruOrder: MakeOrder = ({ graphs }) => new QueueOrder(graphs, true);
export const fifoOrder: MakeOrder = ({ graphs }) => new QueueOrder(graphs, false);
