/** The smallest of many numbers: a bounded heap with the greatest of them on top. */
export class BestValues {
  readonly #heap: Float64Array;
  #size = 0;
  /** No greater number is among them. */
  bound = Number.POSITIVE_INFINITY;

  constructor(limit: number) {
    this.#heap = new Float64Array(limit);
  }

  /** Adds a number that is not above the bound. */
  add(value: number): void {
    const heap = this.#heap;
    if (this.#size < heap.length) {
      heap[this.#size++] = value;
      if (this.#size < heap.length) return;
      heap.sort().reverse();
    } else this.#replaceTop(value);
    this.bound = heap[0];
  }

  #replaceTop(value: number): void {
    const heap = this.#heap;
    let at = 0;
    for (;;) {
      const left = 2 * at + 1;
      if (left >= heap.length) break;
      const right = left + 1;
      const child = right < heap.length && heap[right] > heap[left] ? right : left;
      if (heap[child] <= value) break;
      heap[at] = heap[child];
      at = child;
    }
    heap[at] = value;
  }
}
