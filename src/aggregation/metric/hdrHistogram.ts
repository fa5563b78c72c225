import { appendAll, OpenSearchError } from '../../common/index.ts';

/**
 * Percentiles as a high dynamic range histogram gives them: values rounded to some significant digits. Keeps the
 * values; the rounding is applied when it is read, since it depends on the smallest value.
 */
export class HdrHistogram {
  readonly #halfBuckets: number;
  #values: number[] = [];
  #sorted = true;

  /** `digits`: 0 … 5 significant decimal digits. */
  constructor(digits: number) {
    this.#halfBuckets = 2 ** (Math.ceil(Math.log2(2 * 10 ** digits)) - 1);
  }

  get total(): number {
    return this.#values.length;
  }

  /** Throws array_index_out_of_bounds_exception for negative values, as the original. */
  add(value: number): void {
    if (value < 0) {
      throw new OpenSearchError(
        'array_index_out_of_bounds_exception',
        `The value ${value.toFixed(1)} is out of bounds for histogram, negative values are not supported`,
      );
    }
    this.#values.push(value);
    this.#sorted = false;
  }

  addAll(other: HdrHistogram): void {
    appendAll(this.#values, other.#values);
    this.#sorted = false;
  }

  /** The value at a percentile (0 … 100). */
  percentile(percent: number): number {
    const values = this.#ascending();
    if (values.length === 0) return Number.NaN;
    const rank = Math.max(1, Math.floor((percent / 100) * values.length + 0.5));
    return this.#highestEquivalent(values[Math.min(rank, values.length) - 1]);
  }

  /** Which percentage of the values is at or below `value`. */
  rank(value: number): number {
    const values = this.#ascending();
    if (values.length === 0) return Number.NaN;
    const limit = this.#highestEquivalent(value);
    return (values.filter((one) => one <= limit).length / values.length) * 100;
  }

  #ascending(): readonly number[] {
    if (!this.#sorted) this.#values.sort((a, b) => a - b);
    this.#sorted = true;
    return this.#values;
  }

  /** The largest value that falls into the same slot of the histogram. */
  #highestEquivalent(value: number): number {
    if (value <= 0) return 0;
    const smallest = this.#values.find((one) => one > 0) ?? 1;
    const unit = 2 ** Math.floor(Math.log2(smallest)) / this.#halfBuckets;
    const slot = Math.max(unit, 2 ** Math.floor(Math.log2(value)) / this.#halfBuckets);
    return Math.floor(value / slot) * slot + slot - unit;
  }
}
