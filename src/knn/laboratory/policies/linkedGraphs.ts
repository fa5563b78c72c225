import { NONE } from './order.ts';

/** A linked list of distinct graph numbers. */
export class LinkedGraphs {
  readonly #newer: Int32Array;
  readonly #older: Int32Array;
  readonly #present: Uint8Array;
  #newest = NONE;
  #oldest = NONE;

  constructor(graphs: number) {
    this.#newer = new Int32Array(graphs);
    this.#older = new Int32Array(graphs);
    this.#present = new Uint8Array(graphs);
  }

  get oldest(): number {
    return this.#oldest;
  }

  has(graph: number): boolean {
    return this.#present[graph] === 1;
  }

  push(graph: number): void {
    this.#present[graph] = 1;
    this.#newer[graph] = NONE;
    this.#older[graph] = this.#newest;
    if (this.#newest === NONE) this.#oldest = graph;
    else this.#newer[this.#newest] = graph;
    this.#newest = graph;
  }

  remove(graph: number): void {
    this.#present[graph] = 0;
    const newer = this.#newer[graph];
    const older = this.#older[graph];
    if (newer === NONE) this.#newest = older;
    else this.#older[newer] = older;
    if (older === NONE) this.#oldest = newer;
    else this.#newer[older] = newer;
  }
}
