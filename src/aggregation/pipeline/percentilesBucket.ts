import {
  type ExactJsonObject,
  illegalArgument,
  type JsonValue,
  javaDouble,
  jsonDouble,
} from '../../common/index.ts';
import { numberAt } from '../../query/index.ts';
import type { InternalAggregation } from '../framework/internalAggregation.ts';
import type { ValueFormat } from '../values/valueFormat.ts';
import { siblingPipelineWith } from './siblingPipeline.ts';

const DEFAULT_PERCENTS = [1, 5, 25, 50, 75, 95, 99];

/** Percentiles of the buckets' values: always an existing value, without interpolation. */
export const percentilesBucket = siblingPipelineWith('percentiles_bucket', () => {
  let percents: readonly number[] = DEFAULT_PERCENTS;
  let keyed = true;
  return {
    own: {
      START_ARRAY: {
        percents: (value: JsonValue) => {
          percents = (value as JsonValue[]).map((_, i) => numberAt(value as JsonValue[], i));
        },
      },
      VALUE_BOOLEAN: { keyed: (value) => (keyed = value === true) },
    },
    finish() {
      for (const percent of percents) {
        if (!(percent >= 0 && percent <= 100)) {
          throw illegalArgument('percents must only contain non-null doubles from 0.0-100.0 inclusive');
        }
      }
      return (values, format) => {
        const sorted = values.map(({ value }) => value).sort((a, b) => a - b);
        return new InternalPercentilesBucket(sorted, percents, { keyed, format });
      };
    },
  };
});

class InternalPercentilesBucket implements InternalAggregation {
  readonly type = 'percentiles_bucket';
  readonly multiValue = true;
  readonly #sorted: readonly number[];
  readonly #percents: readonly number[];
  readonly #keyed: boolean;
  readonly #format: ValueFormat;

  constructor(
    sorted: readonly number[],
    percents: readonly number[],
    shape: { readonly keyed: boolean; readonly format: ValueFormat },
  ) {
    this.#sorted = sorted;
    this.#percents = percents;
    this.#keyed = shape.keyed;
    this.#format = shape.format;
  }

  reduce(): InternalAggregation {
    return this;
  }

  number(key: string | null): number | null {
    const percent = Number(key);
    return key !== null && this.#percents.includes(percent) ? this.#value(percent) : null;
  }

  #value(percent: number): number {
    if (this.#sorted.length === 0) return Number.NaN;
    return this.#sorted[Math.round((percent / 100) * (this.#sorted.length - 1))];
  }

  render(): ExactJsonObject {
    const rows = this.#percents.map((percent) => ({ percent, value: this.#value(percent) }));
    if (!this.#keyed) {
      const values = rows.map(({ percent, value }) => ({
        key: jsonDouble(percent),
        ...this.#members('value', javaDouble(percent), value),
      }));
      return { values };
    }
    const values: ExactJsonObject = {};
    for (const { percent, value } of rows) {
      const name = javaDouble(percent);
      Object.assign(values, this.#members(name, name, value));
    }
    return { values };
  }

  /** The text of a value is named after the percentage, even beside a `value`. */
  #members(name: string, percent: string, value: number): ExactJsonObject {
    if (Number.isNaN(value)) return { [name]: null };
    if (this.#format.raw) return { [name]: jsonDouble(value) };
    return { [name]: jsonDouble(value), [`${percent}_as_string`]: this.#format.number(value) };
  }
}
