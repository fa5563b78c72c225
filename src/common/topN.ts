/**
 * The first `n` items of an order; a heap keeps the cost near items × log n. No heap is built for up to `n`
 * items, so items that arrive in order cost almost nothing.
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
    this.#heapify();
    if (this.#n > 0 && this.#compare(item, heap[0]) < 0) {
      heap[0] = item;
      sink(heap, 0, this.#compare);
    }
  }

  /** The last of the first `n` items; undefined while there are fewer. */
  last(): T | undefined {
    if (this.#heap.length < this.#n) return undefined;
    this.#heapify();
    return this.#heap[0];
  }

  #heapify(): void {
    if (this.#isHeap) return;
    for (let i = this.#n >> 1; i >= 0; i--) sink(this.#heap, i, this.#compare);
    this.#isHeap = true;
  }

  /** Returns the items, sorted. The collector cannot be used afterwards. */
  sorted(): T[] {
    return this.#heap.sort(this.#compare);
  }
}

/** The first `n` of `items`, sorted. */
export function topN<T>(items: Iterable<T>, n: number, compare: (a: T, b: T) => number): T[] {
  const top = new TopN(n, compare);
  for (const item of items) top.add(item);
  return top.sorted();
}

/** The root of the heap is the last item of the order, the next one to be replaced. */
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
