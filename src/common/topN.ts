/**
 * The `n` first items of an order; a heap keeps the cost near items × log n. Where there are no more than `n`
 * there is no heap: items that come in order cost next to nothing.
 */
export class TopN<T> {
  readonly #n: number;
  readonly #compare: (a: T, b: T) => number;
  readonly #heap: T[] = [];
  #isHeap = false;

  constructor(n: number, compare: (a: T, b: T) => number) {
    this.#n = n;
    this.#compare = compare;
  }

  add(item: T): void {
    const heap = this.#heap;
    if (heap.length < this.#n) {
      heap.push(item);
      return;
    }
    if (!this.#isHeap) for (let i = this.#n >> 1; i >= 0; i--) sink(heap, i, this.#compare);
    this.#isHeap = true;
    if (this.#n > 0 && this.#compare(item, heap[0]) < 0) {
      heap[0] = item;
      sink(heap, 0, this.#compare);
    }
  }

  /** Ends it. */
  sorted(): T[] {
    return this.#heap.sort(this.#compare);
  }
}

/** The `n` first of some items, sorted. */
export function topN<T>(items: Iterable<T>, n: number, compare: (a: T, b: T) => number): T[] {
  const top = new TopN(n, compare);
  for (const item of items) top.add(item);
  return top.sorted();
}

/** The root is the item that leaves first: the last of the order. */
function sink<T>(heap: T[], index: number, compare: (a: T, b: T) => number): void {
  for (;;) {
    let last = index;
    for (let child = 2 * index + 1; child <= 2 * index + 2; child++) {
      if (child < heap.length && compare(heap[child], heap[last]) > 0) last = child;
    }
    if (last === index) return;
    [heap[index], heap[last]] = [heap[last], heap[index]];
    index = last;
  }
}
