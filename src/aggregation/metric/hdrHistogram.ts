import { OpenSearchError } from '../../common/index.ts';

/**
 * Percentiles of a high dynamic range histogram: values are rounded to a number of significant digits. Counts
 * values by slot; the width of a slot is only determined when reading, since it depends on the smallest
 * value.
 */
export class HdrHistogram {
  readonly #halfBuckets: number;
  /** Slots by their first value. */
  readonly #slots = new Map<number, number>();
  #total = 0;
  #ascending: readonly number[] | null = null;

  /** `digits`: 0 to 5 significant decimal digits. */
  constructor(digits: number) {
    this.#halfBuckets = 2 ** (Math.ceil(Math.log2(2 * 10 ** digits)) - 1);
  }

  get total(): number {
    return this.#total;
  }

  /** Throws array_index_out_of_bounds_exception for negative values, as the original. */
  add(value: number): void {
    if (value < 0) {
      throw new OpenSearchError(
        'array_index_out_of_bounds_exception',
        `The value ${value.toFixed(1)} is out of bounds for histogram, negative values are not supported`,
      );
    }
    const width = this.#width(value);
    this.#count(value === 0 ? 0 : Math.floor(value / width) * width, 1);
  }

  addAll(other: HdrHistogram): void {
    for (const [slot, count] of other.#slots) this.#count(slot, count);
  }

  #count(slot: number, count: number): void {
    const before = this.#slots.get(slot);
    if (before === undefined) this.#ascending = null;
    this.#slots.set(slot, (before ?? 0) + count);
    this.#total += count;
  }

  /** The value at a percentile (0 to 100). */
  percentile(percent: number): number {
    if (this.#total === 0) return Number.NaN;
    const wanted = Math.min(this.#total, Math.max(1, Math.floor((percent / 100) * this.#total + 0.5)));
    let seen = 0;
    for (const slot of this.#sorted()) {
      seen += this.#slots.get(slot) ?? 0;
      if (seen >= wanted) return this.#highestEquivalent(slot);
    }
    return Number.NaN;
  }

  /** The percentage of values at or below `value`. */
  rank(value: number): number {
    if (this.#total === 0) return Number.NaN;
    const limit = this.#highestEquivalent(value);
    let below = 0;
    for (const [slot, count] of this.#slots) if (slot <= limit) below += count;
    return (100 * below) / this.#total;
  }

  #sorted(): readonly number[] {
    this.#ascending ??= Array.from(this.#slots.keys()).sort((a, b) => a - b);
    return this.#ascending;
  }

  /** The width of a value's slot. */
  #width(value: number): number {
    return 2 ** Math.floor(Math.log2(value)) / this.#halfBuckets;
  }

  /** The largest value in the same slot. */
  #highestEquivalent(value: number): number {
    if (value <= 0) return 0;
    const unit = this.#width(this.#sorted().find((slot) => slot > 0) ?? 1);
    const width = Math.max(unit, this.#width(value));
    return Math.floor(value / width) * width + width - unit;
  }
}
