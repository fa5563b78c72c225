import { BucketCounts } from '../framework/growable.ts';
import type { InternalAggregation } from '../framework/internalAggregation.ts';
import type { ValueFormat } from '../values/valueFormat.ts';
import { CompensatedSums, kahanSum } from './compensatedSums.ts';
import { countRun } from './counts.ts';
import { type MetricState, numericMetric } from './numericMetric.ts';
import { checkSingleValueKey, renderValue } from './singleValue.ts';

export const avg = numericMetric('avg', (format) => new AvgState(format));

class AvgState implements MetricState {
  readonly #format: ValueFormat;
  readonly #sums = new CompensatedSums();
  readonly #counts = new BucketCounts();

  constructor(format: ValueFormat) {
    this.#format = format;
  }

  add(...[block, run]: Parameters<MetricState['add']>): void {
    this.#sums.add(block, run);
    countRun(block, run, this.#counts.ensure(block.ownerBound));
  }

  result(owner: number): InternalAggregation {
    return new InternalAvg(this.#sums.get(owner), this.#counts.get(owner), this.#format);
  }

  sortValue(key: string | null): (owner: number) => number {
    checkSingleValueKey(key, 'avg');
    return (owner) => this.#sums.get(owner) / this.#counts.get(owner);
  }
}

class InternalAvg implements InternalAggregation {
  readonly type = 'avg';
  readonly sum: number;
  readonly count: number;
  readonly #format: ValueFormat;

  constructor(sum: number, count: number, format: ValueFormat) {
    this.sum = sum;
    this.count = count;
    this.#format = format;
  }

  reduce(results: readonly InternalAvg[]): InternalAggregation {
    const sum = kahanSum(results.map((result) => result.sum));
    const count = results.reduce((total, result) => total + result.count, 0);
    return new InternalAvg(sum, count, this.#format);
  }

  number(key: string | null): number | null {
    return key === null || key === 'value' ? this.sum / this.count : null;
  }

  render() {
    return renderValue(this.count === 0 ? null : this.sum / this.count, this.#format);
  }
}
