import type { DocCount } from '../framework/aggregator.ts';
import { BucketCounts } from '../framework/growable.ts';
import type { InternalAggregation } from '../framework/internalAggregation.ts';
import type { ValueFormat } from '../values/valueFormat.ts';
import { CompensatedSums, kahanSum } from './compensatedSums.ts';
import { countKeyed, countRun } from './counts.ts';
import { type MetricState, numericMetric } from './numericMetric.ts';
import { checkSingleValueKey, renderValue } from './singleValue.ts';

export const avg = numericMetric('avg', (format, docCount) => new AvgState(format, docCount));

class AvgState implements MetricState {
  readonly #format: ValueFormat;
  readonly #sums = new CompensatedSums();
  readonly #counts = new BucketCounts();
  readonly #docCount: DocCount | null;

  constructor(format: ValueFormat, docCount: DocCount | null) {
    this.#format = format;
    this.#docCount = docCount;
  }

  add(...[block, run]: Parameters<MetricState['add']>): void {
    this.#sums.add(block, run);
    if (this.#docCount === null) countRun(block, run, this.#counts.ensure(block.ownerBound));
  }

  addKeyed(...[docs, { column }]: Parameters<NonNullable<MetricState['addKeyed']>>): void {
    this.#sums.addKeyed(docs, column);
    if (this.#docCount === null) countKeyed(docs, this.#counts.ensure(docs.ownerBound));
  }

  result(owner: number): InternalAggregation {
    return new InternalAvg(this.#sums.get(owner), this.#count(owner), this.#format);
  }

  sortValue(key: string | null): (owner: number) => number {
    checkSingleValueKey(key, 'avg');
    return (owner) => this.#sums.get(owner) / this.#count(owner);
  }

  #count(owner: number): number {
    return this.#docCount === null ? this.#counts.get(owner) : this.#docCount(owner);
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
