import type { Accumulator } from '../functions/index.ts';
import type { SqlValue } from '../values/index.ts';

/**
 * Variance and deviation as the original computes them when it folds rows itself: over all values, with a
 * corrected mean. The sample variance of a single value is 0 here; the original's searches return NULL, like
 * standard SQL.
 */
export class TwoPassVariance implements Accumulator {
  readonly #values: number[] = [];
  readonly #isSample: boolean;
  readonly #isDeviation: boolean;

  /** Takes the name of the equivalent value of `extended_stats`. */
  constructor(extendedStat: string) {
    this.#isSample = extendedStat.endsWith('sampling');
    this.#isDeviation = extendedStat.startsWith('std');
  }

  get kept(): number {
    return this.#values.length;
  }

  add(value: SqlValue): void {
    this.#values.push(Number(value));
  }

  result(): SqlValue {
    const count = this.#values.length;
    if (count < 2) return count === 0 ? null : 0;
    const mean = correctedMean(this.#values);
    let squares = 0;
    let rest = 0;
    for (const value of this.#values) {
      squares += (value - mean) ** 2;
      rest += value - mean;
    }
    const variance = (squares - (rest * rest) / count) / (this.#isSample ? count - 1 : count);
    return this.#isDeviation ? Math.sqrt(variance) : variance;
  }
}

function correctedMean(values: readonly number[]): number {
  let sum = 0;
  for (const value of values) sum += value;
  const mean = sum / values.length;
  let rest = 0;
  for (const value of values) rest += value - mean;
  return mean + rest / values.length;
}
