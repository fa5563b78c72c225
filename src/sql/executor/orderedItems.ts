import { atOnce, type Steps } from '../../common/index.ts';
import { PriorityQueue } from './priorityQueue.ts';

/**
 * Items that are returned in order. If only the `first` are wanted, only those are held; this requires an
 * order without ties, because ties would not come back in the order of Java's queue.
 */
export class OrderedItems<T> {
  readonly #first: number;
  /** All items, when none may be dropped. */
  readonly #inOrder: PriorityQueue<T>;
  /** The `first` items; empty once the first item has been taken. */
  readonly #worstFirst: PriorityQueue<T>;
  /** The remaining items in reverse order: the next one is last. */
  readonly #settled: T[] = [];
  readonly #compare: (a: T, b: T) => number;

  constructor(compare: (a: T, b: T) => number, first = Number.POSITIVE_INFINITY) {
    this.#first = first;
    this.#compare = compare;
    this.#inOrder = new PriorityQueue(compare);
    this.#worstFirst = new PriorityQueue((a, b) => compare(b, a));
  }

  /** Returns the item that is dropped in exchange (possibly `item` itself), or undefined. */
  add(item: T): T | undefined {
    if (!Number.isFinite(this.#first)) {
      this.#inOrder.add(item);
      return undefined;
    }
    const isFull = this.#worstFirst.size >= this.#first;
    const worst = this.#worstFirst.first;
    if (isFull && (worst === undefined || this.#compare(item, worst) >= 0)) return item;
    this.#worstFirst.add(item);
    return isFull ? this.#worstFirst.poll() : undefined;
  }

  /** Ends the input. Without this, the first `take` does the remaining work in one go. */
  *settle(): Steps<void> {
    while (this.#worstFirst.size > 0) {
      this.#settled.push(this.#worstFirst.poll() as T);
      yield;
    }
  }

  /** The next item; undefined after the last one. */
  take(): T | undefined {
    atOnce(this.settle());
    return this.#settled.pop() ?? this.#inOrder.poll();
  }
}
