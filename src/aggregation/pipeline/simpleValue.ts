import { type ExactJsonObject, jsonDouble } from '../../common/index.ts';
import type { InternalAggregation } from '../framework/internalAggregation.ts';
import type { ValueFormat } from '../values/valueFormat.ts';

/** A number computed by a pipeline; `null` if not finite. */
export class SimpleValue implements InternalAggregation {
  readonly type: string = 'simple_value';
  readonly value: number;
  protected readonly format: ValueFormat;

  constructor(value: number, format: ValueFormat) {
    this.value = value;
    this.format = format;
  }

  reduce(): InternalAggregation {
    return this;
  }

  number(key: string | null): number | null {
    return key === null || key === 'value' ? this.value : null;
  }

  render(): ExactJsonObject {
    if (!Number.isFinite(this.value)) return { value: null };
    if (this.format.raw) return { value: jsonDouble(this.value) };
    return { value: jsonDouble(this.value), value_as_string: this.format.number(this.value) };
  }
}
