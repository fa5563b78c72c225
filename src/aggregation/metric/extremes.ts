import type { DocBlock } from '../framework/aggregator.ts';
import { BucketDoubles, scratch32 } from '../framework/growable.ts';
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
  const { values, places, count } = run;
  const owners = ownersOf(block, run);
  for (let i = 0; i < count; i++) {
    const owner = owners[i];
    const value = values[places[i]];
    if (value < mins[owner]) mins[owner] = value;
  }
}

export function addMax(block: DocBlock, run: NumberRun, maxes: Float64Array): void {
  const { values, places, count } = run;
  const owners = ownersOf(block, run);
  for (let i = 0; i < count; i++) {
    const owner = owners[i];
    const value = values[places[i]];
    if (value > maxes[owner]) maxes[owner] = value;
  }
}

let gathered: Uint32Array = new Uint32Array(0);

/** The owner of each value; valid until the next call. */
function ownersOf({ owners }: DocBlock, { dense, positions, count }: NumberRun): Uint32Array {
  if (dense) return owners;
  gathered = scratch32(gathered, count);
  for (let i = 0; i < count; i++) gathered[i] = owners[positions[i]];
  return gathered;
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
