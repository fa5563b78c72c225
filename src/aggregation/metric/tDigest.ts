import { Centroids } from './centroids.ts';

/** Up to this many equally near centroids are examined one by one; of more, only some. */
const LOOKED_THROUGH = 100;
const TRIES = 16;

/**
 * A sketch of a distribution: ascending centroids, finer near the ends (Dunning's t-digest in its tree form,
 * as in the original). Exact for few values.
 */
export class TDigest {
  readonly compression: number;
  readonly #random: () => number;
  #centroids = new Centroids();
  #total = 0;
  /** Number of centroids after the last compression: compressing again is worthwhile at twice as many. */
  #compressedSize = 0;
  #min = Number.POSITIVE_INFINITY;
  #max = Number.NEGATIVE_INFINITY;

  /** `random` returns 0 to 1: chooses among equally near centroids, as in the original. */
  constructor(compression: number, random: () => number) {
    this.compression = compression;
    this.#random = random;
  }

  /** Total weight. */
  get total(): number {
    return this.#total;
  }

  get centroidCount(): number {
    return this.#centroids.size;
  }

  add(value: number, weight = 1): void {
    this.#min = Math.min(this.#min, value);
    this.#max = Math.max(this.#max, value);
    const centroids = this.#centroids;
    if (this.#seekClosest(value, weight)) {
      const { mean, count } = centroids;
      centroids.update(weightedAverage(mean, count, value, weight), count + weight);
    } else centroids.insert(value, weight);
    this.#total += weight;
    if (centroids.size > Math.max(20 * this.compression, 2 * this.#compressedSize)) this.#compress();
  }

  /** Adds the centroids of another sketch. */
  addAll(other: TDigest): void {
    other.forEach((mean, count) => {
      this.add(mean, count);
    });
    this.#min = Math.min(this.#min, other.#min);
    this.#max = Math.max(this.#max, other.#max);
  }

  /** Visits the centroids in ascending order. */
  forEach(visit: (mean: number, count: number) => void): void {
    const centroids = this.#centroids;
    if (!centroids.first()) return;
    do visit(centroids.mean, centroids.count);
    while (centroids.next());
  }

  /** The value below which the fraction `q` (0 to 1) of values lies; NaN without values. */
  quantile(q: number): number {
    const centroids = this.#centroids;
    if (!centroids.first()) return Number.NaN;
    let { mean, count } = centroids;
    if (centroids.size === 1) return mean;
    const index = q * this.#total;
    let before = count / 2;
    if (index < before) return (this.#min * index + mean * (before - index)) / before;
    while (centroids.next()) {
      const between = (count + centroids.count) / 2;
      if (before + between > index) {
        return weightedAverage(mean, before + between - index, centroids.mean, index - before);
      }
      before += between;
      ({ mean, count } = centroids);
    }
    const after = index - before;
    return weightedAverage(mean, count / 2 - after, this.#max, after);
  }

  /** The fraction of values at or below `x`; NaN without values. */
  cdf(x: number): number {
    const centroids = this.#centroids;
    if (!centroids.first()) return Number.NaN;
    let { mean, count } = centroids;
    if (centroids.size === 1) return x < mean ? 0 : 1;
    let below = 0;
    let left: number | null = null;
    while (centroids.next()) {
      const right = (centroids.mean - mean) / 2;
      left ??= right;
      if (x < mean + right) {
        const within = (x - (mean - left)) / (right + left);
        return Math.max(0, (below + count * within) / this.#total);
      }
      below += count;
      left = right;
      ({ mean, count } = centroids);
    }
    return 1;
  }

  /** Moves the cursor to the centroid to add to; false if a new one is needed. */
  #seekClosest(value: number, weight: number): boolean {
    const centroids = this.#centroids;
    // The maximum size of a centroid; if it allows none, skip the search.
    if (centroids.size === 0 || 1 + weight > this.#total / this.compression) return false;
    centroids.seekNearest(value);
    const distance = Math.abs(centroids.mean - value);
    let before = centroids.countBefore();
    let closest = -1;
    let candidates = 0;
    let seen = 0;
    do {
      if (++seen > LOOKED_THROUGH) return this.#seekAmongEqual(centroids.mean, weight);
      const { count } = centroids;
      const fits = count + weight <= this.#limitOf(before, count);
      if (fits && this.#random() < 1 / ++candidates) closest = centroids.mark();
      before += count;
    } while (centroids.next() && Math.abs(centroids.mean - value) === distance);
    if (closest === -1) return false;
    centroids.goTo(closest);
    return true;
  }

  /** Like #seekClosest, for very many centroids with the same mean: examines some of them. */
  #seekAmongEqual(mean: number, weight: number): boolean {
    const centroids = this.#centroids;
    for (let tries = 0; tries < TRIES; tries++) {
      centroids.seekAmongEqual(mean, this.#random);
      const { count } = centroids;
      if (count + weight <= this.#limitOf(centroids.countBefore(), count)) return true;
    }
    return false;
  }

  /** The maximum count of a centroid with `before` preceding it. */
  #limitOf(before: number, count: number): number {
    const total = this.#total;
    const q = total === 1 ? 0.5 : (before + (count - 1) / 2) / (total - 1);
    return (4 * total * q * (1 - q)) / this.compression;
  }

  /** Re-adds all centroids in random order: needed after ascending values, each of which created one. */
  #compress(): void {
    // With a compression of zero, even one centroid is too many and cannot be reduced.
    if (this.#centroids.size <= 1) return;
    const means: number[] = [];
    const counts: number[] = [];
    this.forEach((mean, count) => {
      means.push(mean);
      counts.push(count);
    });
    const order = Uint32Array.from(means, (_, i) => i);
    for (let i = order.length - 1; i > 0; i--) {
      const other = Math.floor(this.#random() * (i + 1));
      const moved = order[i];
      order[i] = order[other];
      order[other] = moved;
    }
    this.#centroids = new Centroids();
    this.#total = 0;
    this.#compressedSize = means.length;
    for (const i of order) this.add(means[i], counts[i]);
    this.#compressedSize = this.#centroids.size;
  }
}

/** Never outside of the two values, despite rounding. */
function weightedAverage(a: number, weightA: number, b: number, weightB: number): number {
  const average = (a * weightA + b * weightB) / (weightA + weightB);
  return Math.max(Math.min(a, b), Math.min(average, Math.max(a, b)));
}
