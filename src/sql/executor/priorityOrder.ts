import type { Pacer } from '../../common/index.ts';

/**
 * The order in which java.util.PriorityQueue gives back what it was given: the original sorts by such a queue, which does
 * not keep equal elements in their order, and the recorded answers show it.
 */
export async function priorityOrder<T>(
  items: readonly T[],
  compare: (a: T, b: T) => number,
  pacer: Pacer,
): Promise<T[]> {
  const queue: T[] = [];
  for (const item of items) {
    siftUp(queue, queue.length, item, compare);
    if (pacer.due()) await pacer.pause();
  }
  const out: T[] = [];
  while (queue.length > 0) {
    if (pacer.due()) await pacer.pause();
    out.push(queue[0]);
    const last = queue.pop() as T;
    if (queue.length > 0) siftDown(queue, last, compare);
  }
  return out;
}

function siftUp<T>(queue: T[], at: number, item: T, compare: (a: T, b: T) => number): void {
  let hole = at;
  while (hole > 0) {
    const parent = (hole - 1) >>> 1;
    if (compare(item, queue[parent]) >= 0) break;
    queue[hole] = queue[parent];
    hole = parent;
  }
  queue[hole] = item;
}

function siftDown<T>(queue: T[], item: T, compare: (a: T, b: T) => number): void {
  const half = queue.length >>> 1;
  let hole = 0;
  while (hole < half) {
    let child = 2 * hole + 1;
    const right = child + 1;
    if (right < queue.length && compare(queue[child], queue[right]) > 0) child = right;
    if (compare(item, queue[child]) <= 0) break;
    queue[hole] = queue[child];
    hole = child;
  }
  queue[hole] = item;
}
