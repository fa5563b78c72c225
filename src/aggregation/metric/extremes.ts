import type { DocBlock } from '../framework/aggregator.ts';
import { BucketDoubles } from '../framework/growable.ts';
import type { InternalAggregation } from '../framework/internalAggregation.ts';
import type { AggregationType } from '../framework/specs.ts';
import type { NumberRun } from '../values/numbers.ts';
import type { ValueFormat } from '../values/valueFormat.ts';
import { numericMetric } from './numericMetric.ts';
import { checkSingleValueKey, renderValue } from './singleValue.ts';

export const min = extreme('min', Number.POSITIVE_INFINITY, addMin);
export const max = extreme('max', Number.NEGATIVE_INFINITY, addMax);

type Extreme = 'min' | 'max';
type Add = (block: DocBlock, run: NumberRun, values: Float64Array) => void;

/** The smallest or largest number; `none` is the value before any was met. */
function extreme(name: Extreme, none: number, add: Add): AggregationType {
  return numericMetric(name, (format) => {
    const values = new BucketDoubles(none);
    return {
      add: (block, run) => add(block, run, values.ensure(block.ownerBound)),
      result: (owner) => new InternalExtreme(name, values.get(owner), format),
      sortValue(key) {
        checkSingleValueKey(key, name);
        return (owner) => values.get(owner);
      },
    };
  });
}

export function addMin(block: DocBlock, run: NumberRun, mins: Float64Array): void {
  const { owners } = block;
  for (let i = 0; i < run.count; i++) {
    const owner = owners[run.positions[i]];
    if (run.values[i] < mins[owner]) mins[owner] = run.values[i];
  }
}

export function addMax(block: DocBlock, run: NumberRun, maxes: Float64Array): void {
  const { owners } = block;
  for (let i = 0; i < run.count; i++) {
    const owner = owners[run.positions[i]];
    if (run.values[i] > maxes[owner]) maxes[owner] = run.values[i];
  }
}

class InternalExtreme implements InternalAggregation {
  readonly type: Extreme;
  readonly value: number;
  readonly #format: ValueFormat;

  constructor(type: Extreme, value: number, format: ValueFormat) {
    this.type = type;
    this.value = value;
    this.#format = format;
  }

  reduce(results: readonly InternalExtreme[]): InternalAggregation {
    const values = results.map((result) => result.value);
    const value = this.type === 'min' ? Math.min(...values) : Math.max(...values);
    return new InternalExtreme(this.type, value, this.#format);
  }

  number(key: string | null): number | null {
    return key === null || key === 'value' ? this.value : null;
  }

  render() {
    return renderValue(Number.isFinite(this.value) ? this.value : null, this.#format);
  }
}
