import { futureOf } from './future.ts';
import type { EvictionOrder, MakeOrder } from './order.ts';
import { RankedGraphs } from './rankedGraphs.ts';

/** Evicts by a rank that changes with each use: the lowest first, among equals the one ranked earliest. */
abstract class RankedOrder implements EvictionOrder {
  protected readonly ranks: RankedGraphs;
  protected readonly weightsKb: Float64Array;
  protected readonly uses: Float64Array;

  constructor(graphs: number) {
    this.ranks = new RankedGraphs(graphs);
    this.weightsKb = new Float64Array(graphs);
    this.uses = new Float64Array(graphs);
  }

  protected abstract rankOf(graph: number, at: number): number;

  admits(): boolean {
    return true;
  }

  added(graph: number, weightKb: number, at: number): boolean {
    this.weightsKb[graph] = weightKb;
    this.uses[graph] = 1;
    this.ranks.set(graph, this.rankOf(graph, at));
    return true;
  }

  used(graph: number, at: number): void {
    this.uses[graph]++;
    this.ranks.set(graph, this.rankOf(graph, at));
  }

  removed(graph: number): void {
    this.ranks.remove(graph);
  }

  next(): number {
    return this.ranks.lowest;
  }
}

/** Ranks by the number of uses since loading. */
class LfuOrder extends RankedOrder {
  protected rankOf(graph: number): number {
    return this.uses[graph];
  }
}

/** Ranks by uses per weight, plus the rank of the last evicted graph, so that old popularity fades. */
class GdsfOrder extends RankedOrder {
  #floor = 0;

  protected rankOf(graph: number): number {
    return this.#floor + (this.uses[graph] * 1e6) / (this.weightsKb[graph] * 1024);
  }

  override next(): number {
    const graph = this.ranks.lowest;
    this.#floor = this.ranks.rankOf(graph);
    return graph;
  }
}

/** Evicts the graph whose next use is furthest away. */
class BeladyOrder extends RankedOrder {
  readonly #nextUse: Float64Array;

  constructor(graphs: number, nextUse: Float64Array) {
    super(graphs);
    this.#nextUse = nextUse;
  }

  protected rankOf(_graph: number, at: number): number {
    return -this.#nextUse[at];
  }
}

export const lfuOrder: MakeOrder = ({ graphs }) => new LfuOrder(graphs);
export const gdsfOrder: MakeOrder = ({ graphs }) => new GdsfOrder(graphs);
export const beladyOrder: MakeOrder = (trace) => new BeladyOrder(trace.graphs, futureOf(trace).nextUse);
