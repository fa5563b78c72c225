/** Centroids whose counts are added up together. */
const RUN = 64;

/**
 * A sketch of a distribution: centroids, ascending, finer near the ends (Dunning's t-digest in the form with a tree,
 * which the original uses). Values are exact while there are few of them.
 */
export class TDigest {
  readonly compression: number;
  readonly #random: () => number;
  #means: Float64Array = new Float64Array(16);
  #counts: Float64Array = new Float64Array(16);
  /** The counts of all centroids before each run: what a value's quantile is told by. */
  #before: Float64Array = new Float64Array(1);
  #size = 0;
  #total = 0;
  #min = Number.POSITIVE_INFINITY;
  #max = Number.NEGATIVE_INFINITY;

  /** `random` gives 0 … 1: it chooses among equally near centroids, as the original does. */
  constructor(compression: number, random: () => number) {
    this.compression = compression;
    this.#random = random;
  }

  /** Weight of all values. */
  get total(): number {
    return this.#total;
  }

  get centroidCount(): number {
    return this.#size;
  }

  add(value: number, weight = 1): void {
    this.#min = Math.min(this.#min, value);
    this.#max = Math.max(this.#max, value);
    const closest = this.#size === 0 ? -1 : this.#closest(value, weight);
    if (closest === -1) this.#insert(value, weight);
    else {
      const count = this.#counts[closest];
      this.#counts[closest] = count + weight;
      for (let run = Math.floor(closest / RUN) + 1; run * RUN < this.#size; run++)
        this.#before[run] += weight;
      this.#move(closest, weightedAverage(this.#means[closest], count, value, weight));
    }
    this.#total += weight;
    if (this.#size > 20 * this.compression) this.#compress();
  }

  /** Adds the centroids of another sketch. */
  addAll(other: TDigest): void {
    for (let i = 0; i < other.#size; i++) this.add(other.#means[i], other.#counts[i]);
    this.#min = Math.min(this.#min, other.#min);
    this.#max = Math.max(this.#max, other.#max);
  }

  /** Calls `visit` for each centroid, ascending. */
  forEach(visit: (mean: number, count: number) => void): void {
    for (let i = 0; i < this.#size; i++) visit(this.#means[i], this.#counts[i]);
  }

  /** The value below which the fraction `q` (0 … 1) of the values lies; NaN without values. */
  quantile(q: number): number {
    const means = this.#means;
    const counts = this.#counts;
    if (this.#size === 0) return Number.NaN;
    if (this.#size === 1) return means[0];
    const index = q * this.#total;
    let before = counts[0] / 2;
    if (index < before) return (this.#min * index + means[0] * (before - index)) / before;
    for (let i = 0; i < this.#size - 1; i++) {
      const between = (counts[i] + counts[i + 1]) / 2;
      if (before + between > index) {
        return weightedAverage(means[i], before + between - index, means[i + 1], index - before);
      }
      before += between;
    }
    const last = this.#size - 1;
    const after = index - before;
    return weightedAverage(means[last], counts[last] / 2 - after, this.#max, after);
  }

  /** The fraction of values at or below `x`; NaN without values. */
  cdf(x: number): number {
    const means = this.#means;
    const size = this.#size;
    if (size === 0) return Number.NaN;
    if (size === 1) return x < means[0] ? 0 : 1;
    let below = 0;
    let left = (means[1] - means[0]) / 2;
    for (let i = 0; i < size - 1; i++) {
      const right = (means[i + 1] - means[i]) / 2;
      if (x < means[i] + right) {
        const within = (x - (means[i] - left)) / (right + left);
        return Math.max(0, (below + this.#counts[i] * within) / this.#total);
      }
      below += this.#counts[i];
      left = right;
    }
    return 1;
  }

  /** The centroid to add to, or -1 where a new one is needed. */
  #closest(value: number, weight: number): number {
    const start = this.#nearest(value);
    const distance = Math.abs(this.#means[start] - value);
    let before = this.#before[Math.floor(start / RUN)];
    for (let i = start - (start % RUN); i < start; i++) before += this.#counts[i];
    let closest = -1;
    let candidates = 0;
    for (let i = start; i < this.#size && Math.abs(this.#means[i] - value) === distance; i++) {
      const count = this.#counts[i];
      const q = this.#total === 1 ? 0.5 : (before + (count - 1) / 2) / (this.#total - 1);
      const limit = (4 * this.#total * q * (1 - q)) / this.compression;
      if (count + weight <= limit && this.#random() < 1 / ++candidates) closest = i;
      before += count;
    }
    return closest;
  }

  /** The first of the nearest centroids. */
  #nearest(value: number): number {
    const ceiling = this.#ceiling(value);
    if (ceiling === 0) return 0;
    if (ceiling === this.#size) return ceiling - 1;
    const above = this.#means[ceiling] - value;
    const below = value - this.#means[ceiling - 1];
    return above < below ? ceiling : ceiling - 1;
  }

  /** The first centroid that is not below `value`. */
  #ceiling(value: number): number {
    let low = 0;
    let high = this.#size;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (this.#means[middle] < value) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  /** After centroids of the same mean. */
  #insert(mean: number, count: number): void {
    if (this.#size === this.#means.length) this.#grow();
    let at = this.#ceiling(mean);
    while (at < this.#size && this.#means[at] === mean) at++;
    this.#means.copyWithin(at + 1, at, this.#size);
    this.#counts.copyWithin(at + 1, at, this.#size);
    this.#means[at] = mean;
    this.#counts[at] = count;
    this.#size++;
    if (at > 0 && at % RUN === 0 && at === this.#size - 1) this.#addUp(at / RUN);
    for (let run = Math.floor(at / RUN) + 1; run * RUN < this.#size; run++) {
      // The centroid that is now the run's first one was before it.
      if (run * RUN < this.#size - 1) this.#before[run] += count - this.#counts[run * RUN];
      else this.#addUp(run);
    }
  }

  /** Adds up anew what is before a run. */
  #addUp(run: number): void {
    let sum = this.#before[run - 1];
    for (let i = (run - 1) * RUN; i < run * RUN; i++) sum += this.#counts[i];
    this.#before[run] = sum;
  }

  /** Gives a centroid a new mean and keeps the order; among equals it becomes the last, as in the original. */
  #move(index: number, mean: number): void {
    const means = this.#means;
    const counts = this.#counts;
    const count = counts[index];
    let at = index;
    for (; at + 1 < this.#size && means[at + 1] <= mean; at++) {
      means[at] = means[at + 1];
      counts[at] = counts[at + 1];
    }
    for (; at > 0 && means[at - 1] > mean; at--) {
      means[at] = means[at - 1];
      counts[at] = counts[at - 1];
    }
    means[at] = mean;
    counts[at] = count;
    const [low, high] = [Math.min(index, at), Math.max(index, at)];
    for (let run = Math.floor(low / RUN) + 1; run * RUN <= high; run++) this.#addUp(run);
  }

  /** Adds all centroids anew, in random order: needed after ascending values, which made one each. */
  #compress(): void {
    // With a compression of zero one centroid is already too many, and cannot become less.
    if (this.#size <= 1) return;
    const order = Array.from({ length: this.#size }, (_, i) => i);
    for (let i = order.length - 1; i > 0; i--) {
      const other = Math.floor(this.#random() * (i + 1));
      [order[i], order[other]] = [order[other], order[i]];
    }
    const means = this.#means.slice();
    const counts = this.#counts.slice();
    this.#size = 0;
    this.#total = 0;
    for (const i of order) this.add(means[i], counts[i]);
  }

  #grow(): void {
    const means = new Float64Array(this.#size * 2);
    means.set(this.#means);
    const counts = new Float64Array(this.#size * 2);
    counts.set(this.#counts);
    this.#means = means;
    this.#counts = counts;
    const before = new Float64Array(Math.ceil(means.length / RUN));
    before.set(this.#before);
    this.#before = before;
  }
}

/** Never outside of the two values, whatever the rounding. */
function weightedAverage(a: number, weightA: number, b: number, weightB: number): number {
  const average = (a * weightA + b * weightB) / (weightA + weightB);
  return Math.max(Math.min(a, b), Math.min(average, Math.max(a, b)));
}
