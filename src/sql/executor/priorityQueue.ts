/**
 * java.util.PriorityQueue: the original sorts with such a queue, which is not stable, and the recorded
 * responses depend on its order.
 */
export class PriorityQueue<T> {
  readonly #queue: T[] = [];
  readonly #compare: (a: T, b: T) => number;

  constructor(compare: (a: T, b: T) => number) {
    this.#compare = compare;
  }

  get size(): number {
    return this.#queue.length;
  }

  /** The element `poll` returns next. */
  get first(): T | undefined {
    return this.#queue[0];
  }

  add(item: T): void {
    const queue = this.#queue;
    let hole = queue.length;
    while (hole > 0) {
      const parent = (hole - 1) >>> 1;
      if (this.#compare(item, queue[parent]) >= 0) break;
      queue[hole] = queue[parent];
      hole = parent;
    }
    queue[hole] = item;
  }

  poll(): T | undefined {
    const queue = this.#queue;
    const [first] = queue;
    const last = queue.pop();
    if (last !== undefined && queue.length > 0) this.#siftDown(last);
    return first;
  }

  #siftDown(item: T): void {
    const queue = this.#queue;
    const half = queue.length >>> 1;
    let hole = 0;
    while (hole < half) {
      let child = 2 * hole + 1;
      const right = child + 1;
      if (right < queue.length && this.#compare(queue[child], queue[right]) > 0) child = right;
      if (this.#compare(item, queue[child]) <= 0) break;
      queue[hole] = queue[child];
      hole = child;
    }
    queue[hole] = item;
  }
}
