import { type ExactJsonObject, javaDouble, jsonDouble, SeededRandom } from '../../common/index.ts';
import type { InternalAggregation } from '../framework/internalAggregation.ts';
import type { ValueFormat } from '../values/valueFormat.ts';
import { HdrHistogram } from './hdrHistogram.ts';
import { TDigest } from './tDigest.ts';

export type PercentilesMethod =
  | { readonly kind: 'tdigest'; readonly compression: number }
  | { readonly kind: 'hdr'; readonly digits: number };

/** What is requested of a distribution, and the form of the result. */
export interface PercentilesShape {
  readonly type: 'percentiles' | 'percentile_ranks';
  readonly method: PercentilesMethod;
  /** Percentages, or values whose ranks are requested; ascending. */
  readonly keys: readonly number[];
  readonly keyed: boolean;
  readonly format: ValueFormat;
}

export type Sketch = TDigest | HdrHistogram;

/** The original uses no seed; here the same values always give the same result. */
const SEED = 1;

export function createSketch(method: PercentilesMethod): Sketch {
  if (method.kind === 'hdr') return new HdrHistogram(method.digits);
  return createDigest(method.compression);
}

export function createDigest(compression: number): TDigest {
  const random = new SeededRandom(SEED);
  return new TDigest(compression, () => random.next());
}

export class InternalPercentiles implements InternalAggregation {
  readonly type: string;
  readonly multiValue = true;
  readonly sketch: Sketch;
  readonly #shape: PercentilesShape;

  constructor(shape: PercentilesShape, sketch: Sketch) {
    this.type = `${shape.method.kind}_${shape.type}`;
    this.sketch = sketch;
    this.#shape = shape;
  }

  reduce(results: readonly InternalPercentiles[]): InternalAggregation {
    if (results.length === 1) return results[0];
    const merged = createSketch(this.#shape.method);
    for (const { sketch } of results) merged.addAll(sketch as never);
    return new InternalPercentiles(this.#shape, merged);
  }

  number(key: string | null): number | null {
    const number = key === null || key === '' ? Number.NaN : Number(key);
    return Number.isNaN(number) ? null : this.#value(number);
  }

  #value(key: number): number {
    const { sketch } = this;
    if (this.#shape.type === 'percentiles') {
      return sketch instanceof TDigest ? sketch.quantile(key / 100) : sketch.percentile(key);
    }
    if (sketch instanceof HdrHistogram) return sketch.rank(key);
    return Math.min(1, Math.max(0, sketch.cdf(key))) * 100;
  }

  render(): ExactJsonObject {
    const { keys, keyed } = this.#shape;
    if (!keyed) {
      return { values: keys.map((key) => ({ key: jsonDouble(key), ...this.#members('value', key) })) };
    }
    const values: ExactJsonObject = {};
    for (const key of keys) Object.assign(values, this.#members(javaDouble(key), key));
    return { values };
  }

  #members(name: string, key: number): ExactJsonObject {
    if (this.sketch.total === 0) return { [name]: null };
    const value = this.#value(key);
    if (this.#shape.format.raw) return { [name]: jsonDouble(value) };
    return { [name]: jsonDouble(value), [`${name}_as_string`]: this.#shape.format.number(value) };
  }
}
