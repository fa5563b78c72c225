/** Running moments and co-moments of several numbers. */
export class MatrixMoments {
  readonly fields: readonly string[];
  count = 0;
  readonly sums: Float64Array;
  readonly means: Float64Array;
  readonly second: Float64Array;
  readonly third: Float64Array;
  readonly fourth: Float64Array;
  /** Upper triangle, row by row: entry (i, j) with i < j. */
  readonly products: Float64Array;

  constructor(fields: readonly string[]) {
    const size = fields.length;
    this.fields = fields;
    this.sums = new Float64Array(size);
    this.means = new Float64Array(size);
    this.second = new Float64Array(size);
    this.third = new Float64Array(size);
    this.fourth = new Float64Array(size);
    this.products = new Float64Array(size * size);
  }

  /** Adds a document with the original's update formulas. */
  add(values: ArrayLike<number>): void {
    const n = ++this.count;
    const { sums, means, second, third, fourth } = this;
    const deltas = new Float64Array(values.length);
    for (let i = 0; i < values.length; i++) {
      const value = values[i];
      sums[i] += value;
      deltas[i] = value * n - sums[i];
      if (n === 1) {
        means[i] = value;
        continue;
      }
      const delta = value - means[i];
      const step = delta / n;
      const step2 = step * step;
      const term = delta * step * (n - 1);
      const [m2, m3] = [second[i], third[i]];
      means[i] += step;
      second[i] += term;
      third[i] += term * step * (n - 2) - 3 * step * m2;
      fourth[i] += term * step2 * (n * n - 3 * n + 3) + 6 * step2 * m2 - 4 * step * m3;
    }
    if (n > 1) this.#addProducts(deltas, 1 / (n * (n - 1)));
  }

  /** Merges the moments of another shard. */
  merge(other: MatrixMoments): void {
    const [nA, nB] = [this.count, other.count];
    if (nB === 0) return;
    const n = nA + nB;
    const deltas = new Float64Array(this.fields.length);
    for (let i = 0; i < deltas.length; i++) {
      if (nA > 0) deltas[i] = other.sums[i] / nB - this.sums[i] / nA;
      const d = nA === 0 ? 0 : other.means[i] - this.means[i];
      const [varA, varB] = [this.second[i], other.second[i]];
      const [skewA, skewB] = [this.third[i], other.third[i]];
      this.means[i] = (nA * this.means[i] + nB * other.means[i]) / n;
      this.sums[i] += other.sums[i];
      this.second[i] = varA + varB + (d * d * nA * nB) / n;
      const third = skewA + skewB + (d * d * d * nA * nB * (nA - nB)) / (n * n);
      this.third[i] = third + (3 * d * (nA * varB - nB * varA)) / n;
      const pair = d * d * d * d * nA * nB * (nA * nA - nA * nB + nB * nB);
      const fourth = this.fourth[i] + other.fourth[i] + pair / (n * n * n);
      this.fourth[i] =
        fourth +
        (6 * d * d * (nA * nA * varB + nB * nB * varA)) / (n * n) +
        (4 * d * (nA * skewB - nB * skewA)) / n;
    }
    for (let i = 0; i < this.products.length; i++) this.products[i] += other.products[i];
    this.#addProducts(deltas, (nA * nB) / n);
    this.count = n;
  }

  #addProducts(deltas: Float64Array, factor: number): void {
    const size = deltas.length;
    for (let i = 0; i < size; i++) {
      for (let j = i + 1; j < size; j++) this.products[i * size + j] += factor * deltas[i] * deltas[j];
    }
  }

  variance(i: number): number {
    return this.second[i] / (this.count - 1);
  }

  skewness(i: number): number {
    return (Math.sqrt(this.count) * this.third[i]) / this.second[i] ** 1.5;
  }

  kurtosis(i: number): number {
    return (this.count * this.fourth[i]) / (this.second[i] * this.second[i]);
  }

  covariance(i: number, j: number): number {
    if (i === j) return this.variance(i);
    const [row, column] = i < j ? [i, j] : [j, i];
    return this.products[row * this.fields.length + column] / (this.count - 1);
  }

  correlation(i: number, j: number): number {
    if (i === j) return 1;
    const [x, y] = [this.variance(i), this.variance(j)];
    return x === 0 || y === 0 ? Number.NaN : this.covariance(i, j) / (Math.sqrt(x) * Math.sqrt(y));
  }
}
