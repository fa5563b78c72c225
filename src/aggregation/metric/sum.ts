import type { InternalAggregation } from '../framework/internalAggregation.ts';
import type { ValueFormat } from '../values/valueFormat.ts';
import { CompensatedSums, kahanSum } from './compensatedSums.ts';
import { numericMetric } from './numericMetric.ts';
import { checkSingleValueKey, renderValue } from './singleValue.ts';

export const sum = numericMetric('sum', (format) => {
  const sums = new CompensatedSums();
  return {
    add: (block, run) => sums.add(block, run),
    addKeyed: (docs, { column }) => sums.addKeyed(docs, column),
    result: (owner) => new InternalSum(sums.get(owner), format),
    sortValue(key) {
      checkSingleValueKey(key, 'sum');
      return (owner) => sums.get(owner);
    },
  };
});

class InternalSum implements InternalAggregation {
  readonly type = 'sum';
  readonly value: number;
  readonly #format: ValueFormat;

  constructor(value: number, format: ValueFormat) {
    this.value = value;
    this.#format = format;
  }

  reduce(results: readonly InternalSum[]): InternalAggregation {
    return new InternalSum(kahanSum(results.map((result) => result.value)), this.#format);
  }

  number(key: string | null): number | null {
    return key === null || key === 'value' ? this.value : null;
  }

  render() {
    return renderValue(this.value, this.#format);
  }
}
