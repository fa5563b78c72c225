import { type ExactJsonObject, jsonDouble } from '../../common/index.ts';
import { BucketCounts, BucketDoubles } from '../framework/growable.ts';
import type { InternalAggregation } from '../framework/internalAggregation.ts';
import { BOOLEAN, type ValueFormat } from '../values/valueFormat.ts';
import { CompensatedSums, kahanSum } from './compensatedSums.ts';
import { countKeyed, countRun } from './counts.ts';
import { addKeyedMax, addKeyedMin, addMax, addMin } from './extremes.ts';
import { multiValueSort } from './multiValue.ts';
import { type MetricState, numericMetric } from './numericMetric.ts';

export const stats = numericMetric('stats', (format) => new PlainStatsState(format));

/** Count, extremes and sum by bucket. */
export class StatsState implements MetricState {
  protected readonly format: ValueFormat;
  protected readonly sums = new CompensatedSums();
  protected readonly counts = new BucketCounts();
  protected readonly mins = new BucketDoubles(Number.POSITIVE_INFINITY);
  protected readonly maxes = new BucketDoubles(Number.NEGATIVE_INFINITY);

  constructor(format: ValueFormat) {
    this.format = format;
  }

  add(...[block, run]: Parameters<MetricState['add']>): void {
    const size = block.ownerBound;
    this.sums.add(block, run);
    countRun(block, run, this.counts.ensure(size));
    addMin(block, run, this.mins.ensure(size));
    addMax(block, run, this.maxes.ensure(size));
  }

  result(owner: number): InternalStats {
    return new InternalStats(this.values(owner), this.format);
  }

  protected values(owner: number): StatsValues {
    return {
      count: this.counts.get(owner),
      sum: this.sums.get(owner),
      min: this.mins.get(owner),
      max: this.maxes.get(owner),
    };
  }

  sortValue(key: string | null): (owner: number) => number {
    return multiValueSort(key, (owner) => this.result(owner));
  }
}

class PlainStatsState extends StatsState {
  addKeyed(...[docs, numbers]: Parameters<NonNullable<MetricState['addKeyed']>>): void {
    const { ownerBound } = docs;
    this.sums.addKeyed(docs, numbers.column);
    countKeyed(docs, this.counts.ensure(ownerBound));
    addKeyedMin(docs, numbers, this.mins.ensure(ownerBound));
    addKeyedMax(docs, numbers, this.maxes.ensure(ownerBound));
  }
}

export interface StatsValues {
  readonly count: number;
  readonly sum: number;
  readonly min: number;
  readonly max: number;
}

export class InternalStats implements InternalAggregation {
  readonly type: string = 'stats';
  readonly multiValue = true;
  readonly values: StatsValues;
  protected readonly format: ValueFormat;

  constructor(values: StatsValues, format: ValueFormat) {
    this.values = values;
    this.format = format;
  }

  reduce(results: readonly InternalStats[]): InternalAggregation {
    return new InternalStats(reduceStats(results), this.format);
  }

  number(key: string | null): number | null {
    const { count, sum, min, max } = this.values;
    switch (key) {
      case 'count':
        return count;
      case 'sum':
        return sum;
      case 'min':
        return min;
      case 'max':
        return max;
      case 'avg':
        return sum / count;
      default:
        return null;
    }
  }

  render(): ExactJsonObject {
    const { count, sum, min, max } = this.values;
    if (count === 0) return { count, min: null, max: null, avg: null, sum: jsonDouble(0) };
    const avg = sum / count;
    const plain = {
      count,
      min: jsonDouble(min),
      max: jsonDouble(max),
      avg: jsonDouble(avg),
      sum: jsonDouble(sum),
    };
    if (this.format.raw) return plain;
    // The original prints the formatter's result, which for booleans is not text.
    const print = (value: number): string | boolean =>
      this.format === BOOLEAN ? value !== 0 : this.format.number(value);
    return {
      ...plain,
      min_as_string: print(min),
      max_as_string: print(max),
      avg_as_string: print(avg),
      sum_as_string: print(sum),
    };
  }
}

export function reduceStats(results: readonly { readonly values: StatsValues }[]): StatsValues {
  const values = results.map((result) => result.values);
  return {
    count: values.reduce((total, { count }) => total + count, 0),
    sum: kahanSum(values.map(({ sum }) => sum)),
    min: Math.min(...values.map(({ min }) => min)),
    max: Math.max(...values.map(({ max }) => max)),
  };
}
