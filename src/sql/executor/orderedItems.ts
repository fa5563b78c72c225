import { atOnce, type Steps } from '../../common/index.ts';
import { PriorityQueue } from './priorityQueue.ts';

/**
 * Items that come back in order. Where no more than the `first` are wanted, no more are held: that asks for an order
 * without equal items, since it does not give them back as Java's queue does.
 */
export class OrderedItems<T> {
  readonly #first: number;
  /** All items, where none is dropped. */
  readonly #inOrder: PriorityQueue<T>;
  /** The `first` of them; empty once the first item has been taken. */
  readonly #worstFirst: PriorityQueue<T>;
  /** What was there, the next item last. */
  readonly #settled: T[] = [];
  readonly #compare: (a: T, b: T) => number;

  constructor(compare: (a: T, b: T) => number, first = Number.POSITIVE_INFINITY) {
    this.#first = first;
    this.#compare = compare;
    this.#inOrder = new PriorityQueue(compare);
    this.#worstFirst = new PriorityQueue((a, b) => compare(b, a));
  }

  /** The item that is not held any more, or not at all; undefined for none. */
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

  /** No more items come. The first `take` does what is left of it at once. */
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
