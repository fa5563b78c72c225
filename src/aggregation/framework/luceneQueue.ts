/**
 * The best `size` items, best first, as from Lucene's priority queue: the order of ties depends on its heap,
 * and shows in responses.
 */
export function bestByQueue<T>(items: Iterable<T>, size: number, isLess: (a: T, b: T) => boolean): T[] {
  const heap: T[] = [];
  const down = (): void => {
    const node = heap[0];
    let at = 0;
    for (let child = leastChild(heap, at, isLess); child >= 0 && isLess(heap[child], node); ) {
      heap[at] = heap[child];
      at = child;
      child = leastChild(heap, at, isLess);
    }
    heap[at] = node;
  };
  for (const item of items) {
    if (heap.length < size) up(heap, item, isLess);
    else if (size > 0 && !isLess(item, heap[0])) {
      heap[0] = item;
      down();
    }
  }
  const sorted: T[] = [];
  while (heap.length > 0) {
    sorted.push(heap[0]);
    const last = heap.pop() as T;
    if (heap.length === 0) break;
    heap[0] = last;
    down();
  }
  return sorted.reverse();
}

function up<T>(heap: T[], item: T, isLess: (a: T, b: T) => boolean): void {
  let at = heap.length;
  heap.push(item);
  for (let parent = (at - 1) >> 1; at > 0 && isLess(item, heap[parent]); parent = (at - 1) >> 1) {
    heap[at] = heap[parent];
    at = parent;
  }
  heap[at] = item;
}

/** -1 if there is none. */
function leastChild<T>(heap: readonly T[], at: number, isLess: (a: T, b: T) => boolean): number {
  const left = 2 * at + 1;
  if (left >= heap.length) return -1;
  return left + 1 < heap.length && isLess(heap[left + 1], heap[left]) ? left + 1 : left;
}
