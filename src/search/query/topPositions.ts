/**
 * The best n candidates by numeric keys: smaller is better, later keys break ties, then order of arrival. A
 * bounded heap of positions that allocates nothing per candidate.
 */
export function topPositions(count: number, limit: number, keys: readonly Float64Array[]): Uint32Array {
  const size = Math.min(count, limit);
  if (size === 0) return new Uint32Array(0);
  const heap = new Uint32Array(size);
  for (let i = 0; i < size; i++) heap[i] = i;
  if (count > size) {
    for (let i = (size >>> 1) - 1; i >= 0; i--) siftDown(heap, i, size, keys);
    const first = keys[0];
    let bound = first[heap[0]];
    for (let i = size; i < count; i++) {
      if (first[i] > bound || !isBetter(i, heap[0], keys)) continue;
      heap[0] = i;
      siftDown(heap, 0, size, keys);
      bound = first[heap[0]];
    }
  }
  return heap.sort((a, b) => (isBetter(a, b, keys) ? -1 : 1));
}

function isBetter(a: number, b: number, keys: readonly Float64Array[]): boolean {
  for (let k = 0; k < keys.length; k++) {
    const x = keys[k][a];
    const y = keys[k][b];
    if (x !== y) return x < y;
  }
  return a < b;
}

/** Keeps the worst on top. */
function siftDown(heap: Uint32Array, start: number, size: number, keys: readonly Float64Array[]): void {
  let at = start;
  for (;;) {
    let worst = at;
    const left = 2 * at + 1;
    if (left < size && isBetter(heap[worst], heap[left], keys)) worst = left;
    if (left + 1 < size && isBetter(heap[worst], heap[left + 1], keys)) worst = left + 1;
    if (worst === at) return;
    const swap = heap[at];
    heap[at] = heap[worst];
    heap[worst] = swap;
    at = worst;
  }
}

/** Positions of the highest scores, ties in order of arrival. */
export function topScores(scores: Float32Array, limit: number): Uint32Array {
  const size = Math.min(scores.length, limit);
  if (size === 0) return new Uint32Array(0);
  const heap = new Uint32Array(size);
  let filled = 0;
  let threshold = Number.NEGATIVE_INFINITY;
  for (let i = 0; i < scores.length; i++) {
    if (filled === size && scores[i] <= threshold) continue;
    if (filled < size) {
      heap[filled++] = i;
      if (filled < size) continue;
      for (let j = (size >>> 1) - 1; j >= 0; j--) siftLowest(heap, j, size, scores);
    } else {
      heap[0] = i;
      siftLowest(heap, 0, size, scores);
    }
    threshold = scores[heap[0]];
  }
  return heap.sort((a, b) => scores[b] - scores[a] || a - b);
}

function siftLowest(heap: Uint32Array, start: number, size: number, scores: Float32Array): void {
  const worse = (a: number, b: number): boolean => (scores[a] !== scores[b] ? scores[a] < scores[b] : a > b);
  let at = start;
  for (;;) {
    let worst = at;
    const left = 2 * at + 1;
    if (left < size && worse(heap[left], heap[worst])) worst = left;
    if (left + 1 < size && worse(heap[left + 1], heap[worst])) worst = left + 1;
    if (worst === at) return;
    const swap = heap[at];
    heap[at] = heap[worst];
    heap[worst] = swap;
    at = worst;
  }
}
