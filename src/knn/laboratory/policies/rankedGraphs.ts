import { NONE } from './order.ts';

/** A heap of graph numbers with the lowest rank on top, among equals the one ranked earliest. */
export class RankedGraphs {
  readonly #heap: Int32Array;
  readonly #place: Int32Array;
  readonly #rank: Float64Array;
  readonly #since: Float64Array;
  #size = 0;
  #turn = 0;

  constructor(graphs: number) {
    this.#heap = new Int32Array(graphs);
    this.#place = new Int32Array(graphs).fill(NONE);
    this.#rank = new Float64Array(graphs);
    this.#since = new Float64Array(graphs);
  }

  get lowest(): number {
    return this.#size === 0 ? NONE : this.#heap[0];
  }

  rankOf(graph: number): number {
    return this.#rank[graph];
  }

  set(graph: number, rank: number): void {
    this.#rank[graph] = rank;
    this.#since[graph] = this.#turn++;
    if (this.#place[graph] === NONE) this.#put(graph, this.#size++);
    this.#settle(this.#place[graph]);
  }

  remove(graph: number): void {
    const place = this.#place[graph];
    this.#place[graph] = NONE;
    const last = this.#heap[--this.#size];
    if (last === graph) return;
    this.#put(last, place);
    this.#settle(place);
  }

  #put(graph: number, place: number): void {
    this.#heap[place] = graph;
    this.#place[graph] = place;
  }

  #isBefore(a: number, b: number): boolean {
    return this.#rank[a] === this.#rank[b] ? this.#since[a] < this.#since[b] : this.#rank[a] < this.#rank[b];
  }

  #settle(from: number): void {
    let place = from;
    const graph = this.#heap[place];
    while (place > 0) {
      const above = (place - 1) >> 1;
      if (!this.#isBefore(graph, this.#heap[above])) break;
      this.#put(this.#heap[above], place);
      place = above;
    }
    for (;;) {
      let below = 2 * place + 1;
      if (below >= this.#size) break;
      if (below + 1 < this.#size && this.#isBefore(this.#heap[below + 1], this.#heap[below])) below++;
      if (!this.#isBefore(this.#heap[below], graph)) break;
      this.#put(this.#heap[below], place);
      place = below;
    }
    this.#put(graph, place);
  }
}
