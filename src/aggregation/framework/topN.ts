/**
 * The `n` first items of the order, sorted; a heap keeps the cost near items × log n. Where there are no more than `n`
 * there is no heap: items that come in order cost next to nothing.
 */
export function topN<T>(items: Iterable<T>, n: number, compare: (a: T, b: T) => number): T[] {
  const heap: T[] = [];
  let isHeap = false;
  for (const item of items) {
    if (heap.length < n) {
      heap.push(item);
      continue;
    }
    if (!isHeap) for (let i = n >> 1; i >= 0; i--) sink(heap, i, compare);
    isHeap = true;
    if (n > 0 && compare(item, heap[0]) < 0) {
      heap[0] = item;
      sink(heap, 0, compare);
    }
  }
  return heap.sort(compare);
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
