/** Something with a place on a line and a weight. */
export interface Weighed {
  readonly docCount: number;
  readonly centroid: number;
}

/** From … to-1 of a list. */
export interface Span {
  readonly from: number;
  readonly to: number;
}

interface Node extends Weighed {
  readonly from: number;
  readonly to: number;
  before: Node | null;
  after: Node | null;
  /** Whether it was joined with another one. */
  isGone: boolean;
}

/** Two neighbours, with their distance when they were put into the queue. */
interface Pair {
  readonly left: Node;
  readonly right: Node;
  readonly distance: number;
}

/** Joins the two nearest neighbours of a list, the first of several, again and again until `target` are left. */
export function mergeNearest(items: readonly Weighed[], target: number): Span[] {
  let first: Node | null = null;
  let last: Node | null = null;
  const queue = new PairQueue();
  for (const [at, { docCount, centroid }] of items.entries()) {
    const node: Node = { docCount, centroid, from: at, to: at + 1, before: last, after: null, isGone: false };
    if (last !== null) queue.link(last, node);
    first ??= node;
    last = node;
  }
  for (let left = items.length; left > target; left--) {
    const joined = queue.joinNearest();
    if (joined.before === null) first = joined;
  }
  const spans: Span[] = [];
  for (let node = first; node !== null; node = node.after) spans.push({ from: node.from, to: node.to });
  return spans;
}

/** A binary heap of pairs. */
class PairQueue {
  readonly #heap: Pair[] = [];

  link(left: Node, right: Node): void {
    left.after = right;
    right.before = left;
    this.#add({ left, right, distance: right.centroid - left.centroid });
  }

  joinNearest(): Node {
    let { left, right } = this.#take();
    while (left.isGone || right.isGone) ({ left, right } = this.#take());
    left.isGone = true;
    right.isGone = true;
    const docCount = left.docCount + right.docCount;
    const centroid = (left.centroid * left.docCount + right.centroid * right.docCount) / docCount;
    const { before } = left;
    const { after } = right;
    const joined: Node = {
      docCount,
      centroid,
      from: left.from,
      to: right.to,
      before,
      after,
      isGone: false,
    };
    if (before !== null) this.link(before, joined);
    if (after !== null) this.link(joined, after);
    return joined;
  }

  #add(pair: Pair): void {
    const heap = this.#heap;
    let at = heap.push(pair) - 1;
    while (at > 0) {
      const above = (at - 1) >> 1;
      if (!isBefore(heap[at], heap[above])) return;
      [heap[at], heap[above]] = [heap[above], heap[at]];
      at = above;
    }
  }

  #take(): Pair {
    const heap = this.#heap;
    const [nearest] = heap;
    const last = heap.pop();
    if (last === undefined || heap.length === 0) return nearest;
    heap[0] = last;
    for (let at = 0; ; ) {
      let least = at;
      for (let child = 2 * at + 1; child <= 2 * at + 2; child++) {
        if (child < heap.length && isBefore(heap[child], heap[least])) least = child;
      }
      if (least === at) return nearest;
      [heap[at], heap[least]] = [heap[least], heap[at]];
      at = least;
    }
  }
}

function isBefore(a: Pair, b: Pair): boolean {
  return a.distance < b.distance || (a.distance === b.distance && a.left.from < b.left.from);
}
