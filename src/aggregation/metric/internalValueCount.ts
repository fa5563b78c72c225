import type { ExactJsonObject } from '../../common/index.ts';
import type { InternalAggregation } from '../framework/internalAggregation.ts';

export class InternalValueCount implements InternalAggregation {
  readonly type = 'value_count';
  readonly value: number;

  constructor(value: number) {
    this.value = value;
  }

  reduce(results: readonly InternalValueCount[]): InternalAggregation {
    return new InternalValueCount(results.reduce((sum, result) => sum + result.value, 0));
  }

  number(key: string | null): number | null {
    return key === null || key === 'value' ? this.value : null;
  }

  render(): ExactJsonObject {
    return { value: this.value };
  }
}
